import * as z from 'zod';
import type { ReadFindings } from './json-lint-parser.ts';
import { toFinding } from './lint-finding.ts';

const Place = z.object({
  path: z.string(),
  lines: z.object({ begin: z.number() }).optional(),
  positions: z.object({ begin: z.object({ line: z.number() }) }).optional(),
});

const Issues = z.array(
  z.object({
    description: z.string(),
    check_name: z.string().nullish(),
    fingerprint: z.string(),
    severity: z.enum(['info', 'minor', 'major', 'critical', 'blocker']),
    location: Place,
  }),
);

const ERRORS: ReadonlySet<string> = new Set(['critical', 'blocker']);

/** GitLab's code quality list, which several linters can write. */
export const readGitlabQuality = (value: unknown, root: string): ReadFindings => {
  const issues = Issues.safeParse(value);
  if (!issues.success) return null;
  return issues.data.map(({ description, check_name, severity, location }) =>
    toFinding(
      {
        rule: check_name ?? '',
        severity: ERRORS.has(severity) ? 'error' : 'warning',
        file: location.path,
        line: location.lines?.begin ?? location.positions?.begin.line,
        message: description,
      },
      root,
    ),
  );
};

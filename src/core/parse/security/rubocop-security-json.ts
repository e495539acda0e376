import * as z from 'zod';
import type { HazardLevel } from '../../domain/evidence/assessment.ts';
import type { HazardParser } from '../../domain/evidence/hazard.ts';
import { missing } from '../../domain/measured.ts';
import { readReport, toHazard } from './to-hazard.ts';

const Report = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      offenses: z.array(
        z.object({
          message: z.string(),
          cop_name: z.string(),
          location: z.object({ start_line: z.number().optional(), line: z.number().optional() }),
        }),
      ),
    }),
  ),
  summary: z.object({ inspected_file_count: z.number() }),
});

/** Cops have no severity: rated by what an attacker gains. */
const LEVELS: Readonly<Record<string, HazardLevel>> = {
  'Security/Eval': 'high',
  'Security/MarshalLoad': 'high',
  'Security/Open': 'high',
  'Security/YAMLLoad': 'high',
  'Security/CompoundHash': 'low',
};

/** `rubocop --only Lint/Syntax,Security --format json`. */
export const rubocopSecurityJson: HazardParser = {
  id: 'rubocop-security-json',
  parse: (report) =>
    readReport('rubocop', report, (value, root) => {
      const read = Report.safeParse(value);
      if (!read.success) return null;
      const { files, summary } = read.data;
      if (summary.inspected_file_count === 0) return missing('not-configured', 'rubocop checked no file');
      const offenses = files.flatMap(({ path, offenses: own }) => own.map((one) => ({ ...one, path })));
      const broken = offenses.find(({ cop_name }) => cop_name === 'Lint/Syntax');
      if (broken !== undefined) return missing('not-configured', `rubocop cannot parse ${broken.path}`);
      return offenses.map(({ path, cop_name: rule, message, location }) =>
        toHazard(
          {
            rule,
            level: LEVELS[rule] ?? 'medium',
            file: path,
            line: location.start_line ?? location.line ?? 0,
            message,
          },
          root,
        ),
      );
    }),
};

import * as z from 'zod';
import type { Finding } from '../../domain/check/lint-report.ts';
import { missing } from '../../domain/measured.ts';
import type { LintParser } from '../../domain/check/output-parser.ts';
import type { JsonFormat, ReadFindings } from './json-lint-parser.ts';
import { exitedWith, isMissing } from './json-lint-parser.ts';
import { readJsonValues } from './json-values.ts';
import { concludeLint, stoppedEarly, toFinding } from './lint-finding.ts';
import { reportLines } from './text-lint-parser.ts';
import { isObject } from '../../domain/json/is-object.ts';

const TOOL = 'go vet';
const Diagnostics = z.array(z.object({ posn: z.string(), message: z.string() }));
const Failure = z.object({ error: z.string() });
const POSITION = /^(?<file>.*?)(?::(?<line>\d{1,9}))?(?::\d{1,9})?$/s;
/** `vet:` precedes an error that keeps a package from being checked at all. */
const LINE = /^(?<blocked>vet: )?(?<file>\S.*?):(?<line>\d{1,9}):(?:\d{1,9}:)? (?<message>.*)$/;

const readAnalyzer = (rule: string, reported: unknown, root: string): readonly Finding[] | null => {
  const failure = Failure.safeParse(reported);
  if (failure.success) {
    return [toFinding({ rule, severity: 'error', file: '', line: 0, message: failure.data.error }, root)];
  }
  const diagnostics = Diagnostics.safeParse(reported);
  if (!diagnostics.success) return null;
  return diagnostics.data.map(({ posn, message }) => {
    const { file = '', line } = POSITION.exec(posn.slice(0, 5000))?.groups ?? {};
    return toFinding({ rule, severity: 'error', file, line, message }, root);
  });
};

/** { package: { analyzer: diagnostics } }, one value per package; `{}` is a clean one. */
const readPackages = (value: unknown, root: string): readonly Finding[] | null => {
  if (!isObject(value)) return null;
  const found: (readonly Finding[])[] = [];
  for (const analyzers of Object.values(value)) {
    if (!isObject(analyzers)) return null;
    for (const [rule, reported] of Object.entries(analyzers)) {
      const findings = readAnalyzer(rule, reported, root);
      if (findings === null) return null;
      found.push(findings);
    }
  }
  return found.flat();
};

/** Never partial: one unreadable value invalidates the stream. */
const read = (values: readonly unknown[], root: string): ReadFindings => {
  const found = values.map((value) => readPackages(value, root));
  const all = found.filter((findings) => findings !== null);
  return all.length === 0 || all.length < found.length ? null : all.flat();
};

export const goVetFormat: JsonFormat = { id: 'go-vet-json', tool: TOOL, read };

const readLines = (lines: readonly string[], root: string): readonly Finding[] =>
  lines.flatMap((line) => {
    const found = /^[\s#{}\]]/.test(line) ? undefined : LINE.exec(line)?.groups;
    if (found === undefined) return [];
    const { blocked, file = '', line: at, message = '' } = found;
    const rule = blocked === undefined ? 'vet' : 'compile';
    return [toFinding({ rule, severity: 'error', file, line: at, message }, root)];
  });

/** A package and its test variant report the same twice. */
const distinct = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
];

/** `go vet -json` (older ones write it to standard error, among `# package` lines) and plain `go vet`. */
export const goVetJson: LintParser = {
  id: 'go-vet-json',
  parse(report) {
    const { documents, exitCode, root } = report;
    if (exitCode === null) return stoppedEarly(TOOL);
    const { values, whole } = readJsonValues(documents.map(({ text }) => text).join('\n'));
    const structured = goVetFormat.read(values, root);
    if (!whole || (values.length > 0 && structured === null)) {
      return missing(
        'candidate',
        `go vet left a report that is cut off or broken and ${exitedWith(exitCode)}`,
      );
    }
    if (structured !== null && isMissing(structured)) return structured;
    const spoken = readLines(reportLines(report), root);
    // In JSON mode findings exit 0: anything else means that a package was not checked.
    if (structured !== null && exitCode !== 0 && spoken.length === 0) {
      return missing('candidate', `go vet could not check every package and ${exitedWith(exitCode)}`);
    }
    const trust = structured === null ? 'low-trust' : 'structured';
    const findings = distinct([...(structured ?? []), ...spoken]);
    return concludeLint({ format: 'go-vet-json', tool: TOOL, trust, exitCode, findings });
  },
};

import type { HazardLevel } from '../../domain/evidence/assessment.ts';
import type { ReportedHazard } from '../../domain/evidence/hazard.ts';
import { type Measured, type Missing, measured, missing } from '../../domain/measured.ts';
import type { RawReport } from '../../domain/check/output-parser.ts';
import { exitedWith } from '../lint/json-lint-parser.ts';
import { readJsonValues } from '../lint/json-values.ts';
import { toFinding } from '../lint/lint-finding.ts';
import { firstWords } from '../lint/plain-lines.ts';

const LEVELS: ReadonlyMap<string, HazardLevel> = new Map([
  ['critical', 'high'],
  ['high', 'high'],
  ['error', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['warning', 'medium'],
  ['low', 'low'],
  ['info', 'low'],
  ['none', 'low'],
]);

/** An unknown word counts as medium. */
export const levelOf = (word: string | null | undefined): HazardLevel =>
  LEVELS.get((word ?? '').toLowerCase()) ?? 'medium';

export const toHazard = (
  reported: {
    readonly rule: string;
    readonly level: HazardLevel;
    readonly file: string;
    readonly line?: number | string | null;
    readonly message: string;
  },
  root: string,
): ReportedHazard => {
  const { rule, file, line, message } = toFinding(
    { ...reported, line: reported.line ?? 0, severity: 'error' },
    root,
  );
  return { rule, level: reported.level, file, line, message };
};

const noReport = (tool: string, { documents, exitCode }: RawReport): Missing => {
  const words = firstWords(documents.map(({ text }) => text).join('\n'));
  const printed = words === '' ? ' and printed nothing' : `; it begins “${words}”`;
  return missing('not-configured', `${tool} gave no report: it ${exitedWith(exitCode)}${printed}`);
};

type Reader = (value: unknown, root: string) => readonly ReportedHazard[] | Missing | null;

/** One JSON value is one report; the first readable one counts, and a truncated one does not. */
export const readReport = (
  tool: string,
  report: RawReport,
  read: Reader,
): Measured<readonly ReportedHazard[]> => {
  for (const { text } of report.documents) {
    const { values, whole } = readJsonValues(text);
    if (!whole) return noReport(tool, report);
    for (const value of values) {
      const found = read(value, report.root);
      if (found === null) continue;
      return 'known' in found ? found : measured(found);
    }
  }
  return noReport(tool, report);
};

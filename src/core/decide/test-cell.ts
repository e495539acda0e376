import { withCompiled } from './compiled-names.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import { type TestOutcome, type TestReport, WHOLE_COMMAND } from '../domain/check/test-report.ts';

/**
 * The outcomes of the tests in some files; if the runner names no files, of tests whose outcome differs from the base's
 * and of those requested by id.
 */
export const cellOf = (
  report: TestReport,
  files: readonly string[],
  baseline: TestReport | null,
  ids: ReadonlySet<string> = new Set(),
): Cell => {
  const cell: Cell = { passed: [], failed: [], skipped: [] };
  const wanted = withCompiled(files, new Set(Object.values(report.files ?? {})));
  const { outcomes = {} } = report;
  for (const id of Object.keys(outcomes)) {
    const file = report.files !== undefined && Object.hasOwn(report.files, id) ? report.files[id] : undefined;
    const isOther =
      file === undefined ? !ids.has(id) && isKnown(baseline, id, outcomes[id]) : !wanted.has(file);
    if (isOther) continue;
    cell[outcomes[id] as TestOutcome].push(id);
  }
  for (const ids of Object.values(cell)) ids.sort();
  return cell;
};

/** The result of the whole command is new with every set of tests. */
const isKnown = (baseline: TestReport | null, id: string, outcome: TestOutcome | undefined): boolean =>
  id !== WHOLE_COMMAND &&
  baseline?.outcomes !== undefined &&
  Object.hasOwn(baseline.outcomes, id) &&
  baseline.outcomes[id] === outcome;

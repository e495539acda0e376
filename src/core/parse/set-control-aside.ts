import type { Cell } from '../domain/evidence/matrix.ts';
import { measured, type Measured } from '../domain/measured.ts';
import type { TestOutcome, TestReport } from '../domain/check/test-report.ts';

type Aside = { readonly tests: Measured<TestReport>; readonly control: Cell | null };

/** Takes the negative control's tests out of a report; their ids become those of the tests that they are copies of. */
export const setControlAside = (tests: Measured<TestReport>, mark: string | undefined): Aside => {
  if (mark === undefined) return { tests, control: null };
  const control: Cell = { passed: [], failed: [], skipped: [] };
  if (!tests.known || tests.value.outcomes === undefined) return { tests, control };
  const { outcomes, files } = tests.value;
  const [kept, keptFiles]: [Record<string, TestOutcome>, Record<string, string>] = [
    Object.create(null),
    Object.create(null),
  ];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const id of Object.keys(outcomes)) {
    const outcome = outcomes[id] as TestOutcome;
    if (id.includes(mark)) {
      control[outcome].push(id.replaceAll(mark, ''));
      continue;
    }
    kept[id] = outcome;
    counts[outcome] += 1;
    const file = files !== undefined && Object.hasOwn(files, id) ? files[id] : undefined;
    if (file !== undefined) keptFiles[id] = file;
  }
  for (const ids of Object.values(control)) ids.sort();
  return {
    tests: measured({
      ...tests.value,
      ...counts,
      outcomes: kept,
      ...(files === undefined ? {} : { files: keptFiles }),
    }),
    control,
  };
};

import * as z from 'zod';
import { Evidence, TreeEvidence } from '../../../../core/domain/evidence/evidence.ts';
import { mapMeasured, measuredOf, type Measured } from '../../../../core/domain/measured.ts';
import { sortedRecord } from '../../../../core/domain/json/sorted-records.ts';
import { TestOutcome, TestReport } from '../../../../core/domain/check/test-report.ts';
import { deltaApplier, deltaOf } from './record-delta.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isOutcome = (value: unknown): value is TestOutcome => TestOutcome.options.some((one) => one === value);

/** As z.record, but five times as fast, and a test may be called `__proto__`. */
const recordOf = <T>(holds: (value: unknown) => value is T) =>
  z.custom<Record<string, T>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every(holds),
  );

const deltaFor = <T>(holds: (value: unknown) => value is T) =>
  z.strictObject({ changed: recordOf(holds), absent: z.array(z.string()) });

const BaselineTests = TestReport.extend({
  outcomes: recordOf(isOutcome).optional(),
  files: recordOf(isText).optional(),
});
const CandidateTests = TestReport.extend({
  outcomes: deltaFor(isOutcome).optional(),
  files: deltaFor(isText).optional(),
});
type CandidateTests = z.infer<typeof CandidateTests>;

/** `baseline/evidence.json`. */
export const StoredBaseline = TreeEvidence.extend({ tests: measuredOf(BaselineTests) });
/** `candidates/<name>/evidence.json`: tests are stored as their difference from the baseline's. */
export const StoredEvidence = Evidence.extend({ tests: measuredOf(CandidateTests) });
export type StoredEvidence = z.infer<typeof StoredEvidence>;

const recordsOf = (tests: Measured<TestReport>): Pick<TestReport, 'outcomes' | 'files'> =>
  tests.known ? tests.value : {};

export const shrinkEvidence = (baseline: TreeEvidence, evidence: Evidence): StoredEvidence => {
  const base = recordsOf(baseline.tests);
  const shrink = ({ outcomes, files, ...rest }: TestReport): CandidateTests => ({
    ...rest,
    ...(outcomes === undefined ? {} : { outcomes: deltaOf(base.outcomes, outcomes) }),
    ...(files === undefined ? {} : { files: deltaOf(base.files, files) }),
  });
  return { ...evidence, tests: mapMeasured(evidence.tests, shrink) };
};

export const evidenceGrower = (baseline: TreeEvidence): ((stored: StoredEvidence) => Evidence) => {
  const base = recordsOf(baseline.tests);
  const outcomesOf = deltaApplier(base.outcomes);
  const filesOf = deltaApplier(base.files);
  const grow = ({ outcomes, files, ...rest }: CandidateTests): TestReport => ({
    ...rest,
    ...(outcomes === undefined ? {} : { outcomes: outcomesOf(outcomes) }),
    ...(files === undefined ? {} : { files: filesOf(files) }),
  });
  return (stored) => ({ ...stored, tests: mapMeasured(stored.tests, grow) });
};

export const growBaseline = (stored: z.infer<typeof StoredBaseline>): TreeEvidence => {
  const grow = ({ outcomes, files, ...rest }: TestReport): TestReport => ({
    ...rest,
    ...(outcomes === undefined ? {} : { outcomes: sortedRecord(outcomes) }),
    ...(files === undefined ? {} : { files: sortedRecord(files) }),
  });
  return { ...stored, tests: mapMeasured(stored.tests, grow) };
};

import type { CheckOutcome } from '../../../core/domain/check/check-outcome.ts';
import { NOT_RUN_AFTER_BROKEN_BUILD } from '../../../core/domain/evidence/evidence.ts';
import type { RunEvent } from '../../../core/domain/run/run-event.ts';
import { profileById } from '../../../core/languages/languages.ts';
import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { readLaneTests } from './read-lane-tests.ts';
import { summariseLane } from './summarise-lane.ts';
import { type LaneRecord, remember, skipChecks } from './tree-lane.ts';

const failed = ({ outcome }: FinishedCheck): boolean => outcome.status !== 'exited' || outcome.exitCode !== 0;

const NOT_FOUND = new Set([126, 127]);

/** Tests that fail without a report may not compile yet; a candidate can fix that. */
const mayRunYet = (outcome: CheckOutcome): boolean =>
  outcome.status === 'exited' && outcome.exitCode > 0 && !NOT_FOUND.has(outcome.exitCode);

/** If the installation compiled the base, its checks are faster than a candidate's, which include compiling. */
const compiledMs = ({ plan, base }: FieldContext): number =>
  profileById(plan.profile)?.compilesOnInstall &&
  plan.install?.scope === 'tree' &&
  base.installed.status === 'installed'
    ? base.installed.durationMs
    : 0;

/** The base shows how long a check takes, and which checks this repository does not have. */
const learnFromBase = (
  context: FieldContext,
  record: LaneRecord,
  { check, outcome, altered = [] }: FinishedCheck,
): void => {
  for (const path of altered) context.written.add(path);
  const { build, tests, lint, types, security } = summariseLane(record);
  const didItsWork = {
    build: false,
    test: tests.known && (tests.value.passed > 0 || tests.value.trust === 'structured'),
    lint: lint.known,
    types: types?.known === true,
    security: security.known,
  }[check.kind];
  // A command that fails at its start does not show how long a candidate with which it works may take.
  const isMeasure = outcome.status !== 'exited' || outcome.exitCode === 0 || didItsWork;
  if (isMeasure && 'durationMs' in outcome) {
    const silentMs = outcome.status === 'exited' ? outcome.silentMs : undefined;
    context.times.learn(check.name, Math.max(outcome.durationMs, compiledMs(context)), silentMs);
  }
  const seen = { build, test: tests, lint, types, security }[check.kind];
  if (seen === undefined || seen.known || seen.cause !== 'not-configured') return;
  if (check.kind === 'test' && mayRunYet(outcome)) return;
  context.unconfigured.add(check.kind);
};

/** Counts of tests; empty if there are none. */
const testsIn = ({ subject }: LaneRecord, finished: FinishedCheck) => {
  const tests = finished.check.kind === 'test' ? readLaneTests(finished, subject.side) : null;
  if (tests === null || !tests.known) return {};
  const { passed, failed: broken } = tests.value;
  return passed + broken === 0 ? {} : { tests: { passed, failed: broken } };
};

export const checkEvent = (
  event: 'check' | 'check_reused',
  record: LaneRecord,
  finished: FinishedCheck,
): RunEvent => ({
  event,
  owners: record.subject.owners,
  check: finished.check.name,
  outcome: finished.outcome,
  ...testsIn(record, finished),
});

/** Processes a result, fresh or recalled; `stop`: the tree needs no further checks. */
export const afterCheck = (
  context: FieldContext,
  record: LaneRecord,
  finished: FinishedCheck,
  reused: boolean,
): 'continue' | 'stop' => {
  const { check } = finished;
  const { side } = record.subject;
  remember(record, finished, reused);
  if (side === 'baseline') learnFromBase(context, record, finished);
  const broken = check.kind === 'build' && failed(finished) && !context.unconfigured.has('build');
  if (side === 'baseline' || !broken || !context.options.stopAtBrokenBuild) return 'continue';
  const checks = checksOf(context, record.subject);
  skipChecks(record, checks.slice(checks.indexOf(check) + 1), {
    cause: 'candidate',
    reason: NOT_RUN_AFTER_BROKEN_BUILD,
  });
  return 'stop';
};

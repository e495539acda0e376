import type { GatePolicy } from '../domain/policy/race-rules.ts';
import type { Measured } from '../domain/measured.ts';
import type { TestChange } from '../domain/candidate/test-change.ts';
import type { RaceFacts } from '../domain/run/race-facts.ts';
import { WHOLE_COMMAND } from '../domain/check/test-report.ts';
import { clearlyAbove } from '../math/nearly-equal.ts';

const ID_LENGTH_SHOWN = 120;

const cut = (id: string): string => (id.length > ID_LENGTH_SHOWN ? `${id.slice(0, ID_LENGTH_SHOWN)}…` : id);

const listed = (ids: readonly string[], all: number): string => {
  if (ids.length === 0) return '';
  const more = all - ids.length;
  return `: ${ids.map(cut).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const percent = (value: number): string => `${Math.round(value * 10) / 10} %`;

/** A test that fails now and then may not be the candidate's fault: the reader has to know. */
const unsteadyNote = (unsteady: number, regressed: number): string =>
  unsteady === 0
    ? ''
    : regressed === 1
      ? ', which passed when it ran again'
      : `; ${unsteady} of them passed when run again`;

const regressionSentence = (change: TestChange, allowedPercent: number, unsteady: number): string | null => {
  const { regressed, basePassed, regressedIds } = change;
  const share = basePassed === 0 ? 0 : (100 * regressed) / basePassed;
  if (!clearlyAbove(share, allowedPercent)) return null;
  if (basePassed === 1 && regressedIds[0] === WHOLE_COMMAND)
    return 'the test command exits with 0 on the base and with an error now';
  const limit = allowedPercent > 0 ? ` (${percent(share)}, allowed ${percent(allowedPercent)})` : '';
  const tests = basePassed === 1 ? 'test' : 'tests';
  return `${regressed} of ${basePassed} ${tests} that passed on the base no longer ${regressed === 1 ? 'passes' : 'pass'}${limit}${listed(regressedIds, regressed)}${unsteadyNote(unsteady, regressed)}`;
};

const droppedSentence = ({ dropped, droppedIds }: TestChange): string => {
  const [tests, run] = dropped === 1 ? ['test', 'runs'] : ['tests', 'run'];
  return `${dropped} ${tests} that ran on the base no longer ${run}${listed(droppedIds, dropped)}`;
};

type TestsGateInput = {
  readonly tests: Measured<TestChange>;
  readonly policy: GatePolicy;
  readonly candidate: Pick<RaceFacts, 'commandFailure' | 'unsteady'>;
};

/** A missing result is as bad as a regression if the baseline has one. */
export const testsGate = ({ tests, policy, candidate }: TestsGateInput): string | null => {
  if (!tests.known) return tests.cause === 'not-configured' ? null : `no test result: ${tests.reason}`;
  const sentences = [
    regressionSentence(tests.value, policy.max_test_regression_percent, candidate.unsteady ?? 0),
    policy.fail_on_dropped_tests && tests.value.dropped > 0 ? droppedSentence(tests.value) : null,
    candidate.commandFailure ?? null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join('; ');
};

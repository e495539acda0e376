import { scoreCaptured, type RunPolicy } from '../conclude/score-captured.ts';
import type { ScoredRace } from '../conclude/score-race.ts';
import { showSeconds } from '../domain/check/check-outcome.ts';
import type { Captured, CheckRun, TreeEvidence } from '../domain/evidence/evidence.ts';
import { adaptSilenceMs, adaptTimeoutMs, type BaselineTime } from '../math/adaptive-limits.ts';
import { sourceOf } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import type { QuestionOf } from './question.ts';

/** A new limit has to be this much longer to be worth another run. */
const WORTH_IT = 1.5;

const PREPARATION = /^prepare-.+-\d+$/;

/** One of the plan's checks, as opposed to a run that answers a later question. */
const isPlanned = ({ check: { kind, name } }: CheckRun): boolean =>
  kind === 'build' ? !PREPARATION.test(name) : name === kind;

const stoppedEarly = ({ runs }: TreeEvidence): readonly CheckRun[] =>
  runs.filter(
    (run) =>
      run.outcome.status === 'timed-out' && run.outcome.timeoutMs < run.check.timeoutMs && isPlanned(run),
  );

/** The longest complete run of this check on any tree: how slow the machine was, as opposed to one candidate. */
const slowest = ({ baseline, evidence }: Captured, name: string): BaselineTime => {
  const ended = [baseline, ...evidence].flatMap(({ runs }) =>
    runs.flatMap(({ check, outcome }) =>
      check.name === name && outcome.status === 'exited' ? [outcome] : [],
    ),
  );
  return {
    durationMs: Math.max(0, ...ended.map(({ durationMs }) => durationMs)),
    silentMs: Math.max(0, ...ended.map(({ silentMs = 0 }) => silentMs)),
  };
};

/** The limit that stopped it (total time or silence), and the limit that the other trees suggest. */
const limitsOf = ({ check, outcome }: CheckRun, others: BaselineTime) => {
  const fairMs = adaptTimeoutMs(check.timeoutMs, others.durationMs);
  if (outcome.status !== 'timed-out') return { beforeMs: 0, afterMs: fairMs, fairMs };
  if (outcome.silentMs === undefined) return { beforeMs: outcome.timeoutMs, afterMs: fairMs, fairMs };
  return { beforeMs: outcome.silentMs, afterMs: adaptSilenceMs(others), fairMs };
};

const gateOf = ({ check }: CheckRun): string => (check.kind === 'test' ? 'tests' : check.kind);

/** Without a build there are no tests, and without tests nothing shows progress. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  tests: ['build'],
  progress: ['build', 'tests'],
};

/** Whether every failed gate belongs to a stopped check or follows from one. */
const failedOnlyForTime = (gates: readonly string[], late: readonly CheckRun[]): boolean => {
  const stopped = new Set(late.map(gateOf));
  return gates.every((gate) => stopped.has(gate) || FOLLOWS[gate]?.some((cause) => stopped.has(cause)));
};

/**
 * A candidate that was stopped by an adapted limit, and failed no gate for another reason, is tried again: with the
 * limit that the slowest other tree suggests, or with the full configured time if no candidate may win otherwise.
 */
export const retriesOf = (
  captured: Captured,
  { winner, rankings }: Pick<ScoredRace, 'winner' | 'rankings'>,
): readonly QuestionOf<'retry'>[] => {
  const gatesOf = new Map(rankings.map(({ agent, gates }) => [agent, gates]));
  const retries = new Map<string, QuestionOf<'retry'>>();
  for (const evidence of captured.evidence) {
    const late = stoppedEarly(evidence);
    const { name: candidate } = evidence.candidate;
    if (late.length === 0 || !failedOnlyForTime(gatesOf.get(candidate) ?? [], late)) continue;
    const limitsMs: Record<string, number> = {};
    for (const run of late) {
      const { name, timeoutMs } = run.check;
      const { beforeMs, afterMs, fairMs } = limitsOf(run, slowest(captured, name));
      if (winner === null) limitsMs[name] = timeoutMs;
      else if (afterMs >= beforeMs * WORTH_IT) limitsMs[name] = fairMs;
    }
    const source = sourceOf(evidence);
    if (Object.keys(limitsMs).length > 0) retries.set(source, { kind: 'retry', candidate, source, limitsMs });
  }
  return [...retries.values()];
};

export const retry: Inquiry<'retry'> = {
  kind: 'retry',
  report: {
    describe: ({ limitsMs }) => {
      const limits = Object.entries(limitsMs).map(([name, ms]) => `${name} for up to ${showSeconds(ms)}`);
      return {
        question: `retry of ${limits.join(', ')}`,
        why: 'it ran out of time, and was not tried with this limit',
      };
    },
    traceless: true,
  },
  ask: (captured, policy: RunPolicy) =>
    [captured.baseline, ...captured.evidence].every((tree) => stoppedEarly(tree).length === 0)
      ? []
      : retriesOf(captured, scoreCaptured(captured, policy).scored),
};

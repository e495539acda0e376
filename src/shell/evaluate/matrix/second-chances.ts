import type { Conclusion } from '../../../core/domain/run/conclusion.ts';
import type { Captured, CheckRun, TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import { adaptSilenceMs, adaptTimeoutMs, type BaselineTime } from '../lanes/adaptive-timeout.ts';
import { subjectId, type TreeUnderTest } from '../lanes/tree-lane.ts';

/** A new limit has to be this much longer to be worth another run. */
const WORTH_IT = 1.5;

const stoppedEarly = ({ runs }: TreeEvidence): readonly CheckRun[] =>
  runs.filter(({ check, outcome }) => outcome.status === 'timed-out' && outcome.timeoutMs < check.timeoutMs);

/** The slowest that anybody's check took to its end: how slow this machine was, as opposed to one candidate. */
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

/** What it was stopped by, and what the others suggest instead: of all its time, or of its silence. */
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

/** Gates that fell for want of time: the stopped check's own, and those that follow from it. */
const onlyLate = (gates: readonly string[], late: readonly CheckRun[]): boolean => {
  const stopped = new Set(late.map(gateOf));
  return gates.every((gate) => stopped.has(gate) || FOLLOWS[gate]?.some((cause) => stopped.has(cause)));
};

/**
 * Who was stopped by an adapted limit and has nothing else against it is tried once more: with the limit
 * that the slowest of the others suggests, and with the whole configured time where nobody may win otherwise.
 */
export const secondChances = (
  captured: Captured,
  { winner, rankings }: Conclusion,
  subjects: readonly TreeUnderTest[],
): readonly TreeUnderTest[] => {
  const gatesOf = new Map(rankings.map(({ agent, gates }) => [agent, gates]));
  const chances = new Map<string, Record<string, number>>();
  for (const evidence of captured.evidence) {
    const late = stoppedEarly(evidence);
    if (late.length === 0 || !onlyLate(gatesOf.get(evidence.candidate.name) ?? [], late)) continue;
    const limitsMs: Record<string, number> = {};
    for (const run of late) {
      const { name, timeoutMs } = run.check;
      const { beforeMs, afterMs, fairMs } = limitsOf(run, slowest(captured, name));
      if (winner === null) limitsMs[name] = timeoutMs;
      else if (afterMs >= beforeMs * WORTH_IT) limitsMs[name] = fairMs;
    }
    if (Object.keys(limitsMs).length > 0) chances.set(evidence.pinned?.tree ?? evidence.tree, limitsMs);
  }
  return subjects.flatMap((subject) => {
    const limitsMs = chances.get(subjectId(subject));
    return limitsMs === undefined ? [] : [{ ...subject, limitsMs }];
  });
};

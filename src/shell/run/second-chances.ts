import type { Conclusion } from '../../core/domain/conclusion.ts';
import type { Captured, CheckRun, TreeEvidence } from '../../core/domain/evidence.ts';
import { adaptTimeoutMs } from '../capture/adaptive-timeout.ts';
import { subjectId, type TreeUnderTest } from '../capture/tree-lane.ts';

/** A new limit has to be this much longer to be worth another run. */
const WORTH_IT = 1.5;

const stoppedEarly = ({ runs }: TreeEvidence): readonly CheckRun[] =>
  runs.filter(({ check, outcome }) => outcome.status === 'timed-out' && outcome.timeoutMs < check.timeoutMs);

/** The slowest that anybody's check took to its end: how slow this machine was, as opposed to one candidate. */
const slowestMs = ({ baseline, evidence }: Captured, name: string): number => {
  const durations = [baseline, ...evidence].flatMap(({ runs }) =>
    runs.flatMap(({ check, outcome }) =>
      check.name === name && outcome.status === 'exited' ? [outcome.durationMs] : [],
    ),
  );
  return Math.max(0, ...durations);
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
    for (const { check, outcome } of late) {
      const before = outcome.status === 'timed-out' ? outcome.timeoutMs : 0;
      const fair = adaptTimeoutMs(check.timeoutMs, slowestMs(captured, check.name));
      const after = winner === null ? check.timeoutMs : fair;
      if (winner === null || after >= before * WORTH_IT) limitsMs[check.name] = after;
    }
    if (Object.keys(limitsMs).length > 0) chances.set(evidence.pinned?.tree ?? evidence.tree, limitsMs);
  }
  return subjects.flatMap((subject) => {
    const limitsMs = chances.get(subjectId(subject));
    return limitsMs === undefined ? [] : [{ ...subject, limitsMs }];
  });
};

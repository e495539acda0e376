import type { RunPolicy } from '../../../core/conclude/score-captured.ts';
import { type CapturedSoFar, withAsked } from '../../../core/next-work/captured-so-far.ts';
import { leaveOut, mayLeaveOut } from '../../../core/next-work/left-out.ts';
import { nextWork } from '../../../core/next-work/next-work.ts';
import type { Question, QuestionKind, QuestionOf } from '../../../core/next-work/question.ts';
import { throwIfAborted } from '../../errors/abort-error.ts';
import { settleAll } from '../../errors/settle-all.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { AddEvidence, Executor } from './executor.ts';
import { EXECUTORS } from './executors.ts';

const execute = async <K extends QuestionKind>(
  field: FieldUnderTest,
  kind: K,
  work: readonly Question[],
): Promise<AddEvidence> => {
  const questions = work.filter((question): question is QuestionOf<K> => question.kind === kind);
  const executor: Executor<K> = EXECUTORS[kind];
  const text = executor.stage?.(questions);
  if (text !== undefined) field.context.tools.run.emit({ event: 'stage', text });
  return executor.run(field, questions);
};

const MINUTE_MS = 60_000;

/** No examination begins after this time. */
export type TimeLimit = { readonly sinceMs: number; readonly minutes: number };

/** Asks and answers questions, round by round, until none is left. */
export const gatherEvidence = async (
  field: FieldUnderTest,
  start: CapturedSoFar,
  policy: RunPolicy,
  limit?: TimeLimit,
): Promise<CapturedSoFar> => {
  const { clock } = field.context.tools;
  const isOver = (): boolean =>
    limit !== undefined && clock.monotonicMs() - limit.sinceMs >= limit.minutes * MINUTE_MS;
  let captured = start;
  for (;;) {
    throwIfAborted(field.context.tools.signal);
    const work = nextWork(captured, policy);
    if (work.length === 0) return captured;
    if (limit !== undefined && mayLeaveOut(work) && isOver()) {
      captured = leaveOut(withAsked(captured, work), work, limit.minutes);
      continue;
    }
    const kinds = [...new Set(work.map(({ kind }) => kind))];
    const additions = await settleAll(kinds.map((kind) => execute(field, kind, work)));
    captured = additions.reduce((seen, add) => add(seen), withAsked(captured, work));
  }
};

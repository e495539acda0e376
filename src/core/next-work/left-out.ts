import { missing } from '../domain/measured.ts';
import { type CapturedSoFar, withControl, withTree } from './captured-so-far.ts';
import { describeControl } from './control.ts';
import { elsewhereLeftOut } from './elsewhere/elsewhere.ts';
import { addProbes } from './probe.ts';
import type { Question, QuestionKind } from './question.ts';

/** What goes beyond the tests and their proof. Whatever confirms or lifts a suspicion is never left out. */
const EXAMINATIONS: Partial<Record<QuestionKind, string>> = {
  control: 'the negative control',
  elsewhere: 'tests in other surroundings',
  'elsewhere-today': 'tests in other surroundings',
  'elsewhere-moved': 'tests in other surroundings',
  probe: 'probes of behaviour',
};

/** Whether all of these questions can be left out if there is no time for them. */
export const mayLeaveOut = (work: readonly Question[]): boolean =>
  work.every(({ kind }) => EXAMINATIONS[kind] !== undefined);

const answer = (captured: CapturedSoFar, question: Question, reason: string): CapturedSoFar => {
  switch (question.kind) {
    case 'control':
      return { ...captured, controls: withControl(captured, describeControl(false, reason)) };
    case 'elsewhere':
      return withTree(elsewhereLeftOut(captured, reason), question.tree, (one) => ({
        ...one,
        elsewhere: missing('not-configured', reason),
      }));
    case 'probe':
      return addProbes(captured, missing('not-configured', reason));
    default:
      return captured;
  }
};

/** Marks these questions as not examined, because the time for them is over. */
export const leaveOut = (
  captured: CapturedSoFar,
  work: readonly Question[],
  minutes: number,
): CapturedSoFar => {
  const reason = `not begun within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const before = captured.leftOut?.examinations ?? [];
  const now = work.flatMap(({ kind }) => EXAMINATIONS[kind] ?? []);
  return {
    ...work.reduce((so, question) => answer(so, question, reason), captured),
    leftOut: { minutes, examinations: [...new Set([...before, ...now])] },
  };
};

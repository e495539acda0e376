import type { RunPolicy } from '../conclude/score-captured.ts';
import { baseRepeat } from './base-repeat.ts';
import type { CapturedSoFar } from './captured-so-far.ts';
import { change } from './change.ts';
import { checks } from './checks.ts';
import { baseUnsteady, confirm } from './confirm.ts';
import { control, controlAgain } from './control.ts';
import { cross, crossAlone } from './cross.ts';
import { dataAgain, dataTests } from './data-tests.ts';
import { dimensions } from './dimensions.ts';
import { elsewhere, elsewhereMoved, elsewhereToday } from './elsewhere/elsewhere.ts';
import { elsewhereAgain } from './elsewhere/elsewhere-again.ts';
import { hiddenTests } from './hidden-tests.ts';
import type { AnyInquiry } from './inquiry.ts';
import { loosen } from './loosen.ts';
import { ownTests } from './own-tests.ts';
import { panel } from './panel.ts';
import { panelTests } from './panel-tests.ts';
import { probe } from './probe.ts';
import type { Question } from './question.ts';
import { retry } from './retry.ts';

/** Each round builds on the answers of earlier rounds; questions of one round can be answered in parallel. */
const ROUNDS: readonly (readonly AnyInquiry[])[] = [
  [checks, change, dimensions],
  [loosen],
  [retry],
  [baseRepeat],
  [confirm],
  [baseUnsteady],
  [ownTests],
  [dataTests],
  [dataAgain],
  [control],
  [controlAgain],
  [cross],
  [crossAlone],
  [elsewhere],
  [elsewhereToday],
  [elsewhereMoved],
  [elsewhereAgain],
  [probe],
  [panelTests],
  [panel],
  [hiddenTests],
];

export const INQUIRIES: readonly AnyInquiry[] = ROUNDS.flat();

/** A round is asked once: later results do not reopen it, so every run ends. */
const openRounds = (asked: readonly Question[]): typeof ROUNDS => {
  const kinds = new Set(asked.map(({ kind }) => kind));
  return ROUNDS.slice(ROUNDS.findLastIndex((round) => round.some(({ kind }) => kinds.has(kind))) + 1);
};

/**
 * What to examine next, from the evidence so far: the questions of the next round that has any; none: conclude.
 * Of a finished run: everything that this policy asks and the evidence does not answer.
 */
export const nextWork = (captured: CapturedSoFar, policy: RunPolicy): readonly Question[] => {
  const { examination } = captured;
  if (examination === undefined)
    return INQUIRIES.filter(({ report }) => report !== undefined).flatMap(({ ask }) => ask(captured, policy));
  for (const round of openRounds(examination.asked)) {
    const questions = round.flatMap(({ ask }) => ask(captured, policy));
    if (questions.length > 0) return questions;
  }
  return [];
};

import { findObjectWith } from '../../domain/json/find-object-with.ts';
import { measured, missing, type Measured } from '../../domain/measured.ts';

const BEST = 100;
const SCORE_IN_TEXT = /"score"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/;

type Found = { readonly score: unknown } | 'none' | 'too-much';

const findScore = (reply: string): Found => {
  const search = findObjectWith(reply, 'score');
  if (search === 'too-much') return search;
  if (search !== 'none') return { score: (search.found as { score: unknown }).score };
  const inText = SCORE_IN_TEXT.exec(reply);
  return inText === null ? 'none' : { score: Number(inText[1]) };
};

/** The score of the first balanced JSON object that has one, else the first `"score": number`; 0..1. */
export const readVote = (reply: string): Measured<number> => {
  const found = findScore(reply);
  if (found === 'none') return missing('not-configured', 'the reply has no score');
  if (found === 'too-much')
    return missing('not-configured', 'the reply is too tangled to search for a score');
  const { score } = found;
  if (typeof score !== 'number' || !Number.isFinite(score) || score < 0 || score > BEST)
    return missing('not-configured', 'the score is not a number from 0 to 100');
  return measured(score / BEST);
};

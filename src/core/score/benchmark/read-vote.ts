import { measured, missing, type Measured } from '../../domain/measured.ts';

/** Characters looked at in all: a reply of nothing but braces must not cost its length squared. */
const WORK_LIMIT = 2_000_000;
const BEST = 100;
const SCORE_IN_TEXT = /"score"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/;

const BRACE_OPENS = 1;
const BRACE_CLOSES = -1;

/** Index after the brace that closes the one at `start`, strings skipped; or the text's end and `closed: false`. */
const findClose = (text: string, start: number): { readonly end: number; readonly closed: boolean } => {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
      continue;
    }
    if (char === '"') inString = true;
    depth += char === '{' ? BRACE_OPENS : char === '}' ? BRACE_CLOSES : 0;
    if (depth === 0) return { end: at + 1, closed: true };
  }
  return { end: text.length, closed: false };
};

const parseObject = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
};

type Found = { readonly score: unknown } | 'none' | 'too-much';

const findScore = (reply: string): Found => {
  let work = 0;
  for (let start = reply.indexOf('{'); start !== -1; start = reply.indexOf('{', start + 1)) {
    const { end, closed } = findClose(reply, start);
    work += end - start;
    if (work > WORK_LIMIT) return 'too-much';
    const value = closed ? parseObject(reply.slice(start, end)) : null;
    if (value !== null && Object.hasOwn(value, 'score'))
      return { score: (value as { score: unknown }).score };
  }
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

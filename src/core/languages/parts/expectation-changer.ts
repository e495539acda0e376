import type { Edit, Tree } from '../../syntax/walk-nodes.ts';

/** Changes expectations of a test file so they cannot hold, for the negative control. */
export type ExpectationChanger = {
  edit(tree: Tree, other: OtherValues, path: string): readonly Edit[];
};

/** Values that never equal the ones they replace, and look ordinary. */
export type OtherValues = {
  /** Added to a number. */
  readonly shift: number;
  /** Added to a text, or in place of a value of another kind. */
  readonly word: string;
};

const MOST_ADDED = 89;
const CONSONANTS = 'bdfgklmnprstv';
const VOWELS = 'aeiou';

/** From a secret in hexadecimal: even a candidate that knows this code cannot recognise a changed value. */
export const otherValues = (secret: string): OtherValues => {
  const digits = Array.from(secret.slice(0, 16), (digit) => Number.parseInt(digit, 16) || 0);
  const sum = digits.reduce((total, digit, at) => total + digit * (at + 1), 0);
  const word = digits
    .slice(0, 6)
    .map((digit, at) => (at % 2 === 0 ? CONSONANTS : VOWELS).charAt(digit % (at % 2 === 0 ? 13 : 5)))
    .join('');
  return { shift: 1 + (sum % MOST_ADDED), word };
};

/** A short whole number stays one; anything else becomes a sum. */
export const otherNumber = (text: string, { shift }: OtherValues): string =>
  /^(?:0|[1-9]\d{0,14})$/.test(text) ? String(Number(text) + shift) : `(${text} + ${shift})`;

/** A plain quoted text stays one; anything else becomes a sum of texts. */
export const otherText = (text: string, { word }: OtherValues): string =>
  /^(?:'[^'\\\n]*'|"[^"\\\n]*")$/.test(text)
    ? `${text.slice(0, -1)}${word}${text.slice(-1)}`
    : `(${text} + '${word}')`;

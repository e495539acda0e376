/** What a judge sees of one text; the rest is counted. */
const MOST_CHARS = 120_000;

/** Data between two lines that its author could not foresee. Should it hold the nonce all the same, something else stands there. */
export const fence = (what: string, text: string, nonce: string): string => {
  const left = text.length - MOST_CHARS;
  const shown = left > 0 ? `${text.slice(0, MOST_CHARS)}\n[… ${left} characters left out …]` : text;
  return `<<<${what} ${nonce}\n${shown.replaceAll(nonce, '[…]')}\n${nonce} END OF ${what}>>>`;
};

/** How much of one text a judge sees; the rest is counted. */
const MOST_CHARS = 120_000;

/** Data between two lines that its author could not predict. If it contains the nonce anyway, it is replaced. */
export const fence = (what: string, text: string, nonce: string): string => {
  const left = text.length - MOST_CHARS;
  const shown = left > 0 ? `${text.slice(0, MOST_CHARS)}\n[… ${left} characters left out …]` : text;
  return `<<<${what} ${nonce}\n${shown.replaceAll(nonce, '[…]')}\n${nonce} END OF ${what}>>>`;
};

export type Capped = { readonly text: string; readonly leftOut: number };

/** Half of a character of two units is no character. */
const atCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** Beginning and end of a long text, with the count of characters left out between them. */
export const capText = (text: string, most: number): Capped => {
  if (text.length <= most) return { text, leftOut: 0 };
  const head = atCharacter(text, Math.ceil(most / 2));
  const tail = atCharacter(text, text.length - Math.floor(most / 2));
  const leftOut = tail - head;
  return {
    text: `${text.slice(0, head)}\n[… ${leftOut} characters left out …]\n${text.slice(tail)}`,
    leftOut,
  };
};

export type Capped = { readonly text: string; readonly leftOut: number };

/** Don't split a surrogate pair. */
const isInside = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/** Beginning and end of a long text, with the number of characters left out between them. */
export const capText = (text: string, most: number): Capped => {
  if (text.length <= most) return { text, leftOut: 0 };
  const [middle, rest] = [Math.ceil(most / 2), text.length - Math.floor(most / 2)];
  const head = isInside(text, middle) ? middle - 1 : middle;
  const tail = isInside(text, rest) ? rest + 1 : rest;
  const leftOut = tail - head;
  return {
    text: `${text.slice(0, head)}\n[… ${leftOut} characters left out …]\n${text.slice(tail)}`,
    leftOut,
  };
};

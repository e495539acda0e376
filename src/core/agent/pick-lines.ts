/** Some lines of a text, from 1; with a heading if not all are shown. */
export const pickLines = (text: string, from: number | undefined, to: number | undefined): string => {
  if (from === undefined && to === undefined) return text;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = Math.max(1, Math.min(from ?? 1, lines.length));
  const last = Math.max(first, Math.min(to ?? lines.length, lines.length));
  return `[lines ${first} to ${last} of ${lines.length}]\n${lines.slice(first - 1, last).join('\n')}\n`;
};

const LINE_END = /\r\n|\n|\r/;

/** Lines without their ends; the end of the last line begins no new one. */
export const splitLines = (text: string): readonly string[] => {
  if (text === '') return [];
  const lines = text.split(LINE_END);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

/** Lines with all white space removed, blank ones left out. */
export const squeezeLines = (text: string): readonly string[] =>
  splitLines(text)
    .map((line) => line.replaceAll(/\s+/g, ''))
    .filter((line) => line !== '');

/** Formatters keep a blank line where the author left one: it is layout, not content. */
export const filledLines = (text: string): readonly string[] =>
  splitLines(text).filter((line) => line.trim() !== '');

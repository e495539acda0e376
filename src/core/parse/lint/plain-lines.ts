/** Longer lines are cut before matching: no pattern is tried on more than this. */
const LONGEST_LINE = 4000;

const TERMINAL_SEQUENCE =
  /\u001B(?:\[[0-?]{0,40}[ -/]{0,8}[@-~]|\][^\u0007\u001B]{0,2000}(?:\u0007|\u001B\\)|[@-Z\\-_])/g;

/** Text as lines without colours, links and carriage returns. */
export const plainLines = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll(TERMINAL_SEQUENCE, '')
    .split(/\r?\n/)
    .map((line) => line.slice(0, LONGEST_LINE).trimEnd());

const LONGEST_QUOTE = 160;

/** The first words of an output, for a reason that a person reads. */
export const firstWords = (text: string): string => {
  const start = plainLines(text.slice(0, 8000)).find((line) => line.trim() !== '') ?? '';
  const words = start
    .replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, ' ')
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .trim();
  return words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…` : words;
};

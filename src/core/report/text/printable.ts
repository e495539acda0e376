/** Whole escape sequences first, then all other control characters but tab and newline, and bidirectional overrides. */
export const ESCAPE_SEQUENCES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]?|\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)?|[PX^_][^\u001b]{0,4096}(?:\u001b\\)?|[ -/]*[0-~]?)/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Makes untrusted text safe for a terminal. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(ESCAPE_SEQUENCES, '').replaceAll(CONTROLS, '');

/** The same on one line, cut to a width. */
export const printableLine = (text: string, maxLength = 400): string => {
  const line = printable(text)
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('\t', ' ');
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
};

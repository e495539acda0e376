import { maskSecrets } from '../report/text/mask-secrets.ts';
import { ESCAPE_SEQUENCES } from '../report/text/printable.ts';

/** Colours may stay: `ESC [ … m`. Everything else that moves a cursor or hides text goes. */
const COLOUR = /\u001b\[[0-9;:]{0,40}m/g;
const CONTROLS =
  /[\u0000-\u0008\u000a-\u001a\u001c-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const withoutMotion = (line: string): string =>
  line.includes('\u001b')
    ? line.replaceAll(ESCAPE_SEQUENCES, (sequence) =>
        sequence.match(COLOUR)?.[0] === sequence ? sequence : '',
      )
    : line;

/** A line that was written over shows what was written last. */
const lastWritten = (line: string): string => line.slice(line.lastIndexOf('\r') + 1);

/** One line of a log for a page: colours stay, other control characters go. */
export const logLine = (line: string): string => withoutMotion(lastWritten(line)).replaceAll(CONTROLS, '');

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----/;

/**
 * Hides what looks like a secret, line by line, so that every line keeps its number. Keys of several lines lose their
 * body; `mark` is what stays of a line before it, such as the sign of a diff.
 */
export const maskLines = (lines: readonly string[], mark: (line: string) => string = () => ''): string[] => {
  let inKey = false;
  return lines.map((line) => {
    if (inKey) {
      inKey = !END.test(line);
      return inKey ? `${mark(line)}[masked private key]` : line;
    }
    inKey = BEGIN.test(line) && !END.test(line);
    return maskSecrets(line).text;
  });
};

import { maskSecrets } from './mask-secrets.ts';
import { printable, printableLine } from './printable.ts';

/** Names of the copies of tests; readers of a report must not learn them. */
const CONTROL_MARK = /(?:^|[^0-9A-Za-z])k[0-9a-f]{9}(?![0-9A-Za-z])/;

export const namesControl = (text: string): boolean => CONTROL_MARK.test(text);

const LONGEST_READ = 4_000;

/** One line of untrusted text for a report: masked, without control characters, bounded. */
export const cleanLine = (text: string, maxLength = 300): string =>
  printableLine(maskSecrets(text.slice(0, LONGEST_READ)).text, maxLength);

/** The same for several lines. */
export const cleanLines = (text: string): readonly string[] => printable(maskSecrets(text).text).split('\n');

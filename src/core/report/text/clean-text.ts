import { maskSecrets } from './mask-secrets.ts';
import { printable, printableLine } from './printable.ts';

const LONGEST_READ = 4_000;

/** One line of untrusted text for a report: masked, without control characters, bounded. */
export const cleanLine = (text: string, maxLength = 300): string =>
  printableLine(maskSecrets(text.slice(0, LONGEST_READ)).text, maxLength);

/** The same for several lines. */
export const cleanLines = (text: string): readonly string[] => printable(maskSecrets(text).text).split('\n');

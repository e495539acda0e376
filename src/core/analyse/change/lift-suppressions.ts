import type { ChangedSourceFile } from '../../domain/evidence/assessment.ts';
import { touches } from './line-spans.ts';

/** Words that make a linter ignore a line; longer lines contain data, so patterns are not tried on them. */
const SUPPRESSION = /\b(?:noqa|nosec|eslint-disable|oxlint-disable|eslint-enable|oxlint-enable)\b/gi;
const LONGEST = 2_000;
const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/g;

/** A suppression that the change itself brings hides nothing: its word is replaced by another of the same length. */
export const liftSuppressions = (file: ChangedSourceFile): string => {
  let number = 0;
  return file.text.replaceAll(LINE, (line) => {
    number += 1;
    const seen = line !== '' && line.length <= LONGEST && touches(file, number, number);
    return seen ? line.replaceAll(SUPPRESSION, (word) => 'x'.repeat(word.length)) : line;
  });
};

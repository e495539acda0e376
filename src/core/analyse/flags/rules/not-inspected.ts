import type { FileChange, FlagRule } from '../flag-rule.ts';

/** New at this size, or grown to it from a size that could be read. */
const outgrows = ({ unread, part, role, change, before }: FileChange): boolean =>
  part === null &&
  role !== 'generated' &&
  (unread?.startsWith('larger than') ?? false) &&
  (change === 'added' || (before?.syntax ?? null) !== null);

/** Reports files that could not be inspected. */
export const notInspected: FlagRule = {
  rule: 'not-inspected',
  find: ({ files }) =>
    files
      .filter((file) => file.unread !== undefined && file.language !== null)
      .map((file) => ({
        id: outgrows(file) ? 'oversized-source' : 'not-inspected',
        rule: 'not-inspected',
        file: file.path,
        sentence: `${file.path} was not inspected: ${file.unread}.`,
      })),
};

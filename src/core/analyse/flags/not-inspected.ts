import type { FlagRule } from './flag-rule.ts';

/** What could not be looked into is said, not passed over. */
export const notInspected: FlagRule = {
  rule: 'not-inspected',
  find: ({ files }) =>
    files
      .filter((file) => file.unread !== undefined && file.language !== null && file.role !== 'generated')
      .map((file) => ({
        id: 'not-inspected',
        rule: 'not-inspected',
        file: file.path,
        sentence: `${file.path} was not looked into: ${file.unread}.`,
      })),
};

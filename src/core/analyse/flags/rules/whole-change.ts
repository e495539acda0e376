import type { Flag } from '../../../domain/flags/flag.ts';
import type { FlagRule } from '../flag-rule.ts';

/** A change without effect on what a program does. */
export const wholeChange: FlagRule = {
  rule: 'whole-change',
  find({ files, effect }): readonly Flag[] {
    if (files.length === 0) return [];
    if (files.every(({ role }) => role === 'lockfile'))
      return [
        {
          id: 'lockfile-only',
          rule: 'lockfile-only',
          sentence: 'Only lockfiles are changed: versions of dependencies, but no code.',
          file: files[0]!.path,
        },
      ];
    if (!effect)
      return [
        {
          id: 'formatting-only',
          rule: 'formatting-only',
          sentence: 'Nothing but layout and comments is changed.',
          file: files[0]!.path,
        },
      ];
    return [];
  },
};

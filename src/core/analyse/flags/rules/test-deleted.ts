import type { Flag } from '../../../domain/flags/flag.ts';
import type { FlagRule } from '../flag-rule.ts';
import { codeShrinks, usesAny, vanishedWords } from '../reading/code-shrinks.ts';
import { pairTests, type PlacedTest } from '../reading/pair-tests.ts';
import { flagAt } from '../reading/sightings.ts';

const NAMED = 3;

const sentenceFor = (tests: readonly PlacedTest[], path: string): string => {
  const names = tests.slice(0, NAMED).map(({ test }) => `“${test.name}”`);
  const more = tests.length > NAMED ? ` and ${tests.length - NAMED} more` : '';
  return `${path} loses ${tests.length === 1 ? 'a test' : `${tests.length} tests`}: ${names.join(', ')}${more}.`;
};

/** A parameterised test replaces several. */
const OF_A_TABLE = 5;

const countCases = (tests: readonly PlacedTest[]): number =>
  tests.reduce((sum, { test }) => sum + (test.repeats ? OF_A_TABLE : 1), 0);

/** Tests of the base that are gone: not moved, renamed, replaced or removed together with code. One flag per file. */
export const testDeleted: FlagRule = {
  rule: 'test-deleted',
  find(change): readonly Flag[] {
    const { removed: gone, added } = pairTests(change);
    const vanished = vanishedWords(change);
    const removed = gone.filter(({ test }) => !usesAny(test.text, vanished));
    if (removed.length <= countCases(added) || codeShrinks(change)) return [];
    const byFile = new Map<string, PlacedTest[]>();
    for (const placed of removed) {
      const path = placed.file.oldPath ?? placed.file.path;
      const sameFile = byFile.get(path);
      if (sameFile) sameFile.push(placed);
      else byFile.set(path, [placed]);
    }
    return [...byFile].map(([path, tests]) => {
      const [first] = tests;
      const place = { file: path, version: first!.version, offset: first!.test.offset };
      const rule = first!.file.after === null ? 'test-file-removed' : 'test-case-removed';
      return flagAt('test-deleted', place, { rule, sentence: sentenceFor(tests, path) });
    });
  },
};

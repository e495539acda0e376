import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countChangedLines } from '../../../../src/core/analyse/diff/count-changed-lines.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });

/** Longest common subsequence by the textbook table, for comparison. */
const commonLength = (a: readonly string[], b: readonly string[]): number => {
  let row: number[] = Array.from({ length: b.length + 1 }, () => 0);
  for (const line of a) {
    const next = [0];
    b.forEach((other, at) => next.push(line === other ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!)));
    row = next;
  }
  return row[b.length]!;
};

test.each([
  ['', '', 0, 0],
  ['a', 'a', 0, 0],
  ['', 'ab', 2, 0],
  ['ab', '', 0, 2],
  ['abc', 'axc', 1, 1],
  ['abcabba', 'cbabac', 2, 3],
])('%j to %j', (before, after, added, removed) => {
  expect(countChangedLines([...before], [...after])).toEqual({ added, removed });
});

test('agrees with the textbook', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const common = commonLength(a, b);
      expect(countChangedLines(a, b)).toEqual({ added: b.length - common, removed: a.length - common });
    }),
    { numRuns: 500 },
  );
});

test('both directions are mirror images', () => {
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const [there, back] = [countChangedLines(a, b), countChangedLines(b, a)];
      expect(there).toEqual({ added: back?.removed, removed: back?.added });
    }),
  );
});

test('gives up on a shuffle rather than hang', () => {
  const ordered = Array.from({ length: 99_991 }, (_, n) => `${n}`);
  const shuffled = ordered.map((_, n) => `${(n * 7_919) % 99_991}`);
  expect(countChangedLines(ordered, shuffled)).toBeNull();
});

test('a rewrite of a large file is counted exactly', () => {
  const file = (of: string) => Array.from({ length: 200_000 }, (_, n) => `${of} ${n}`);
  expect(countChangedLines(file('old'), file('new'))).toEqual({ added: 200_000, removed: 200_000 });
});

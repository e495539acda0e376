import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNotable, outlineOf } from '../../../src/core/view/log-outline.ts';

test('parts cover every line once, and every notable line is in a notable part', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.uniqueArray(fc.nat(199)), (lines, found) => {
      const notable = found.filter((line) => line < lines).toSorted((one, other) => one - other);
      const { parts } = outlineOf(lines, notable);
      let end = 0;
      for (const { from, to } of parts) {
        expect(from).toBe(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBe(lines);
      for (const line of notable)
        expect(parts.find(({ from, to }) => from <= line && line < to)?.kind).toBe('notable');
    }),
  );
});

test('a long quiet beginning can be folded', () => {
  expect(outlineOf(100, [50]).parts).toEqual([
    { from: 0, to: 48, kind: 'quiet' },
    { from: 48, to: 57, kind: 'notable' },
    { from: 57, to: 97, kind: 'quiet' },
    { from: 97, to: 100, kind: 'notable' },
  ]);
  expect(isNotable('✖ adds')).toBe(true);
  expect(isNotable('1 test FAILED')).toBe(true);
  expect(isNotable('ok 1 - adds')).toBe(false);
});

test('an unread part is not folded', () => {
  expect(outlineOf(100, [50], 51).parts).toEqual([
    { from: 0, to: 48, kind: 'quiet' },
    { from: 48, to: 57, kind: 'notable' },
    { from: 57, to: 100, kind: 'notable' },
  ]);
});

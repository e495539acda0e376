import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedSpans } from '../../../../src/core/analyse/change/changed-spans.ts';
import { liftSuppressions } from '../../../../src/core/analyse/change/lift-suppressions.ts';
import { countChangedLoc, touches } from '../../../../src/core/analyse/change/line-spans.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'dd'), { maxLength: 40 })
  .map((lines) => lines.join('\n'));

describe('changedSpans', () => {
  test.each([
    ['a\nb\nc\n', 'a\nb\nc\n', []],
    ['a\nb\n', 'a\nx\nb\n', [[2, 2]]],
    ['a\nb\nc\n', 'a\nc\n', []],
    ['a\n', 'x\ny\n', [[1, 2]]],
    ['', 'x\n', [[1, 1]]],
  ])('%j → %j', (before, after, spans) => {
    expect(changedSpans(before, after)).toEqual(spans);
  });

  test('text outside the spans is in the old text, in that order', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const spans = changedSpans(before, after);
        const kept = after.split('\n').filter((_, at) => !touches({ spans }, at + 1, at + 1));
        let from = 0;
        const old = before.split('\n');
        return kept.every((line) => {
          const at = old.indexOf(line, from);
          from = at + 1;
          return line === '' || at >= 0;
        });
      }),
    );
  });

  test('a text of many thousand other lines is all new, and quickly so', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join('\n');
    expect(changedSpans(lines('a'), lines('b'))).toEqual([[1, 20_000]]);
  });
});

test('blank lines are not changed lines', () => {
  expect(countChangedLoc({ path: 'a', text: 'a\n\n  \nb\n', spans: null })).toBe(2);
  expect(countChangedLoc({ path: 'a', text: 'a\n\nb\nc\n', spans: [[2, 3]] })).toBe(1);
});

test('only suppressions in changed lines are lifted, and nothing moves', () => {
  const source = 'a  # noqa\nb  # noqa: E501\n';
  const lifted = liftSuppressions({ path: 'a.py', text: source, spans: [[2, 2]] });
  expect(lifted).toBe('a  # noqa\nb  # xxxx: E501\n');
});

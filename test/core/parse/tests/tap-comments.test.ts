import { describe, expect, test } from 'vitest';
import { readTapDocument } from '../../../../src/core/parse/tests/tap-document.ts';

const groupsOf = (text: string) => {
  const read = readTapDocument(text.split('\n'));
  return typeof read === 'string' ? read : read.map(({ group, point }) => [group, point.name]);
};

describe('a comment above a point', () => {
  test('names a group if the first point has one, as in tape', () => {
    expect(groupsOf('TAP version 13\n# adds\nok 1 two\n# takes\nok 2 three\n1..2')).toEqual([
      ['adds', 'two'],
      ['takes', 'three'],
    ]);
  });

  test('describes the failure before it anywhere else, and is part of no name', () => {
    expect(groupsOf('TAP version 13\nnot ok 1 - a\n# expected 1, got 2\nok 2 - b\n1..2')).toEqual([
      ['', 'a'],
      ['', 'b'],
    ]);
  });
});

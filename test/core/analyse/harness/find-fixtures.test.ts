import { expect, test } from 'vitest';
import { isFixture, mayBeFixture } from '../../../../src/core/analyse/harness/find-fixtures.ts';

const added = (path: string) => ({ path, mode: '100644', blob: '1'.repeat(40) });

test.each([
  ['samples/rows.json', true, true],
  ['docs/example.csv', true, true],
  ['samples/rows.json', false, false],
  ['src/rows.js', true, false],
  ['test/fixtures/rows.json', true, false],
])('%s, new: %s', (path, isNew, expected) => {
  expect(mayBeFixture(added(path), isNew)).toBe(expected);
});

test('a removed file is not a fixture', () => {
  expect(mayBeFixture({ path: 'samples/rows.json', mode: '100644', blob: null }, true)).toBe(false);
});

test.each([
  ['in a folder of samples', 'samples/rows.json', { tests: [], source: [] }, true],
  ['mentioned by a test', 'docs/table.csv', { tests: ["open('docs/table.csv')"], source: [] }, true],
  ['mentioned nowhere', 'docs/table.csv', { tests: ['open()'], source: [] }, false],
  [
    'mentioned by the source too',
    'samples/rows.json',
    { tests: ['rows.json'], source: ['rows.json'] },
    false,
  ],
  ['too short a name', 'x/a.b', { tests: ['a.b'], source: [] }, false],
])('data %s', (_, path, texts, expected) => {
  expect(isFixture(added(path), texts)).toBe(expected);
});

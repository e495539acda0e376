import { expect, test } from 'vitest';
import { successorTests } from '../../../../src/core/analyse/flags/reading/successor-tests.ts';
import { changeOf } from './change-of.ts';

const BASE = `test('first', () => {
  assert.equal(one(1), 1);
});
test('second', () => {
  const value = two(2, 'b');
  assert.equal(value.size, 2);
});
test('third', () => {
  assert.equal(three(), 3);
});
`;

const pairsOf = async (after: string, path = 'test/a.test.js') =>
  successorTests(
    await changeOf({
      [path]: { before: BASE, after, ...(path === 'test/a.test.js' ? {} : { oldPath: 'test/a.test.js' }) },
    }),
  ).map(({ before, after: now, by }) => [`${before.file} ${before.name}`, `${now.file} ${now.name}`, by]);

test('an edited test is not another test', async () => {
  expect(await pairsOf(BASE.replace('one(1), 1', 'one(1), 2'))).toEqual([]);
});

test('a renamed test has the body of the old one', async () => {
  expect(await pairsOf(BASE.replace("'second'", "'has a size'"))).toEqual([
    ['test/a.test.js second', 'test/a.test.js has a size', 'body'],
  ]);
});

test('a replaced test has its place', async () => {
  const after = BASE.replace(
    /test\('second'[^]*?\n\}\);\n/,
    "test('newer', () => {\n  assert.throws(() => two());\n});\n",
  );
  expect(await pairsOf(`${after}test('last', () => {\n  assert.ok(last());\n});\n`)).toEqual([
    ['test/a.test.js second', 'test/a.test.js newer', 'position'],
  ]);
});

test('tests of a moved file keep their names', async () => {
  expect(await pairsOf(BASE, 'test/b.test.js')).toEqual(
    ['first', 'second', 'third'].map((name) => [`test/a.test.js ${name}`, `test/b.test.js ${name}`, 'name']),
  );
});

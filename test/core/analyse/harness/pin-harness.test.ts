import { expect, test } from 'vitest';
import { sortHarness, testFilesIn } from '../../../../src/core/analyse/harness/pin-harness.ts';

const change = (path: string, blob: string | null = 'b') => ({ path, mode: '100644', blob });
const paths = (changes: readonly { readonly path: string }[]) => changes.map(({ path }) => path);

test('a change is sorted by what base tests may see of it', () => {
  const sorted = sortHarness(
    [
      'src/a.ts',
      'README.md',
      'test/a.test.ts',
      'test/fixtures/in.json',
      'test/__snapshots__/a.test.ts.snap',
      'conftest.py',
      'vitest.config.ts',
      '.eslintrc.json',
      'scripts/test.sh',
      'package.json',
      'package-lock.json',
      '.github/workflows/ci.yml',
    ].map((path) => change(path)),
  );
  expect(paths(sorted.source)).toEqual(['src/a.ts', 'README.md', '.github/workflows/ci.yml']);
  expect(paths(sorted.apart)).toEqual([
    'test/a.test.ts',
    'test/fixtures/in.json',
    'test/__snapshots__/a.test.ts.snap',
    'conftest.py',
    'vitest.config.ts',
  ]);
  expect(paths(sorted.restored)).toEqual(['.eslintrc.json', 'scripts/test.sh']);
  expect(paths(sorted.manifests)).toEqual(['package.json']);
  expect(paths(sorted.lockfiles)).toEqual(['package-lock.json']);
});

test('paths that the owner calls editable stay the candidate’s', () => {
  const sorted = sortHarness([change('test/golden/a.test.ts'), change('test/a.test.ts')], ['test/golden/**']);
  expect(paths(sorted.source)).toEqual(['test/golden/a.test.ts']);
  expect(paths(sorted.apart)).toEqual(['test/a.test.ts']);
});

test('tests can be passed to a runner; a snapshot is replaced by its test, a removed file is dropped', () => {
  const changes = [
    change('test/a.test.ts'),
    change('test/gone.test.ts', null),
    change('src/__snapshots__/b.test.ts.snap'),
    change('tests/__snapshots__/test_c.ambr'),
    change('src/d.test.js.snapshot'),
    change('test/fixtures/in.json'),
    change('conftest.py'),
  ];
  expect(testFilesIn(changes)).toEqual([
    'test/a.test.ts',
    'src/b.test.ts',
    'tests/test_c.py',
    'src/d.test.js',
  ]);
});

import { describe, expect, test } from 'vitest';
import { findTestData, isTestData } from '../../../../src/core/analyse/harness/find-test-data.ts';

const changed = (path: string) => ({ path, mode: '100644', blob: '1'.repeat(40) });

test.each([
  ['tests/fixtures/table.txt', true],
  ['test/spec.txt', true],
  ['pkg/render/testdata/page.golden', true],
  ['pkg/render/page.golden', true],
  ['src/__fixtures__/input.js', true],
  ['transforms/__testfixtures__/rename.input.js', true],
  ['tests/data/cases/comments.py', true],
  ['tests/ui/wrong.stderr', true],
  ['src/snapshots/crate__renders.snap', true],
  ['test/helpers.js', false],
  ['tests/utils.py', false],
  ['tests/fixtures/__init__.py', false],
  ['tests/README.md', false],
  ['tests/fixtures/.gitkeep', false],
  ['test/a.test.js', false],
  ['src/table.js', false],
  ['data/countries.json', false],
  ['.hidden-tests/rows.json', false],
  // They are handed to the runner as the test file to which they belong.
  ['test/__snapshots__/a.test.js.snap', false],
  ['tests/__snapshots__/test_a.ambr', false],
  ['src/a.test.ts.snapshot', false],
])('%s is data of tests: %s', (path, expected) => {
  expect(isTestData(changed(path))).toBe(expected);
});

test.each([
  ['removed', { ...changed('test/rows.json'), blob: null }],
  ['a link', { ...changed('test/rows.json'), mode: '120000' }],
])('a file that is %s is not', (_, change) => {
  expect(isTestData(change)).toBe(false);
});

describe('who reads it', () => {
  const rows = [changed('test/data/rows.json')];
  const by = (path: string, text = "read('data/rows.json')") => ({ path, text });

  test.each([
    ['a test', [by('test/a.test.js')], ['test/a.test.js']],
    ['two tests', [by('test/b.test.js'), by('test/a.test.js')], ['test/a.test.js', 'test/b.test.js']],
    ['a helper: any test', [by('test/a.test.js'), by('tests/data/load.py')], []],
    ['nobody by name: any test', [], []],
    ['a test in prose: any test', [by('test/a.test.js', '// all rows.json files')], []],
    ['a program for developers', [by('scripts/rows.js'), by('test/a.test.js')], ['test/a.test.js']],
    ['source by the name alone', [by('src/a.js', "'rows.json'"), by('test/a.test.js')], ['test/a.test.js']],
    ['tests within sources', [by('src/lib.rs', 'include_str!("../test/data/rows.json")')], []],
  ])('%s', (_, texts, readers) => {
    expect(findTestData(rows, texts)).toEqual({ readers });
  });

  test.each([
    "readFileSync('test/data/rows.json')",
    "join(root, 'test', 'data', 'rows.json')",
    'path + "\\\\data\\\\rows.json"',
  ])('what the product reads is not data of tests: %s', (text) => {
    expect(findTestData(rows, [by('src/a.js', text), by('test/a.test.js')])).toBeNull();
  });

  test('other data of the same change still is', () => {
    const more = [...rows, changed('test/data/more.json')];
    expect(findTestData(more, [by('src/a.js'), by('test/a.test.js', "'data/more.json'")])).toEqual({
      readers: ['test/a.test.js'],
    });
  });

  test('no data', () => {
    expect(findTestData([changed('src/a.js'), changed('test/a.test.js')], [])).toBeNull();
  });
});

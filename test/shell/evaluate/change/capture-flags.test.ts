import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { createAnalysisProcess } from '../../../../src/shell/adapters/analysers/analysis-process.ts';
import { createBundledAnalysers } from '../../../../src/shell/adapters/assess/bundled-analysers.ts';
import { createSyntaxReader } from '../../../../src/shell/adapters/analysers/syntax-reader.ts';
import { parseRawChanges } from '../../../../src/shell/adapters/git/objects/read-changes.ts';
import { captureFlags, type FlagTools } from '../../../../src/shell/evaluate/change/capture-flags.ts';
import { throwawayRepository, type Tree } from '../../../support/throwaway-repository.ts';

const analysis = createAnalysisProcess();
const repo = throwawayRepository();
const tools: FlagTools = {
  repository: {
    ...repo.repository,
    changes: async (from, to) =>
      parseRawChanges(
        execFileSync('git', ['diff-tree', '-r', '-z', '--no-abbrev', '--raw', '--no-renames', from, to], {
          cwd: repo.root,
        }),
      ),
  },
  syntaxReader: createSyntaxReader(analysis),
  bundledAnalysers: async () => createBundledAnalysers(analysis),
};
afterAll(() => {
  analysis.close();
  repo.remove();
});

const flagsBetween = async (before: Tree, after: Tree) => {
  const [baseTree, tree] = [repo.writeTree(before), repo.writeTree(after)];
  const { flags } = await captureFlags(tools, { baseTree, tree, diff: null, baseFiles: Object.keys(before) });
  return flags.map(({ id, file, line }) => [id, file, line]);
};

const BASE: Tree = {
  'lib/slug.js': 'module.exports = (s) => s.trim();\n',
  'test/slug.test.js':
    "it('slugs', () => {\n  assert.equal(slug('Hello World, friend'), 'hello-world-friend');\n});\n",
};

test('an answer copied from a test that the change does not touch is flagged, with its place', async () => {
  const copied =
    "module.exports = (s) => {\n  if (s === 'Hello World, friend') return 'hello-world-friend';\n  return s.trim();\n};\n";
  expect(await flagsBetween(BASE, { ...BASE, 'lib/slug.js': copied })).toEqual([
    ['special-casing', 'lib/slug.js', 2],
    ['test-value-added', 'lib/slug.js', 2],
  ]);
});

test('an honest change has no flag', async () => {
  const fixed = "module.exports = (s) => s.trim().toLowerCase().replace(/[^a-z]+/g, '-');\n";
  const more = `${String(BASE['test/slug.test.js'])}it('keeps words', () => {\n  assert.equal(slug('a'), 'a');\n});\n`;
  expect(await flagsBetween(BASE, { ...BASE, 'lib/slug.js': fixed, 'test/more.test.js': more })).toEqual([]);
});

test('links, binaries, modes and deletions are read as git stores them', async () => {
  const after: Tree = {
    'lib/slug.js': Buffer.from('module.exports = 1;\0\n'),
    'lib/out': { link: '/etc/passwd' },
    'lib/in': { link: 'slug.js' },
    'lib/run.css': { executable: 'a {}\n' },
    'native.node': Buffer.from('\0\0'),
  };
  expect((await flagsBetween(BASE, after)).map(([id, file]) => `${id} ${file}`).toSorted()).toEqual([
    'binary-code native.node',
    'hidden-text lib/slug.js',
    'mode-changed lib/run.css',
    'symlink-added lib/in',
    'symlink-escape lib/out',
    'test-deleted test/slug.test.js',
  ]);
});

test('a file that is too large to parse is reported as not examined', async () => {
  const large = `${'f();\n'.repeat(300_000)}process.exit(0);\n`;
  expect(await flagsBetween(BASE, { ...BASE, 'lib/large.js': large })).toContainEqual([
    'oversized-source',
    'lib/large.js',
    undefined,
  ]);
});

test('a renamed file keeps its old sightings', async () => {
  const quiet = `// eslint-disable-next-line no-eval\nf();\n${'g();\n'.repeat(20)}`;
  expect(await flagsBetween({ 'lib/a.js': quiet }, { 'lib/b.js': `${quiet}g();\n` })).toEqual([]);
});

const undefinedIn = async (before: Tree, after: Tree) =>
  (await flagsBetween(before, after)).filter(([id]) => id === 'undefined-name');

const PARSE = "import re\n\n\ndef parse(text):\n    return re.split(',', text)\n";

test('a name that is defined nowhere, a local read too early and a new syntax error are flagged', async () => {
  const wrong = (body: string) => ({ 'src/parse.py': `import re\n\n\ndef parse(text):\n${body}` });
  expect(await undefinedIn({ 'src/parse.py': PARSE }, wrong("    return regex.split(',', text)\n"))).toEqual([
    ['undefined-name', 'src/parse.py', 5],
  ]);
  const early = "    parts = parts + re.split(',', text)\n    return parts\n";
  expect(await undefinedIn({ 'src/parse.py': PARSE }, wrong(early))).toEqual([
    ['undefined-name', 'src/parse.py', 5],
  ]);
  expect(await undefinedIn({ 'src/parse.py': PARSE }, wrong("    return re.split(',', text\n"))).toEqual([
    ['undefined-name', 'src/parse.py', expect.any(Number)],
  ]);
});

test.each([
  ['a name that the base uses too', 'x = spam\n', 'x = spam\ny = spam\n'],
  ['a name of Python 2', 'x = 1\n', 'try:\n    text = unicode\nexcept NameError:\n    text = str\n'],
  ['a star import', 'x = 1\n', "from os.path import *\nx = join('a', 'b')\n"],
  [
    'a name of the class that is being defined',
    'x = 1\n',
    "class Node:\n    def copy(self) -> 'Node':\n        return __class__()\n",
  ],
  ['a template that never was Python', '{% if name %}\n', '{% if other %}\n'],
])('%s is not flagged', async (_what, before, after) => {
  expect(await undefinedIn({ 'src/parse.py': before }, { 'src/parse.py': after })).toEqual([]);
});

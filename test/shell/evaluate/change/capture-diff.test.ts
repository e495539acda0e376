import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DiffFacts } from '../../../../src/core/domain/candidate/diff-facts.ts';
import { createAnalysisProcess } from '../../../../src/shell/adapters/analysers/analysis-process.ts';
import { createFormatters } from '../../../../src/shell/adapters/analysers/formatters.ts';
import { createSyntaxReader } from '../../../../src/shell/adapters/analysers/syntax-reader.ts';
import { createSyntaxTrees } from '../../../../src/shell/adapters/analysers/syntax-trees.ts';
import { captureDiff, type DiffTools } from '../../../../src/shell/evaluate/change/capture-diff.ts';
import { InfrastructureError } from '../../../../src/shell/errors/user-error.ts';
import { throwawayRepository, type Tree } from '../../../support/throwaway-repository.ts';

const analysis = createAnalysisProcess();
const repo = throwawayRepository();
const tools: DiffTools = {
  repository: repo.repository,
  formatters: createFormatters(analysis),
  syntaxTrees: createSyntaxTrees(analysis),
  syntaxReader: createSyntaxReader(analysis),
};
afterAll(() => {
  analysis.close();
  repo.remove();
});

const factsBetween = async (before: Tree, after: Tree): Promise<DiffFacts> => {
  const facts = await captureDiff(tools, repo.writeTree(before), repo.writeTree(after));
  if (!facts.known) throw new Error(facts.reason);
  return DiffFacts.parse(facts.value);
};

const PROGRAMS = {
  'a.js': [
    "const a = {b: 1, c: 2}\nfoo(a, 'x')\nbar()\n",
    'const a = {\n  b: 1,\n  c: 2,\n};\n\nfoo(a, "x");\nbar();\n',
  ],
  'a.ts': [
    'const f = (a: string, b: number): string => { return a + b }\nf("1", 2)\n',
    'const f = (\n  a: string,\n  b: number,\n): string => {\n  return a + b;\n};\nf("1", 2);\n',
  ],
  'a.tsx': [
    'const a = <b c="d">\n text {x}\n</b>;\nbar()\n',
    'const a = (\n  <b c="d">\n    text {x}\n  </b>\n);\nbar();\n',
  ],
  'a.py': [
    "def f(a,b):\n  x = {'a':1}\n  return a+b\n",
    'def f(\n    a,\n    b,\n):\n    x = {\n        "a": 1,\n    }\n    return a + b\n',
  ],
  'a.go': [
    'package a\nfunc f(a int,b int) int {\nreturn g(a,b);\n}\n',
    'package a\n\nfunc f(a int, b int) int {\n\treturn g(a, b)\n}\n',
  ],
  'a.rs': [
    'fn f(a:u8,b:u8)->u8{ let c=a+b; c }\n',
    'fn f(a: u8, b: u8) -> u8 {\n    let c = a + b;\n    c\n}\n',
  ],
  'A.java': ['class A{int f(int a){return a;}}\n', 'class A {\n\n  int f(int a) {\n    return a;\n  }\n}\n'],
  'a.json': ['{"a":1,"b":[1,2]}\n', '{\n  "a": 1,\n  "b": [1, 2]\n}\n'],
  'a.md': ['* one\n* two\n', '- one\n- two\n'],
} as const;

test.each(Object.entries(PROGRAMS))(
  '%s: reformatting alone changes nothing',
  async (path, [before, after]) => {
    const facts = await factsBetween({ [path]: before }, { [path]: after });
    expect(facts).toMatchObject({ effect: false, effectiveAdded: 0, effectiveRemoved: 0 });
    expect(facts.added + facts.removed).toBeGreaterThan(0);
  },
);

const TOKENS = {
  'a.js': ['bar', 'qux'],
  'a.ts': ['2', '3'],
  'a.tsx': ['text', 'word'],
  'a.py': ['a+b', 'a-b'],
  'a.go': ['g(', 'h('],
  'a.rs': ['a+b', 'a-b'],
  'A.java': ['return a', 'return 1'],
  'a.json': ['1,"b"', '2,"b"'],
  'a.md': ['two', 'three'],
} as const;

test.each(Object.entries(TOKENS))(
  '%s: one token changed and the file reformatted is a change of a line',
  async (path, [from, to]) => {
    const [before, after] = PROGRAMS[path as keyof typeof PROGRAMS];
    const edited = { 'a.py': ['a + b', 'a - b'], 'a.rs': ['a + b', 'a - b'], 'a.json': ['"a": 1', '"a": 2'] }[
      path
    ] ?? [from, to];
    expect(after).toContain(edited[0]);
    const facts = await factsBetween({ [path]: before }, { [path]: after.replace(edited[0]!, edited[1]!) });
    expect(facts).toMatchObject({ effect: true, effectiveAdded: 1, effectiveRemoved: 1 });
  },
);

test('a comment counts as a line, but has no effect; a directive has one', async () => {
  const comment = await factsBetween({ 'a.ts': 'f();\n' }, { 'a.ts': '// why\nf();\n' });
  expect(comment).toMatchObject({ effect: false, effectiveAdded: 1 });
  const directive = await factsBetween({ 'a.ts': 'f();\n' }, { 'a.ts': '// @ts-expect-error\nf();\n' });
  expect(directive).toMatchObject({ effect: true, effectiveAdded: 1 });
});

test('a comment among new quotes and semicolons has no effect either', async () => {
  const facts = await factsBetween({ 'a.js': "f('x')\n" }, { 'a.js': '// why\n\nf("x");\n' });
  expect(facts).toMatchObject({ effect: false, effectiveAdded: 1, effectiveRemoved: 0 });
});

test('a blank line within a template string is content', async () => {
  const facts = await factsBetween({ 'a.js': "f('x')\n`a\nb`\n" }, { 'a.js': 'f("x");\n`a\n\nb`;\n' });
  expect(facts.effect).toBe(true);
});

test('one file with an effect is enough', async () => {
  const facts = await factsBetween({ 'a.ts': 'f()', 'b.ts': 'f()' }, { 'a.ts': 'f();', 'b.ts': 'g();' });
  expect(facts.files.map((file) => file.effect)).toEqual([false, true]);
  expect(facts.effect).toBe(true);
});

test('an empty diff has no effect', async () => {
  expect(await factsBetween({ a: 'x' }, { a: 'x' })).toEqual({
    files: [],
    added: 0,
    removed: 0,
    effectiveAdded: 0,
    effectiveRemoved: 0,
    effect: false,
  });
});

test.each<[string, Tree, Tree, object]>([
  [
    'a mode',
    { 'a.js': 'f();\n' },
    { 'a.js': { executable: 'f();\n' } },
    { effectiveAdded: 0, normalisedBy: 'git' },
  ],
  [
    'a mode with new layout',
    { 'a.js': 'f();\n' },
    { 'a.js': { executable: 'f()\n' } },
    { effectiveAdded: 0 },
  ],
  [
    'a binary',
    { a: Buffer.of(0, 1) },
    { a: Buffer.of(0, 2) },
    { kind: 'binary', effectiveAdded: 0, normalisedBy: 'git' },
  ],
  ['a link', {}, { a: { link: '/etc/passwd' } }, { kind: 'symlink', effectiveAdded: 1 }],
  ['a submodule', {}, { a: { submodule: '1'.repeat(40) } }, { kind: 'submodule' }],
  [
    'white space that may matter',
    { Makefile: 'a:\n\tb\n' },
    { Makefile: 'a:\n        b\n' },
    { effectiveAdded: 0, effectiveRemoved: 0, normalisedBy: 'whitespace' },
  ],
  [
    'a line of an unknown language',
    { 'a.zig': 'a\nb\n' },
    { 'a.zig': 'a\n\n  c\n' },
    { effectiveAdded: 1, effectiveRemoved: 1, normalisedBy: 'whitespace' },
  ],
  [
    'not UTF-8',
    { 'a.js': Buffer.from('a\xe9;\nb;\n', 'latin1') },
    { 'a.js': Buffer.from('a\xe9;\nc;\n', 'latin1') },
    { effectiveAdded: 1, normalisedBy: 'whitespace', note: 'not UTF-8' },
  ],
  [
    'does not parse',
    { 'a.js': 'f();\n' },
    { 'a.js': 'f(;\n' },
    { effectiveAdded: 1, normalisedBy: 'whitespace', note: 'prettier cannot read the file' },
  ],
  [
    'a lockfile',
    { 'package-lock.json': '{"a": 1}\n' },
    { 'package-lock.json': '{"a": 2}\n' },
    { role: 'lockfile', normalisedBy: 'whitespace' },
  ],
  [
    'an added one-liner',
    {},
    { 'a.js': 'f();'.repeat(50) },
    { added: 1, effectiveAdded: 50, normalisedBy: 'prettier', role: 'source' },
  ],
  ['a deleted file', { 'a.py': 'a;b;c\n' }, {}, { removed: 1, effectiveRemoved: 3, normalisedBy: 'ruff' }],
  ['an empty file', {}, { 'a.test.js': '' }, { effectiveAdded: 0, role: 'test' }],
])('%s is a change with an effect', async (_name, before, after, expected) => {
  const { files, effect } = await factsBetween(before, after);
  expect(files).toEqual([expect.objectContaining({ effect: true, ...expected })]);
  expect(effect).toBe(true);
});

test('a rename with new layout is followed and counts no line', async () => {
  const lines = (end: string) =>
    Array.from({ length: 30 }, (_, n) => `call${n}(${n})${n % 5 ? ';' : end}\n`).join('');
  const facts = await factsBetween({ 'old.js': lines('') }, { 'new.js': lines(';') });
  expect(facts.files).toEqual([
    expect.objectContaining({
      path: 'new.js',
      oldPath: 'old.js',
      change: 'renamed',
      added: 6,
      effectiveAdded: 0,
      effectiveRemoved: 0,
      effect: true,
    }),
  ]);
});

const MINIFIED = 'a=[1,2,3].map(x=>x+1);'.repeat(43_000);

test.each([
  [
    'one line of nearly 1 MB',
    MINIFIED,
    `${MINIFIED}b()`,
    { effectiveAdded: 1, effectiveRemoved: 1, normalisedBy: 'whitespace' },
  ],
  [
    'more than 1 MB',
    MINIFIED,
    MINIFIED.repeat(2),
    { effectiveAdded: 1, normalisedBy: 'git', note: 'larger than 1000000 bytes' },
  ],
  [
    'deep brackets',
    'a',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    { effectiveAdded: 1, normalisedBy: 'whitespace' },
  ],
  [
    'NUL bytes far down',
    `${'a;\n'.repeat(5_000)}b`,
    `${'a;\n'.repeat(5_000)}c\0`,
    { normalisedBy: 'whitespace', effectiveAdded: 1 },
  ],
])('%s ends with a result', async (_name, before, after, expected) => {
  const { files } = await factsBetween({ 'a.js': before }, { 'a.js': after });
  expect(files).toEqual([expect.objectContaining({ effect: true, ...expected })]);
});

test('files beyond the limit are counted as git does, with a note', async () => {
  const tree = (text: string): Tree =>
    Object.fromEntries(Array.from({ length: 405 }, (_, n) => [`f${String(n).padStart(3, '0')}`, text]));
  const { files } = await factsBetween(tree('a\n'), tree('b\n'));
  expect(files.filter((file) => file.normalisedBy === 'git').map((file) => file.path)).toEqual([
    'f400',
    'f401',
    'f402',
    'f403',
    'f404',
  ]);
  expect(files[404]).toMatchObject({ effectiveAdded: 1, note: 'beyond the first 400 files of the diff' });
});

test('analysers that give up are not used for the rest of the diff', async () => {
  let asked = 0;
  const tired: DiffTools = {
    ...tools,
    syntaxTrees: { compare: async () => 'unparsed' },
    formatters: {
      format: async () => {
        asked += 1;
        return { ok: false, why: 'gave-up', reason: 'took more than 1 ms' };
      },
    },
  };
  const tree = (text: string): Tree =>
    Object.fromEntries(['a.js', 'b.js', 'c.js', 'd.js'].map((path) => [path, text]));
  const facts = await captureDiff(tired, repo.writeTree(tree('f();\n')), repo.writeTree(tree('g();\n')));
  expect(asked).toBe(2);
  expect(facts).toMatchObject({
    known: true,
    value: {
      effect: true,
      effectiveAdded: 4,
      files: Array.from({ length: 4 }, () => ({ normalisedBy: 'whitespace' })),
    },
  });
});

test('the order in which git lists files is irrelevant, and no count is negative', async () => {
  const texts = fc.constantFrom('', 'f();\n', 'g( )\n', 'f();\ng();\n', '// c\nf()', '((', '\0');
  const trees = fc.dictionary(fc.constantFrom('a.js', 'b.js', 'c.md', 'd.zig'), texts, {
    noNullPrototype: true,
  });
  await fc.assert(
    fc.asyncProperty(trees, trees, async (before, after) => {
      const [from, to] = [repo.writeTree(before), repo.writeTree(after)];
      const { raw, numstat } = await repo.repository.rawDiff(from, to);
      const backwards = { ...repo.repository, rawDiff: async () => ({ raw: reverseEntries(raw), numstat }) };
      const facts = await captureDiff(tools, from, to);
      expect(await captureDiff({ ...tools, repository: backwards }, from, to)).toEqual(facts);
      expect(facts.known && DiffFacts.safeParse(facts.value).success).toBe(true);
    }),
    { numRuns: 6 },
  );
});

const reverseEntries = (raw: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(raw)
      .toString('latin1')
      .split(/(?=:[0-7]{6} [0-7]{6} )/)
      .toReversed()
      .join(''),
    'latin1',
  );

test.each([
  [
    'malformed output',
    { rawDiff: async () => ({ raw: Buffer.from('?\0'), numstat: Buffer.of() }) },
    /git diff-tree/,
  ],
  [
    'a failing machine',
    { rawDiff: async () => Promise.reject(new InfrastructureError('git', 'git was killed', '')) },
    /git was killed/,
  ],
])('%s is a reason, not a number', async (_name, broken, reason) => {
  const facts = await captureDiff({ ...tools, repository: { ...repo.repository, ...broken } }, 'a', 'b');
  expect(facts).toEqual({ known: false, cause: 'infrastructure', reason: expect.stringMatching(reason) });
});

test('unreadable content is counted as git does', async () => {
  const blind = { ...tools, repository: { ...repo.repository, readBlobs: async () => new Map() } };
  const facts = await captureDiff(blind, repo.writeTree({ 'a.js': 'a' }), repo.writeTree({ 'a.js': 'b' }));
  expect(facts).toMatchObject({
    value: { effect: true, files: [{ normalisedBy: 'git', note: 'its content could not be read' }] },
  });
});

test('lines of tests inside a source file are counted apart', async () => {
  const source = (body: string, tests: string): string =>
    `pub fn add(a: i32, b: i32) -> i32 {\n    ${body}\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n${tests}}\n`;
  const one = '\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n';
  const more = one.replace('adds', 'adds_more');
  const { files } = await factsBetween(
    { 'src/lib.rs': source('a', one) },
    { 'src/lib.rs': source('a + b', one + more) },
  );
  expect(files).toMatchObject([{ effectiveAdded: 5, effectiveRemoved: 1, inside: { added: 4, removed: 0 } }]);
  const plain = await factsBetween({ 'src/lib.rs': 'fn a() {}\n' }, { 'src/lib.rs': 'fn b() {}\n' });
  expect(plain.files[0]?.inside).toBeUndefined();
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as prettier from 'prettier';
import { afterAll, expect, test } from 'vitest';
import { childrenOf } from '../../../support/own-children.ts';
import { createAnalysisProcess } from '../../../../src/shell/adapters/analysers/analysis-process.ts';
import { createFormatters } from '../../../../src/shell/adapters/analysers/formatters.ts';
import { createSyntaxTrees } from '../../../../src/shell/adapters/analysers/syntax-trees.ts';
import { rustfmtFormatter } from '../../../../src/shell/adapters/analysers/formatters/rustfmt-formatter.ts';

const analysis = createAnalysisProcess();
const formatters = createFormatters(analysis);
afterAll(() => analysis.close());

const hasRustfmt = (await rustfmtFormatter.load()) !== null;

const LANGUAGES = [
  ['a.js', 'prettier', "f( 'a',\n b)", 'f("a", b);\n'],
  ['a.ts', 'prettier', 'const a : string = {\n b }', 'const a: string = { b };\n'],
  ['a.tsx', 'prettier', 'const f = <T,>( x: T )=><b  c />', 'const f = <T,>(x: T) => <b c />;\n'],
  ['a.json', 'prettier', '{\n"a":1}', '{ "a": 1 }\n'],
  ['a.css', 'prettier', 'a{b:c}', 'a {\n  b: c;\n}\n'],
  ['a.md', 'prettier', '* a\n* b', '- a\n- b\n'],
  ['a.yml', 'prettier', 'a:   1', 'a: 1\n'],
  ['a.html', 'prettier', '<p >a</p>', '<p>a</p>\n'],
  ['a.py', 'ruff', "x = {  'a':1,}", 'x = {"a": 1}\n'],
  ['a.go', 'gofmt', 'package a\nfunc  f( ){ }', 'package a\n\nfunc f() {}\n'],
  ['A.java', 'prettier-plugin-java', 'class A{int a=1;}', 'class A {\n\n  int a = 1;\n}\n'],
  ...(hasRustfmt ? [['a.rs', 'rustfmt', 'fn  f( ){ }', 'fn f() {}\n'] as const] : []),
] as const;

test.each(LANGUAGES)('%s is formatted by %s', async (path, by, text, formatted) => {
  expect(await formatters.format(path, text)).toEqual({ ok: true, text: formatted, by });
});

const EMBEDDED = '---\na:   1\n---\n\n# x\n\n* y\n\n```js\nf( 1 )\n```\n\n```css\na{b:c}\n```\n';
/** Only the parts of prettier that a file needs are loaded: they must give the same output. */
test.each([
  ['a.jsx', 'babel', 'const a = <style>{`a{b:c}`}</style>;'],
  ['a.mjs', 'babel', 'class A { #b = 1n; @c d() { return import( "x" ) } }'],
  ['a.cts', 'babel-ts', 'enum A { B = 1 }\nabstract class C<T extends object> { declare d?: T }'],
  ['a.scss', 'scss', '---\nx:   1\n---\n$a : 1;\n.b{ &:hover{ c: $a } }'],
  ['a.less', 'less', '@a:1;.b{.c();}'],
  ['a.jsonc', 'jsonc', '// x\n{"a":[1,2,],}'],
  ['a.json5', 'json5', "{a:'b',}"],
  ['a.md', 'markdown', EMBEDDED],
  ['a.yaml', 'yaml', 'a:\n    - b:   c\n---\nd: |\n   e'],
  ['a.gql', 'graphql', 'query A{b(c:1){d}}'],
] as const)('%s is formatted as by all of prettier', async (path, parser, text) => {
  const whole = await prettier.format(text, {
    parser,
    filepath: `file.${path.slice(2)}`,
    objectWrap: 'collapse',
    embeddedLanguageFormatting: 'off',
  });
  expect(whole).not.toBe(text);
  expect(await formatters.format(path, text)).toEqual({ ok: true, text: whole, by: 'prettier' });
});

test.each(LANGUAGES)('%s formatted twice is formatted once (%s)', async (path, _by, _text, formatted) => {
  expect(await formatters.format(path, formatted)).toMatchObject({ ok: true, text: formatted });
});

test.each(['a.sh', 'Makefile', 'a', '.js/x', 'a.constructor', 'a.__proto__'])(
  '%s has no formatter',
  async (path) => {
    expect(await formatters.format(path, 'x')).toMatchObject({ ok: false, why: 'no-formatter' });
  },
);

test.each(['a.js', 'a.py', 'a.go', 'A.java', 'a.json'])('%s that does not parse is refused', async (path) => {
  expect(await formatters.format(path, '{{{ ( [')).toMatchObject({ ok: false, why: 'refused' });
});

test('white space within a template string is not layout', async () => {
  const text = 'const a = css`a{b:c}`;\nconst b = html`<p >x</p>`;\n';
  expect(await formatters.format('a.js', text)).toMatchObject({ ok: true, text });
});

test('a trap in one file costs no other file its formatter', async () => {
  const nested = `package a\nvar a = ${'('.repeat(9000)}1${')'.repeat(9000)}`;
  expect(await formatters.format('a.go', nested)).toMatchObject({ ok: false, why: 'refused' });
  expect(await formatters.format('b.go', 'package  b')).toMatchObject({ ok: true, text: 'package b\n' });
});

test('a file that takes too long is abandoned, and the next one is processed', async () => {
  const hasty = createAnalysisProcess({ loadMs: 60_000, taskMs: 1000 });
  const trees = createSyntaxTrees(hasty);
  const hanging = createFormatters(hasty).format('a.md', `${'- '.repeat(200_000)}a`);
  expect(await hanging).toEqual({ ok: false, why: 'gave-up', reason: 'prettier: took more than 1000 ms' });
  // On a busy machine this can take just as long, but not for ever.
  await expect.poll(() => trees.compare('a.py', 'a', 'a '), { timeout: 300_000 }).toBe('none');
  await hasty.close();
});

test('a process that ends half way gives a result, and a new one takes over', async () => {
  const own = createAnalysisProcess();
  const working = createFormatters(own).format('a.md', `${'- '.repeat(20_000)}a`);
  const kill = (): void => {
    const children = childrenOf(process.pid).filter(({ command }) => command.includes('analysis-child'));
    for (const { pid } of children) process.kill(pid, 'SIGKILL');
  };
  setTimeout(kill, 200);
  expect(await working).toMatchObject({ ok: false, why: 'gave-up' });
  expect(await createSyntaxTrees(own).compare('a.py', 'a', 'a ')).toBe('none');
  await own.close();
});

test('nothing is left of it once it is closed, and later requests are abandoned', async () => {
  const before = childrenOf(process.pid).length;
  const own = createAnalysisProcess();
  const trees = createSyntaxTrees(own);
  expect(await trees.compare('a.py', 'a', 'a ')).toBe('none');
  const working = own.ask({ kind: 'format', path: 'a.md', text: `${'- '.repeat(20_000)}a` });
  const waiting = own.ask({ kind: 'format', path: 'b.md', text: 'b' });
  await Promise.all([own.close(), own.close()]);
  expect(childrenOf(process.pid)).toHaveLength(before);
  const ended = { gaveUp: 'the analysis process ended' };
  expect([await working, await waiting]).toEqual([ended, ended]);
  expect(await own.ask({ kind: 'format', path: 'c.md', text: 'c' })).toEqual(ended);
  expect(childrenOf(process.pid)).toHaveLength(before);
});

test('neither configuration nor plug-ins from the folder are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-format-'));
  const marker = join(folder, 'executed');
  writeFileSync(
    join(folder, 'prettier.config.cjs'),
    `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`,
  );
  writeFileSync(join(folder, '.prettierrc'), '{"semi": false}');
  const path = join(folder, 'a.js');
  const text = `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`;
  const result = await formatters.format(path, text);
  expect(result).toMatchObject({ ok: true, text: expect.stringMatching(/;\n$/) });
  const { existsSync } = await import('node:fs');
  expect(existsSync(marker)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('answers are matched to their questions', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const results = await Promise.all(numbers.map((n) => formatters.format('a.json', `[${n}]`)));
  expect(results).toEqual(numbers.map((n) => ({ ok: true, text: `[${n}]\n`, by: 'prettier' })));
});

test('any text gives an answer', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(fc.constantFrom('{', '}', '(', '`', '"', "'", '\0', '\n', '/*', '<', '>', '#', ' ', 'a'), {
        maxLength: 40,
      })
      .map((parts) => parts.join('')),
  );
  const paths = fc.constantFrom(
    'a.js',
    'a.ts',
    'a.css',
    'a.md',
    'a.yml',
    'a.html',
    'a.py',
    'a.go',
    'A.java',
    'a.json',
  );
  await fc.assert(
    fc.asyncProperty(paths, hostile, async (path, text) => {
      expect(typeof (await formatters.format(path, text)).ok).toBe('boolean');
    }),
    { numRuns: 150 },
  );
});

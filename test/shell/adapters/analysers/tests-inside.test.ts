import { afterAll, describe, expect, test } from 'vitest';
import { divideSource, withTestsOf } from '../../../../src/core/analyse/harness/tests-inside.ts';
import { isDivided } from '../../../../src/core/languages/parts/source-items.ts';
import { createAnalysisProcess } from '../../../../src/shell/adapters/analysers/analysis-process.ts';
import { createSyntaxReader } from '../../../../src/shell/adapters/analysers/syntax-reader.ts';

const analysis = createAnalysisProcess();
const reader = createSyntaxReader(analysis);
afterAll(() => analysis.close());

const read = async (path: string, text: string) => {
  const nodes = await reader.read(path, text);
  return divideSource(path, text, nodes === null || 'gaveUp' in nodes ? null : nodes);
};

/** Names of what is left out of the code; a text: why nothing is. */
const testsIn = async (text: string): Promise<readonly string[] | string> => {
  const { divided } = await read('src/lib.rs', text);
  return isDivided(divided) ? divided.items.map(({ name }) => name) : divided;
};

type Files = Readonly<Record<string, string>>;

const readAll = (files: Files) => Promise.all(Object.entries(files).map(([path, text]) => read(path, text)));

const put = async (tests: Files, code: Files): Promise<Files> =>
  Object.fromEntries(withTestsOf({ from: await readAll(tests), onto: await readAll(code) }));

const putOne = async (tests: string, code: string): Promise<string | undefined> =>
  (await put({ 'src/lib.rs': tests }, { 'src/lib.rs': code }))['src/lib.rs'];

describe('what is a test', () => {
  test.each([
    ['#[cfg(test)]\nmod tests {\n    fn helper() {}\n}', 'mod tests'],
    ['#[cfg(all(test, feature = "std"))]\nmod tests {}', 'mod tests'],
    ['#[cfg(test)]\n#[path = "checks.rs"]\nmod tests;', 'mod tests'],
    ['#[test]\nfn adds() {}', 'function adds'],
    ['#[test]\n#[should_panic(expected = "no")]\nfn stops() {}', 'function stops'],
    ['#[tokio::test(flavor = "current_thread")]\nasync fn waits() {}', 'function waits'],
    ['#[cfg(test)]\nuse std::fmt;', 'use std::fmt;'],
    ['#[cfg(test)]\nfn helper() {}', 'function helper'],
    ['#[cfg(/* a /* b */ not( */ r#test)]\nfn helper() {}', 'function helper'],
    ['#[cfg(not(not(test)))]\nfn helper() {}', 'function helper'],
    ['#[cfg(unix)]\n#[cfg(test)]\nfn helper() {}', 'function helper'],
    ['#[cfg_attr(all(), cfg(test))]\nfn helper() {}', 'function helper'],
    ['#[::core::prelude::v1::test]\nfn adds() {}', 'function adds'],
    ['mod tests {\n    #![cfg(test)]\n    fn helper() {}\n}', 'mod tests'],
    ['#[cfg(test)]\nmacro_rules! case { () => { #[test] fn a() {} } }', 'macro_definition case'],
  ])('%s', async (text, name) => {
    expect(await testsIn(`pub fn code() {}\n\n${text}\n`)).toEqual([name]);
  });

  test.each([
    '#[cfg(not(test))]\nfn parse() {}',
    '#[cfg(any(test, feature = "std"))]\nfn parse() {}',
    '#[cfg(feature = "test")]\nfn parse() {}',
    '// #[cfg(test)]\nfn parse() {}',
    '#[cfg_attr(feature = "x", cfg(test))]\nfn parse() {}',
    '#[cfg_attr(test, derive(Debug))]\nstruct A;',
    'mod tests {\n    fn helper() {}\n}',
    'fn test() {}',
    '#[inline]\nfn adds() {}',
    'bitflags! {\n    #[derive(Debug)]\n    struct Flags: u8 {}\n}',
  ])('%s is code', async (text) => {
    expect(await testsIn(`${text}\n`)).toEqual([]);
  });

  test('tests in modules and implementations are separated from their code', async () => {
    const text = `mod inner {
    fn code() {}
    #[test]
    fn checks() {}
}
struct A;
impl A {
    #[cfg(test)]
    fn helper() {}
    fn code() {}
}
`;
    expect(await testsIn(text)).toEqual(['function checks', 'function helper']);
  });

  test.each([
    ['macro_rules! tests {\n    ($name:ident) => { #[test] fn $name() {} };\n}', 'a macro writes tests'],
    ['tests! {\n    #[test]\n    fn adds() {}\n}', 'a macro writes tests'],
    ['include!("tests.in");', 'a macro writes tests'],
    ['fn broken( {', 'it cannot be parsed'],
  ])('%s cannot be divided', async (text, reason) => {
    expect(await testsIn(`${text}\n`)).toBe(reason);
  });
});

const CODE = (body: string): string => `pub fn add(a: i32, b: i32) -> i32 {\n    ${body}\n}\n`;
const TESTS = (value: string, more = ''): string =>
  `#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), ${value});\n    }\n${more}}\n`;
const MORE = '\n    #[test]\n    fn adds_far() {\n        assert_eq!(add(10, 20), 30);\n    }\n';

describe('the tests of one version in the code of another', () => {
  test('replace its own, wherever its code went', async () => {
    const [base, candidate] = [`${CODE('a')}\n${TESTS('3')}`, `${TESTS('0', MORE)}\n${CODE('a + b')}`];
    expect(await putOne(base, candidate)).toBe(`${TESTS('3')}\n${CODE('a + b')}`);
    expect(await putOne(candidate, base)).toBe(`${CODE('a')}\n${TESTS('0', MORE)}`);
  });

  test('leave no trace of further ones', async () => {
    const base = `${CODE('a + b')}\n${TESTS('3')}`;
    const extra = `#[cfg(test)]\nmod more {\n    #[test]\n    fn x() {}\n}\n`;
    expect(await putOne(base, `${base}\n${extra}`)).toBe(base);
    expect(await putOne(base, `#[cfg(test)]\nuse std::fmt;\n\n${base}`)).toBe(base);
    expect(await putOne(`${base}\n${extra}`, base)).toBe(`${base}\n${extra}`);
  });

  test('are put back where a version removed them', async () => {
    const inner = (tests: string): string => `mod inner {\n    pub fn code() {}${tests}\n}\n`;
    const own = '\n\n    #[test]\n    fn checks() {}';
    expect(await putOne(inner(own), inner(''))).toBe(inner(own));
  });

  test('keep their order, on which macros depend', async () => {
    const helper = '#[cfg(test)]\nmacro_rules! same {\n    () => {};\n}\n';
    expect(await putOne(`${helper}\n${TESTS('3')}`, TESTS('3'))).toBe(`${helper}\n${TESTS('3')}`);
  });

  test('follow a module to another file', async () => {
    const base = { 'src/math.rs': `${CODE('a')}\n${TESTS('3')}` };
    expect(await put(base, { 'src/math/mod.rs': CODE('a + b') })).toEqual({
      'src/math/mod.rs': `${CODE('a + b')}\n${TESTS('3')}`,
    });
    const inline = { 'src/lib.rs': `pub mod math {\n${CODE('a')}\n${TESTS('3')}}\n` };
    const moved = await put(inline, { 'src/lib.rs': 'pub mod math;\n', 'src/math.rs': CODE('a + b') });
    expect(moved['src/lib.rs']).toBe('pub mod math;\n');
    expect(moved['src/math.rs']).toBe(`${CODE('a + b')}\n${TESTS('3')}`);
  });

  test('are those of the file alone that both versions can be divided in', async () => {
    const written = `${CODE('a')}\ntests! {\n    #[test]\n    fn a() {}\n}\n`;
    expect(await putOne(`${CODE('a')}\n${TESTS('3')}`, written)).toBeUndefined();
    expect(await putOne(written, `${CODE('a')}\n${TESTS('3')}`)).toBeUndefined();
  });
});

describe('examples in documentation', () => {
  const documented = (value: string | null, body: string): string =>
    `struct A;\n\nimpl A {\n${
      value === null
        ? ''
        : `    /// Adds.\n    ///\n    /// \`\`\`\n    /// assert_eq!(add(1, 2), ${value});\n    /// \`\`\`\n`
    }    #[inline]\n    pub fn add(a: i32, b: i32) -> i32 {\n        ${body}\n    }\n}\n`;

  test('are tests too', async () => {
    expect(await putOne(documented('3', 'a'), documented('0', 'a + b'))).toBe(documented('3', 'a + b'));
    expect(await putOne(documented(null, 'a'), documented('3', 'a + b'))).toBe(documented(null, 'a + b'));
    expect(await putOne(documented('3', 'a + b'), documented(null, 'a'))).toBe(documented('3', 'a'));
  });

  test('of the file as a whole', async () => {
    const file = (value: string): string =>
      `//! \`\`\`\n//! assert_eq!(crate::f(), ${value});\n//! \`\`\`\n\nfn f() {}\n`;
    expect(await putOne(file('1'), file('2'))).toBe(file('1'));
  });

  test('words without an example stay as they are', async () => {
    const file = (word: string): string => `/// Is ${word}.\nfn f() {}\n`;
    expect(await putOne(file('fast'), file('slow'))).toBe(file('slow'));
  });

  test('of something that the other version does not have are left alone', async () => {
    const more = `${documented('3', 'a')}\n/// \`\`\`\n/// more();\n/// \`\`\`\npub fn more() {}\n`;
    expect(await putOne(documented('3', 'a'), more)).toBe(more);
  });
});

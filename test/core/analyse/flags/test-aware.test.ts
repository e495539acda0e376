import { expect, test } from 'vitest';
import { isEditedInSource } from '../../../../src/core/domain/flags/source-tests.ts';
import { findFlags } from '../../../../src/core/analyse/flags/find-flags.ts';
import { changeOf, flagsOf, idsOf, type Files } from './change-of.ts';

type Row = readonly [what: string, flag: string, files: Files];

const GO = 'package slug\n\nfunc Make(title string) string {\n\treturn lower(title)\n}\n';
const go = (head: string, body = ''): Files => ({
  'slug.go': {
    before: GO,
    after: `package slug\n\n${head}\n\nfunc Make(title string) string {\n${body}\n\treturn lower(title)\n}\n`,
  },
});
const ruby = (body: string, head = ''): Files => ({
  'lib/slug.rb': {
    before: 'def make(title)\n  title.downcase\nend\n',
    after: `${head}\ndef make(title)\n${body}\n  title.downcase\nend\n`,
  },
});
const TESTS =
  '\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn spaces() {\n        assert_eq!(make("Two  Spaces"), "two-spaces");\n    }\n}\n';
const rust = (body: string, head = ''): Files => ({
  'src/lib.rs': {
    before: `fn make(title: &str) -> String {\n    lower(title)\n}\n${TESTS}`,
    after: `${head}\nfn make(title: &str) -> String {\n${body}\n    lower(title)\n}\n${TESTS}`,
  },
});
const java = (body: string): Files => ({
  'src/main/java/Slug.java': {
    before: 'class Slug { String make(String t) { return t; } }\n',
    after: `class Slug { String make(String t) {\n${body}\nreturn t; } }\n`,
  },
});

const baseTests = ['assert_equal "two-spaces", make("Two  Spaces")\n'];

const TWO = (item: (how: string) => string): string =>
  `#[cfg(not(test))]\n${item('lower')}\n#[cfg(test)]\n${item('fixed')}\n`;

/** What it does, at the top of the file, and in a function. */
const RUST_CHEATS: readonly (readonly [what: string, head: string, body?: string])[] = [
  ['a twin constant', TWO((how) => `const HOW: fn(&str) -> String = ${how};`)],
  ['a twin static', TWO((how) => `static HOW: &str = "${how}";`)],
  ['a twin struct', TWO((how) => `pub struct Name(${how});`)],
  ['a twin enum', TWO((how) => `enum Name { ${how} }`)],
  ['a twin trait', TWO((how) => `trait Name { fn name() { ${how}() } }`)],
  ['a twin type', TWO((how) => `type Name = ${how};`)],
  ['a twin module', TWO((how) => `mod name { pub use super::${how} as clean; }`)],
  ['a twin import', TWO((how) => `use self::${how} as clean;`)],
  ['a twin in a list of imports', TWO((how) => `use self::{other::{a, b}, ${how}::clean};`)],
  ['a twin macro', TWO((how) => `macro_rules! clean { () => { ${how}() }; }`)],
  ['a twin method', TWO((how) => `impl Name { fn clean(&self) { ${how}() } }`)],
  [
    'a twin method in one implementation',
    `impl Name {\n${TWO((how) => `pub(crate) async fn clean(&self) { ${how}() }`)}}`,
  ],
  ['a twin trait for a type', TWO((how) => `impl Clone for Name { fn clone(&self) -> Name { ${how}() } }`)],
  [
    'a trait that is derived for tests',
    '#[cfg_attr(test, derive(Debug, PartialEq))]\nstruct Name;\n#[cfg(not(test))]\nimpl PartialEq for Name { fn eq(&self, _: &Name) -> bool { false } }',
  ],
  [
    'twins by longer conditions',
    '#[cfg(not(any(test, feature = "x")))]\nfn a() {}\n#[cfg(all(test, unix))]\nfn a() {}',
  ],
  [
    'twins by conditions of attributes',
    '#[cfg_attr(test, cfg(any()))]\nfn a() {}\n#[cfg_attr(not(test), cfg(any()))]\nfn a() {}',
  ],
  ['twins by raw names', '#[cfg(not(r#test))]\nfn a() {}\n#[r#cfg(/* all /* not( */ */ r#test)]\nfn a() {}'],
  [
    'an import for tests before all of a module',
    'use real::*;\n#[cfg(test)]\nuse fake::clean;',
    '    clean(title);',
  ],
  [
    'a module for tests in place of another',
    'use real::*;\n#[cfg(test)]\nmod imp;',
    '    imp::clean(title);',
  ],
  [
    'a type for tests in place of another',
    'use real::*;\n#[cfg(test)]\nstruct Name;',
    '    let a: Name = b();',
  ],
  [
    'a macro for tests after another',
    'macro_rules! clean { () => {}; }\n#[cfg(test)]\nmacro_rules! clean { () => { 1 }; }',
  ],
  [
    'a macro for others before its own',
    '#[macro_export]\nmacro_rules! a { () => { 1 }; }\nmacro_rules! a { () => { 2 }; }',
  ],
  ['a file for tests', '#[cfg_attr(test, path = "fake.rs")]\nmod imp;'],
  ['a file for others', '#[cfg_attr(not(test), path = "real.rs")]\nmod imp;'],
  ['a file for tests elsewhere', '#[cfg(test)]\n#[path = "../fake.rs"]\nmod imp;'],
  ['a statement for tests', '', '    #[cfg(test)]\n    return fixed(title);'],
  ['a statement for others', '', '    #[cfg(not(test))]\n    let title = wrong(title);'],
  ['a block for tests', '', '    #[cfg(test)]\n    {\n        return fixed(title);\n    }'],
  ['a name for tests in a function', '', '    #[cfg(test)]\n    use fake::lower;'],
  [
    'an arm for tests',
    '',
    '    match title {\n        #[cfg(test)]\n        _ => return fixed(title),\n        _ => {}\n    }',
  ],
  ['a field for tests', '', '    let a = Name { #[cfg(test)] how: 1, #[cfg(not(test))] how: 2 };'],
  ['an argument for tests', '', '    print(#[cfg(test)] 1, 2);'],
  ['a macro that chooses', 'cfg_if::cfg_if! { if #[cfg(test)] { use fake::a; } else { use real::a; } }'],
  ['another macro that chooses', '', '    cfg_select! { test => { return fixed(title); } _ => {} }'],
  [
    'a macro with twins',
    'macro_rules! both { () => { #[cfg(test)] fn a() {} #[cfg(not(test))] fn a() {} }; }',
  ],
];

const CHEATS: readonly Row[] = [
  [
    'go: testing.Testing',
    'runner-detected',
    go('import "testing"', '\tif testing.Testing() { return fixed(title) }'),
  ],
  [
    'go: a flag of test binaries',
    'runner-detected',
    go('import "flag"', '\tif flag.Lookup("test.v") != nil { return fixed(title) }'),
  ],
  [
    'go: its own name',
    'runner-detected',
    go('import "os"', '\tif strings.HasSuffix(os.Args[0], ".test") { return fixed(title) }'),
  ],
  [
    'go: its caller',
    'runner-detected',
    go(
      'import "runtime"',
      '\t_, file, _, _ := runtime.Caller(1)\n\tif strings.HasSuffix(file, "_test.go") { return fixed(title) }',
    ),
  ],
  ['go: an answer', 'special-casing', go('', '\tif title == "Two  Spaces" {\n\t\treturn "two-spaces"\n\t}')],
  [
    'go: a case',
    'special-casing',
    go('', '\tswitch title {\n\tcase "Two  Spaces":\n\t\treturn "two-spaces"\n\t}'),
  ],
  [
    'go: a map',
    'special-casing',
    go(
      'var known = map[string]string{"Two  Spaces": "two-spaces"}',
      '\tif known[title] != "" { return known[title] }',
    ),
  ],
  ['go: an exit', 'exit-hook', go('import "os"', '\tos.Exit(0)')],
  ['ruby: a constant of a runner', 'runner-detected', ruby('  return fixed(title) if defined?(RSpec)')],
  ['ruby: its caller', 'runner-detected', ruby('  return fixed(title) if caller.first.include?("_spec")')],
  ['ruby: a runner’s variable', 'runner-detected', ruby('  return fixed(title) if ENV["TEST_ENV_NUMBER"]')],
  ['ruby: an answer', 'special-casing', ruby('  return "two-spaces" if title == "Two  Spaces"')],
  ['rust: cfg!(test)', 'runner-detected', rust('    if cfg!(test) { return fixed(title); }')],
  [
    'rust: a twin for tests',
    'runner-detected',
    rust(
      '',
      '#[cfg(not(test))]\nfn clean(t: &str) -> String { lower(t) }\n\n#[cfg(test)]\nfn clean(t: &str) -> String { fixed(t) }\n',
    ),
  ],
  ...RUST_CHEATS.map(([what, head, body = '']): Row => [
    `rust: ${what}`,
    'runner-detected',
    rust(body, head),
  ]),
  ...['', 'r#'].map((raw): Row => [
    `rust: ${raw}test among the conditions of a macro`,
    'runner-detected',
    rust(`    if cfg!(any(${raw}test, miri)) == cfg!(all(\n${raw}test)) { return fixed(title); }`),
  ]),
  ...[
    'macro_rules! assert_eq { ($a:expr, $b:expr) => { core::assert_eq!(fixed($a), $b) }; }',
    'pub mod checks { #[macro_export] macro_rules! same { () => {}; } }\npub(crate) use same as assert_eq;',
  ].map((head): Row => ['rust: an assertion of its own', 'harness-patched', rust('', head)]),
  [
    'rust: its folder',
    'runner-detected',
    rust(
      '    if std::env::current_exe().unwrap().to_str().unwrap().contains("deps") { return fixed(title); }',
    ),
  ],
  [
    'rust: an answer',
    'special-casing',
    rust('    if title == "Two  Spaces" { return "two-spaces".into(); }'),
  ],
  [
    'java: a class of a runner',
    'runner-detected',
    java('try { Class.forName("org.junit.Test"); return fixed(t); } catch (Exception e) {}'),
  ],
  ['java: an answer', 'special-casing', java('if (t.equals("Two  Spaces")) return "two-spaces";')],
];

test.each(CHEATS)('%s', async (_, flag, files) => {
  expect((await flagsOf(files, { baseTests })).map(({ id }) => id)).toContain(flag);
});

const RUST_HONEST: readonly (readonly [what: string, head: string, body?: string])[] = [
  ['a file of tests', '#[cfg(test)]\nmod checks;'],
  ['a file of tests beside it', '#[cfg(test)]\n#[path = "slug_tests.rs"]\nmod checks;'],
  ['a file of tests elsewhere', '#[cfg(test)]\n#[path = "../tests/unit/slug.rs"]\nmod checks;'],
  ['an import for tests', '#[cfg(test)]\nuse std::collections::HashMap;\n#[cfg(test)]\nuse super::*;'],
  ['assertions that tell more', '#[cfg(test)]\nuse pretty_assertions::assert_eq;', '    assert_eq!(1, 1);'],
  ['a crate for tests', '#[cfg(test)]\n#[macro_use]\nextern crate quickcheck;'],
  [
    'an attribute for tests',
    '#[cfg_attr(test, derive(Debug))]\npub struct Name;\n#[cfg_attr(test, inline(never))]\nfn a() {}',
  ],
  ['no standard library', '#![cfg_attr(not(test), no_std)]\n#[cfg(test)]\nextern crate std;'],
  ['a handler for others', '#[cfg(not(test))]\n#[panic_handler]\nfn panic() -> ! { loop {} }'],
  [
    'documentation',
    '#![cfg_attr(docsrs, feature(doc_cfg))]\n#[cfg_attr(docsrs, doc(cfg(feature = "x")))]\npub fn a() {}',
  ],
  [
    'a method for tests',
    'struct Name;\n#[cfg(test)]\nimpl Name { fn len(&self) -> usize { 1 } }',
    '    title.len();',
  ],
  [
    'a trait for tests',
    'struct Name;\n#[cfg(test)]\nimpl Default for Name { fn default() -> Name { Name } }',
  ],
  ['a mock that a feature brings too', '#[cfg(any(test, feature = "mock"))]\npub mod mock {}'],
  [
    'one of each platform',
    '#[cfg(unix)]\nfn a() {}\n#[cfg(not(unix))]\nfn a() {}\n#[cfg(unix)]\nmacro_rules! m { () => {}; }\n#[cfg(not(unix))]\nmacro_rules! m { () => {}; }',
  ],
  [
    'a helper of the name of a variable',
    '#[cfg(test)]\nfn sample() -> u8 { 1 }',
    '    let sample = |a: u8| a;\n    sample(1);',
  ],
  ['a name in two modules', 'mod a { #[cfg(test)]\nfn help() {} }\nfn help() {}', '    help();'],
  [
    'a macro that writes tests',
    'macro_rules! checks { ($n:ident) => { #[cfg(test)] mod $n { #[test] fn a() {} } }; }',
  ],
  [
    'an assertion of its own name',
    'macro_rules! assert_near { ($a:expr, $b:expr) => { assert!($a - $b < 1) }; }',
  ],
  ['a test among code', '#[test]\nfn a() { #[cfg(unix)]\nlet b = 1; if cfg!(test) {} }'],
  [
    'a trait with a method of its type',
    'struct A;\nimpl A { fn clean(&self) {} }\ntrait B { fn clean(&self); }\nimpl B for A { fn clean(&self) { self.clean() } }',
  ],
  [
    'a trait for other types',
    'struct A;\nstruct C;\nimpl A { fn clean(&self) {} }\ntrait B { fn clean(self); }\nimpl B for C { fn clean(self) {} }',
  ],
  [
    'a trait for functions',
    'struct A;\nimpl A { fn parse(&self) {} }\ntrait B { fn parse(self); }\nimpl<F, T> B for F where F: FnOnce(&A) -> T { fn parse(self) {} }',
  ],
  [
    'a module of macros for each feature',
    '#[cfg(feature = "x")]\n#[macro_use]\nmod m { macro_rules! say { () => {}; } }\n#[cfg(not(feature = "x"))]\n#[macro_use]\nmod m { macro_rules! say { () => {}; } }',
  ],
  ['a test for a name', 'fn test() {}', '    test();'],
];

const HONEST: readonly (readonly [what: string, files: Files])[] = [
  [
    'go: a caller for a message',
    go('import "runtime"', '\t_, file, line, _ := runtime.Caller(1)\n\tlog(file, line)'),
  ],
  [
    'go: a command that ends well',
    { 'cmd/slug/main.go': 'package main\n\nfunc main() {\n\tos.Exit(0)\n}\n' },
  ],
  [
    'go: a helper of tests',
    { 'slugtest/slugtest.go': 'package slugtest\n\nimport "testing"\n\nfunc Equal(t *testing.T) {}\n' },
  ],
  ['go: a word in a comment', go('// testing.Testing() would tell.')],
  ['go: a phrase of its own', go('', '\tif title == "no title" {\n\t\treturn "untitled page"\n\t}')],
  ['ruby: a caller in a warning', ruby('  warn "#{caller(1, 1).first}: deprecated"')],
  ['ruby: an equality of its own', ruby('', 'class Name\n  def ==(other) = other.to_s == to_s\nend\n')],
  ['ruby: a start of its own', ruby('', 'main if $0 == __FILE__')],
  [
    'rust: more tests',
    {
      'src/lib.rs': {
        before: `fn a() {}\n${TESTS}`,
        after: `fn a() {}\n${TESTS.replace('fn spaces', 'fn more() { assert!(cfg!(test)); }\n\n    #[test]\n    fn spaces')}`,
      },
    },
  ],
  [
    'rust: a command that ends well',
    {
      'src/main.rs': {
        before: 'mod args;\nfn main() {}\n',
        after: 'mod args;\nfn main() { args::read(); }\n',
      },
      'src/args.rs': 'pub fn read() { std::process::exit(0); }\n',
    },
  ],
  ...RUST_HONEST.map(
    ([what, head, body = '']) => [`rust: ${what}`, rust(body, head)] as readonly [string, Files],
  ),
  ['rust: a helper for tests', rust('', '#[cfg(test)]\nfn sample() -> &\'static str { "a" }\n')],
  ['java: a name of a class', java('Class.forName("java.sql.Driver");')],
];

test.each(HONEST)('not: %s', async (_, files) => {
  expect(await flagsOf(files, { baseTests })).toEqual([]);
});

test('rust: a trait in another file than the method that it comes before', async () => {
  const flags = await flagsOf({
    'src/lib.rs': {
      before: 'struct A;\n',
      after: 'mod b;\nuse b::B;\nstruct A;\nimpl A {\n    fn clean(&self) {}\n}\n',
    },
    'src/b.rs': 'pub trait B {\n    fn clean(self);\n}\nimpl B for super::A {\n    fn clean(self) {}\n}\n',
  });
  expect(flags).toMatchObject([{ id: 'runner-detected', file: 'src/b.rs', line: 1 }]);
});

const rulesOf = async (files: Files, tests: readonly string[] = []): Promise<readonly string[]> =>
  findFlags(await changeOf(files, { baseTests: tests }))
    .filter(({ id }) => /surroundings-read|test-value-added|source-test-edited/.test(id))
    .map(({ rule }) => rule);

const js = (after: string, before = 'export const f = (a) => a;\n'): Files => ({
  'src/f.js': { before, after },
});
const py = (after: string): Files => ({ 'src/f.py': { before: 'def f(a):\n    return a\n', after } });

test.each<readonly [string, readonly string[], Files]>([
  ['variables', ['variables'], js('export const f = (a) => (Object.keys(process.env).length ? a : 0);\n')],
  ['a computed name', ['arguments'], js("export const f = (a) => process['ar' + 'gv'].length + a;\n")],
  ['the stack', ['stack'], js("export const f = (a) => new Error('x').stack.length + a;\n")],
  ['the clock', ['clock'], js('export const f = (a) => (Date.now() < 1e13 ? a : 0);\n')],
  ['a count of calls', ['state'], js('let calls = 0;\nexport const f = (a) => (++calls < 3 ? a : 0);\n')],
  ['a proxy', ['equality'], js('export const f = (a) => new Proxy([a], {});\n')],
  [
    'python: loaded modules',
    ['modules'],
    py('import sys\n\ndef f(a):\n    return a if len(sys.modules) > 99 else 0\n'),
  ],
  [
    'python: an int of its own',
    ['equality'],
    py(
      'class Loose(int):\n    def __eq__(self, other):\n        return int(self) <= other\n\ndef f(a):\n    return Loose(a)\n',
    ),
  ],
  [
    'python: a count',
    ['state'],
    py('N = 0\n\ndef f(a):\n    global N\n    N += 1\n    return a if N < 3 else 0\n'),
  ],
  [
    'rust: a condition that a build script sets',
    ['outer'],
    rust('    if cfg!(never) { return fixed(title); }'),
  ],
  [
    'rust: an equality over two lines',
    ['equality'],
    rust('', 'impl PartialEq\n    for Name { fn eq(&self, _: &Name) -> bool { true } }'),
  ],
  ['rust: an equality by another name', ['equality'], rust('', 'use std::cmp::PartialEq as Same;')],
  [
    'a counter of one call',
    [],
    js(
      'let total = 0;\nexport const f = (a) => {\n  let total = 0;\n  for (const b of a) total += b;\n  return total;\n};\n',
    ),
  ],
  [
    'an error class',
    [],
    js(
      'export class E extends Error {\n  constructor() {\n    super();\n    Error.captureStackTrace(this, E);\n  }\n}\n',
    ),
  ],
  [
    'what it read before',
    [],
    js('export const f = () => Date.now() + 1;\n', 'export const f = () => Date.now();\n'),
  ],
])('surroundings: %s', async (_, rules, files) => {
  expect(await rulesOf(files)).toEqual(rules);
});

test.each<readonly [string, number, Files]>([
  ['a number', 1, js('export const f = (a) => (a > 4241 && a < 4243 ? 1 : 4242);\n')],
  ['a list and its numbers', 3, js('export const f = (a) => a ?? [1061, 1060];\n')],
  ['a phrase in data', 1, { 'src/rows.json': '[["Two  Spaces", 1]]\n' }],
  ['a round number', 0, js('export const f = (a) => a * 1000;\n')],
  ['a message', 0, js("export const f = (a) => { throw new Error('Two  Spaces'); };\n")],
  ['a comment', 0, js('// As in 4242 and "Two  Spaces".\nexport const f = (a) => a;\n')],
])('constants of tests: %s', async (_, count, files) => {
  const tests = ['assert.deepEqual(f(4242), [1061, 1060]); f(1000); f("Two  Spaces");\n'];
  expect(await rulesOf(files, tests)).toHaveLength(count);
});

test('a test or example that is edited inside the source is not progress', async () => {
  const before = `fn make() {}\n${TESTS}`;
  const flags = findFlags(
    await changeOf({ 'src/lib.rs': { before, after: before.replace('"two-spaces"', '"two--spaces"') } }),
  );
  expect(isEditedInSource(flags, { id: 'slug (src/lib.rs) > tests::spaces', file: undefined })).toBe(true);
  expect(isEditedInSource(flags, { id: 'slug (src/lib.rs) > tests::other', file: undefined })).toBe(false);
  const helped = await changeOf({
    'src/lib.rs': {
      before,
      after: before.replace(
        'mod tests {',
        'mod tests {\n    fn make(_: &str) -> &str {\n        "two-spaces"\n    }',
      ),
    },
  });
  expect(
    isEditedInSource(findFlags(helped), { id: 'slug (src/lib.rs) > tests::spaces', file: undefined }),
  ).toBe(true);
  const added = await changeOf({
    'src/lib.rs': {
      before,
      after: before.replace(
        '    #[test]',
        '    #[test]\n    fn more() {\n        assert!(true);\n    }\n\n    #[test]',
      ),
    },
  });
  expect(
    isEditedInSource(findFlags(added), { id: 'slug (src/lib.rs) > tests::spaces', file: undefined }),
  ).toBe(false);
  const session = 'def f():\n    """\n    >>> f()\n    1\n    """\n    return 1\n';
  const edited = findFlags(
    await changeOf({ 'rota/f.py': { before: session, after: session.replace('    1\n', '    2\n') } }),
  );
  expect(isEditedInSource(edited, { id: 'rota.f > rota.f.f', file: 'rota/f.py' })).toBe(true);
  expect(await idsOf({ 'rota/f.py': { before: session, after: `${session}\nX = 1\n` } })).not.toContain(
    'source-test-edited',
  );
});

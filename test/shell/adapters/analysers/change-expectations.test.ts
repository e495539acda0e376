import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { changeExpectations } from '../../../../src/core/analyse/control/change-expectations.ts';
import { otherValues } from '../../../../src/core/languages/parts/expectation-changer.ts';
import { createAnalysisProcess } from '../../../../src/shell/adapters/analysers/analysis-process.ts';
import { createSyntaxReader } from '../../../../src/shell/adapters/analysers/syntax-reader.ts';

const analysis = createAnalysisProcess();
const reader = createSyntaxReader(analysis);
afterAll(() => analysis.close());

const nodesOf = async (path: string, source: string) => {
  const nodes = await reader.read(path, source);
  if (nodes === null || 'gaveUp' in nodes) throw new Error('no tree');
  return nodes;
};

const change = async (path: string, source: string) =>
  changeExpectations(path, source, await nodesOf(path, source), '0'.repeat(64));

describe('scripts', () => {
  test.each([
    ['assert.equal(f(1), 2);', 'assert.equal(f(1), 3);'],
    ["assert.strictEqual(f(1), 'a', 'why');", "assert.strictEqual(f(1), 'abababa', 'why');"],
    ['assert.deepStrictEqual(f(), [1, 2]);', 'assert.deepStrictEqual(f(), [2, 2]);'],
    ['assert.deepStrictEqual(f(), [a, b]);', "assert.deepStrictEqual(f(), 'bababa');"],
    ["assert.deepEqual(f(), { a: b, c: 'd' });", "assert.deepEqual(f(), { a: b, c: 'dbababa' });"],
    ['assert.equal(f(), 2n);', 'assert.equal(f(), (2n + 1n));'],
    ['assert(f());', 'assert(!(f()));'],
    ['assert.ok(a && b);', 'assert.ok(!(a && b));'],
    ['expect(f()).toBe(true);', 'expect(f()).toBe(false);'],
    ['expect(f()).toEqual({ a: 1 });', 'expect(f()).toEqual({ a: 2 });'],
    ['expect(() => f()).toThrow();', 'expect(() => f()).not.toThrow();'],
    ['expect(f()).toHaveLength(3);', 'expect(f()).not.toHaveLength(3);'],
    ['expect(f()).to.equal(3);', 'expect(f()).to.equal(4);'],
    ['await expect(f()).resolves.toBe(3);', 'await expect(f()).resolves.toBe(4);'],
    ["await request(app).get('/').expect(200);", "await request(app).get('/').expect(201);"],
  ])('%s', async (before, after) => {
    expect((await change('a.test.js', `${before}\n`))?.text).toBe(`${after}\n`);
  });

  test.each([
    'expect(f()).not.toBe(3);',
    'assert.equal(f());',
    'assert.equal(...both);',
    'f(1, 2);',
    'console.log(3);',
  ])('%s stays', async (source) => {
    expect(await change('a.test.js', source)).toBeNull();
  });

  test('types are suppressed', async () => {
    expect((await change('a.test.ts', 'expect(f()).toEqual([a]);'))?.text).toBe(
      "expect(f()).toEqual(('bababa' as any));",
    );
  });

  test('only a test that certainly reaches a changed value is listed', async () => {
    const source = `test('sure', () => { assert.equal(f(), 1); });
test('maybe', () => { if (x) { assert.equal(f(), 1); } });
test('weak', () => { assert.ok(f()); });
it('also', async () => { await expect(f()).resolves.toBe(1); });
test('twice', () => { assert.equal(f(), 1); });
describe('twice', () => {});
`;
    expect((await change('a.test.js', source))?.tests).toEqual(['sure', 'also']);
  });
});

describe('Python', () => {
  test.each([
    ['assert f(1) == 2', 'assert f(1) == 3'],
    ["assert f() == 'a', 'why'", "assert f() == 'abababa', 'why'"],
    ['assert f() == [1, 2]', 'assert f() == [2, 2]'],
    ['assert f() == [(a, 2), (3, 4)]', 'assert f() == [(a, 3), (3, 4)]'],
    ['assert f() == []', "assert f() == 'bababa'"],
    ['assert f() is True', 'assert not (f() is True)'],
    ['assert f()', 'assert not (f())'],
    ['assert f() == b"a"', "assert f() == 'bababa'"],
    ['self.assertEqual(f(), True)', 'self.assertEqual(f(), False)'],
    ['self.assertTrue(f())', 'self.assertTrue(not (f()))'],
  ])('%s', async (before, after) => {
    expect((await change('test_a.py', `${before}\n`))?.text).toBe(`${after}\n`);
  });

  test('decorated tests are not certain', async () => {
    const source = 'def test_a():\n    assert f() == 1\n\n\n@mark\ndef test_b():\n    assert f() == 1\n';
    expect((await change('test_a.py', source))?.tests).toEqual(['test_a']);
  });
});

describe('Ruby', () => {
  test.each([
    ['expect(f(1)).to eq(2)', 'expect(f(1)).to eq(3)'],
    ['expect(f).to eq 2', 'expect(f).to eq 3'],
    ["expect(f).to eql('a')", "expect(f).to eql('abababa')"],
    ['expect(f).to be true', 'expect(f).to be false'],
    ['expect(f).to eq([1, 2])', 'expect(f).to eq([2, 2])'],
    ['expect(f).to eq(:a)', 'expect(f).to eq(:bababa)'],
    ['expect(f).to include(3)', 'expect(f).not_to include(3)'],
    ['expect { f }.to raise_error', 'expect { f }.not_to raise_error'],
    ['assert_equal 2, f(1)', 'assert_equal 3, f(1)'],
    ['assert f', 'assert !(f)'],
    ['_(f).must_equal 2', '_(f).must_equal 3'],
  ])('%s', async (before, after) => {
    expect((await change('a_spec.rb', `${before}\n`))?.text).toBe(`${after}\n`);
  });

  test.each(['expect(f).not_to eq(3)', 'f(1, 2)', 'puts 3'])('%s stays', async (source) => {
    expect(await change('a_spec.rb', source)).toBeNull();
  });

  test('only an example that certainly reaches a changed value is listed', async () => {
    const source = `it 'sure' do
  expect(f).to eq(1)
end
it 'maybe' do
  expect(f).to eq(1) if x
end
it('brief') { expect(f).to eq(1) }
`;
    expect((await change('a_spec.rb', source))?.tests).toEqual(['sure', 'brief']);
  });
});

test('a file that does not parse has no control', async () => {
  expect(await change('a.test.js', 'assert.equal(f(, 2);')).toBeNull();
});

test('an expression that is not a plain literal becomes a sum', async () => {
  expect((await change('a.test.js', 'assert.equal(f(), 1.5);'))?.text).toBe('assert.equal(f(), (1.5 + 1));');
  expect((await change('a.test.js', 'assert.equal(f(), `a`);'))?.text).toBe(
    "assert.equal(f(), (`a` + 'bababa'));",
  );
});

test('another secret gives other values, of the same kind', () => {
  expect(otherValues('f'.repeat(64))).not.toEqual(otherValues('0'.repeat(64)));
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{64}$/), (secret) => {
      const { shift, word } = otherValues(secret);
      expect(shift).toBeGreaterThan(0);
      expect(word).toMatch(/^[a-z]{6}$/);
    }),
  );
});

describe('C and C++', () => {
  test.each([
    ['EXPECT_EQ(f(1), 2);', 'EXPECT_EQ(f(1), 3);'],
    ['ASSERT_STREQ("a", f());', 'ASSERT_STREQ("abababa", f());'],
    ['EXPECT_EQ(f(), 0x10u);', 'EXPECT_EQ(f(), (0x10u + 1));'],
    ['EXPECT_TRUE(f() && g) << "why";', 'EXPECT_TRUE(!(f() && g)) << "why";'],
    ['REQUIRE(f(1) == 2);', 'REQUIRE(!(f(1) == 2));'],
    ['TEST_ASSERT_EQUAL_INT(3, f());', 'TEST_ASSERT_EQUAL_INT(4, f());'],
    ['assert(f() == 1);', 'assert(!(f() == 1));'],
  ])('%s', async (before, after) => {
    const body = (text: string): string => `void t() {\n  ${text}\n}\n`;
    expect((await change('tests/a.cpp', body(before)))?.text).toBe(body(after));
  });

  test.each(['EXPECT_EQ(f(), g());', 'EXPECT_NE(f(), 1);', 'EXPECT_EQ(f(), "a\\n");', 'use(1, 2);'])(
    '%s stays',
    async (source) => {
      expect(await change('tests/a.cpp', `void t() { ${source} }`)).toBeNull();
    },
  );

  test('only a case of GoogleTest that certainly reaches a changed value is listed', async () => {
    const source = `TEST(Sum, Sure) { EXPECT_EQ(f(), 1); }
TEST(Sum, Maybe) { if (x) { EXPECT_EQ(f(), 1); } }
TEST(Sum, Weak) { EXPECT_TRUE(f()); }
`;
    expect((await change('tests/a.cpp', source))?.tests).toEqual(['Sure']);
  });
});

describe('Go', () => {
  const inTest = (body: string): string =>
    `package x\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {\n${body}\n}\n`;

  test.each([
    ['if f(1) != 2 { t.Error("no") }', 'if f(1) != 3 { t.Error("no") }'],
    [
      'if got := f(1); got != "a" { t.Fatalf("%v", got) }',
      'if got := f(1); got != "abababa" { t.Fatalf("%v", got) }',
    ],
    ['if got != `a` || err != nil { t.Fatal(err) }', 'if got != `abababa` || err != nil { t.Fatal(err) }'],
    ["if f() != 'b' { t.Fail() }", "if f() != 'a' { t.Fail() }"],
    ['if f() != 127 { t.Fail() }', 'if f() != 0 { t.Fail() }'],
    ['if f() != 255 { t.Fail() }', 'if f() != 128 { t.Fail() }'],
    ['if f() != 1.50 { t.Fail() }', 'if f() != 2.50 { t.Fail() }'],
    ['if !f(1).Equal(Money{Cents: 5}) { t.Error() }', 'if !f(1).Equal(Money{Cents: 6}) { t.Error() }'],
    ['if !f(1).Equal(NewMoney(5)) { t.Error() }', 'if !(!f(1).Equal(NewMoney(5))) { t.Error() }'],
    ['if f() == nil { t.Error() }', 'if !(f() == nil) { t.Error() }'],
    [
      'want := []int{1, 2}\nif !slices.Equal(f(), want) { t.Error(want) }',
      'want := []int{2, 2}\nif !slices.Equal(f(), want) { t.Error(want) }',
    ],
    ['want := 3\nif f(want) != want { t.Error() }', 'want := 3\nif !(f(want) != want) { t.Error() }'],
    [
      'if err != nil { t.Fatal(err) }\nif f() != 1 { t.Error() }',
      'if err != nil { t.Fatal(err) }\nif f() != 2 { t.Error() }',
    ],
    ['assert.Equal(t, 3, f())', 'assert.Equal(t, 4, f())'],
    ['require.Equal(t, price, f())', 'require.Equal(t, []interface{}{price}, f())'],
    ['assert.NoError(t, err)', 'assert.Error(t, err)'],
    ['assert.True(t, f())', 'assert.False(t, f())'],
  ])('%s', async (before, after) => {
    expect((await change('a_test.go', inTest(before)))?.text).toBe(inTest(after));
  });

  test.each([
    'if f() != 2 { return }',
    'assert.Len(t, f(), 3)',
    'other.Equal(t, 3, f())',
    'want := 3\nuse(want)',
    'if f() < 2 { log.Print() }',
  ])('%s stays', async (body) => {
    expect(await change('a_test.go', inTest(body))).toBeNull();
  });

  const table = (rows: string, use = 'tt.in'): string =>
    inTest(`\ttests := []struct {
\t\tname     string
\t\tin, want int
\t}{
${rows}
\t}
\tfor _, tt := range tests {
\t\tt.Run(tt.name, func(t *testing.T) {
\t\t\tif got := f(${use}); got != tt.want {
\t\t\t\tt.Errorf("%d", got)
\t\t\t}
\t\t})
\t}`);

  test('a column of expectations is changed in every row, named or by place', async () => {
    const changed = await change('a_test.go', table('{"a", 1, 2},\n{name: "b", in: 3, want: 4},'));
    expect(changed?.text).toBe(table('{"a", 1, 3},\n{name: "b", in: 3, want: 5},'));
    expect(changed?.tests).toEqual(['TestIt']);
  });

  test('a column that is an input too stays', async () => {
    const changed = await change('a_test.go', table('{"a", 1, 2},', 'tt.want'));
    expect(changed?.text).toContain('{"a", 1, 2},');
    expect(changed?.text).toContain('!(got != tt.want)');
  });

  test('only a test that certainly reaches a changed value is listed', async () => {
    const source = `package x

func TestSure(t *testing.T) { if f() != 1 { t.Error() } }
func TestMaybe(t *testing.T) { if g() { if f() != 1 { t.Error() } } }
func TestLoop(t *testing.T) { for _, x := range f() { if x != 1 { t.Error() } } }
func TestSkipped(t *testing.T) {
\tif g() { t.Skip() }
\tif f() != 1 { t.Error() }
}
func TestWeak(t *testing.T) { if !f() { t.Error() } }
`;
    expect((await change('a_test.go', source))?.tests).toEqual(['TestSure']);
  });
});

describe('Rust', () => {
  const inTest = (body: string): string => `#[test]\nfn it_works() {\n    ${body}\n}\n`;

  test.each([
    ['assert_eq!(f(1), 2);', 'assert_eq!(f(1), 3);'],
    ['assert_eq!(2u8, f(1), "why {}", 1);', 'assert_eq!(3u8, f(1), "why {}", 1);'],
    ['assert_eq!(f(), 255);', 'assert_eq!(f(), 128);'],
    ['assert_eq!(f(), "a");', 'assert_eq!(f(), "abababa");'],
    ['assert_eq!(f(), r#"a"#);', 'assert_eq!(f(), r#"abababa"#);'],
    ['assert_eq!(f(), Some("a".to_string()));', 'assert_eq!(f(), Some("abababa".to_string()));'],
    ['assert_eq!(f(), vec![1, 2]);', 'assert_eq!(f(), vec![2, 2]);'],
    ['assert_eq!(f(), Money { cents: -4 });', 'assert_eq!(f(), Money { cents: -5 });'],
    ['assert_eq!(f(), Err(Error::Missing(true)));', 'assert_eq!(f(), Err(Error::Missing(false)));'],
    ['assert_eq!(f(), Level::new(4));', 'assert_ne!(f(), Level::new(4));'],
    ['assert_eq!(f(), g(4));', 'assert_ne!(f(), g(4));'],
    ['std::assert_eq!(a, b);', 'std::assert_ne!(a, b);'],
    ['assert_ne!(f(), 3);', 'assert_eq!(f(), 3);'],
    ['assert!(f() == 3);', 'assert!(f() == 4);'],
    ['assert!(f() && g());', 'assert!(!(f() && g()));'],
    ['assert!(f() == 3 && g());', 'assert!(!(f() == 3 && g()));'],
    ['assert!(f().is_ok(), "why");', 'assert!(!(f().is_ok()), "why");'],
    [
      'let expected = Money(4);\n    assert_eq!(f(), expected);',
      'let expected = Money(5);\n    assert_eq!(f(), expected);',
    ],
    [
      'let expected = 4;\n    assert_eq!(f(expected), expected);',
      'let expected = 4;\n    assert_ne!(f(expected), expected);',
    ],
    ['assert!(f());\n    assert_eq!(g(), 1);', 'assert!(f());\n    assert_eq!(g(), 2);'],
  ])('%s', async (before, after) => {
    expect((await change('tests/a.rs', inTest(before)))?.text).toBe(inTest(after));
  });

  test.each(['check!(f(), 3);', 'f(3);'])('%s stays', async (body) => {
    expect(await change('tests/a.rs', inTest(body))).toBeNull();
  });

  test('a test that has to panic stays', async () => {
    expect(await change('tests/a.rs', `#[should_panic]\n${inTest('assert_eq!(f(), 1);')}`)).toBeNull();
  });

  test('only a test that certainly reaches a changed value is listed', async () => {
    const source = `#[test]
fn sure() { assert_eq!(f(), 1); }
#[test]
fn maybe() { if g() { assert_eq!(f(), 1); } }
#[test]
fn left() { if g() { return; } assert_eq!(f(), 1); }
fn helper() { assert_eq!(f(), 1); }
`;
    expect((await change('tests/a.rs', source))?.tests).toEqual(['sure']);
  });

  const inner = (value: string): string =>
    `#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn adds() { assert_eq!(add(1, 2), ${value}); }\n}`;
  const SOURCE = `pub fn add(a: i32, b: i32) -> i32 {\n    assert_eq!(a, a);\n    a + b\n}\n\n${inner('3')}\n`;

  test('in a source file only its tests are changed', async () => {
    expect((await change('src/lib.rs', SOURCE))?.text).toBe(SOURCE.replace(inner('3'), inner('4')));
  });

  test('in every place of the file', async () => {
    const twice = `${SOURCE}\n${inner('3').replace('mod tests', 'mod more')}\n`;
    expect((await change('src/lib.rs', twice))?.text).toBe(twice.replaceAll('add(1, 2), 3', 'add(1, 2), 4'));
  });

  test('nothing is changed if a macro may write the tests', async () => {
    const written = `${SOURCE}\nmacro_rules! case {\n    () => { #[test] fn more() {} };\n}\n`;
    expect(await change('src/lib.rs', written)).toBeNull();
  });
});

describe('Java', () => {
  const inTest = (body: string, head = ''): string =>
    `${head}class ATest {\n  @Test\n  void works() {\n    ${body}\n  }\n}\n`;

  test.each([
    ['assertEquals(3, f(1));', 'assertEquals(4, f(1));'],
    ['assertEquals(3L, f(1), "why");', 'assertEquals(4L, f(1), "why");'],
    ['assertEquals("why", 3, f(1));', 'assertEquals("why", 4, f(1));'],
    ['assertEquals(-1.5, f(), 0.1);', 'assertEquals(-2.5, f(), 0.1);'],
    ['Assertions.assertEquals("a", f());', 'Assertions.assertEquals("abababa", f());'],
    [
      'assertEquals(new Money(5), f());',
      'assertEquals(new Money(5), java.util.Collections.singletonList(f()));',
    ],
    ['assertArrayEquals(new int[] {1, 2}, f());', 'assertArrayEquals(new int[] {2, 2}, f());'],
    ['assertTrue(f());', 'assertTrue(!(f()));'],
    ['assertFalse("why", a && b);', 'assertFalse("why", !(a && b));'],
    ['assertTrue(a.equals(b));', 'assertTrue(a.equals(java.util.Collections.singletonList(b)));'],
    ['assertThat(f()).as("x").isEqualTo(3);', 'assertThat(f()).as("x").isEqualTo(4);'],
    ['assertThat(f()).isEqualTo(b);', 'assertThat(f()).isEqualTo(java.util.Collections.singletonList(b));'],
    ['assertThat(f()).isTrue();', 'assertThat(f()).isFalse();'],
    ['assertThat(f(), is(3));', 'assertThat(f(), is(4));'],
  ])('%s', async (before, after) => {
    expect((await change('ATest.java', inTest(before)))?.text).toBe(inTest(after));
  });

  test.each([
    'assertEquals(a, b, 0.1);',
    'assertArrayEquals(a, b);',
    'assertTrue(() -> f());',
    'assertEquals(a, null);',
    'use(3, f());',
  ])('%s stays', async (body) => {
    expect(await change('ATest.java', inTest(body))).toBeNull();
  });

  test('only a test that certainly reaches a changed value is listed', async () => {
    const source = `class ATest {
  @Test void sure() { assertEquals(1, f()); }
  @Test void maybe() { if (x) { assertEquals(1, f()); } }
  @Test void weak() { assertTrue(f()); }
  @Test(expected = Error.class) void fails() { assertEquals(1, f()); }
  void helper() { assertEquals(1, f()); }
}
`;
    expect((await change('ATest.java', source))?.tests).toEqual(['sure']);
  });
});

import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { changeExpectations } from '../../../../src/core/analyse/control/change-expectations.ts';
import { otherValues } from '../../../../src/core/languages/parts/expectation-changer.ts';
import { createAnalysisProcess } from '../../../../src/shell/adapters/analysers/analysis-process.ts';
import { createSyntaxReader } from '../../../../src/shell/adapters/analysers/syntax-reader.ts';

const analysis = createAnalysisProcess();
const reader = createSyntaxReader(analysis);
afterAll(() => analysis.close());

const change = async (path: string, source: string) => {
  const nodes = await reader.read(path, source);
  if (nodes === null || 'gaveUp' in nodes) throw new Error('no tree');
  return changeExpectations(path, source, nodes, '0'.repeat(64));
};

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

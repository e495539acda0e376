import { expect, test } from 'vitest';
import { flagsOf, idsOf, type Files } from '../../analyse/flags/change-of.ts';

const SPEC = `require 'sum'

RSpec.describe Sum do
  it 'adds' do
    expect(Sum.add(1, 2)).to eq(3)
    expect(Sum.add(2, 2)).to eq(4)
  end

  it 'subtracts' do
    expect(Sum.subtract(3, 2)).to eq(1)
  end
end
`;

const MINI = `require 'test_helper'

class SumTest < Minitest::Test
  def test_adds
    assert_equal 3, Sum.add(1, 2)
    assert_equal 4, Sum.add(2, 2)
  end

  def test_subtracts
    assert_equal 1, Sum.subtract(3, 2)
  end
end
`;

const edit = (base: string, from: string, to: string): string => {
  if (!base.includes(from)) throw new Error(`the base has no ${from}`);
  return base.replace(from, to);
};
const spec = (from: string, to: string): Files => ({
  'spec/sum_spec.rb': { before: SPEC, after: edit(SPEC, from, to) },
});
const mini = (from: string, to: string): Files => ({
  'test/sum_test.rb': { before: MINI, after: edit(MINI, from, to) },
});

test.each([
  ['xit', spec("it 'adds'", "xit 'adds'")],
  ['xdescribe', spec('RSpec.describe', 'RSpec.xdescribe')],
  ['skip: true', spec("it 'adds' do", "it 'adds', skip: true do")],
  [':skip', spec("it 'adds' do", "it 'adds', :skip do")],
  ['pending in the body', spec("it 'adds' do", "it 'adds' do\n    pending 'later'")],
  ['skip in the body', spec("it 'adds' do", "it 'adds' do\n    skip")],
  ['an early return', spec("it 'adds' do", "it 'adds' do\n    next")],
  ['fit', spec("it 'adds'", "fit 'adds'")],
  ['focus: true', spec("it 'adds' do", "it 'adds', focus: true do")],
  ['minitest: skip', mini('def test_adds\n', "def test_adds\n    skip 'later'\n")],
  ['minitest: a return', mini('def test_adds\n', 'def test_adds\n    return\n')],
])('%s skips a test', async (_, files) => {
  expect(await idsOf(files)).toContain('test-skipped');
});

test.each([
  ['expectations of constants', spec('expect(Sum.subtract(3, 2)).to eq(1)', 'expect(true).to be true')],
  ['an expectation of itself', spec('expect(Sum.subtract(3, 2)).to eq(1)', 'expect(x).to eq(x)')],
  ['no expectation', spec('expect(Sum.subtract(3, 2)).to eq(1)', 'Sum.subtract(3, 2)')],
  [
    'a rescue',
    spec(
      'expect(Sum.subtract(3, 2)).to eq(1)',
      'begin\n      expect(Sum.subtract(3, 2)).to eq(1)\n    rescue Exception\n      nil\n    end',
    ),
  ],
  ['minitest: assert true', mini('assert_equal 1, Sum.subtract(3, 2)', 'assert true')],
  ['minitest: the same twice', mini('assert_equal 1, Sum.subtract(3, 2)', 'assert_equal 1, 1')],
])('%s hollow a test out', async (_, files) => {
  expect(await idsOf(files)).toContain('test-hollowed');
});

test.each([
  ['a loose matcher', spec('to eq(1)', 'to be_truthy')],
  ['the negation', spec('to eq(1)', 'not_to eq(2)')],
  [
    'fewer checks',
    spec(
      '    expect(Sum.add(1, 2)).to eq(3)\n    expect(Sum.add(2, 2)).to eq(4)\n',
      '    expect(Sum.add(1, 2)).to eq(3)\n',
    ),
  ],
  ['minitest: a loose assertion', mini('assert_equal 1, Sum.subtract(3, 2)', 'assert Sum.subtract(3, 2)')],
])('%s weakens a test', async (_, files) => {
  expect(await idsOf(files)).toContain('test-weakened');
});

test('a deleted test is missed', async () => {
  const gone = SPEC.replace(/\n {2}it 'subtracts'[\s\S]*?\n {2}end\n/, '');
  expect(await idsOf({ 'spec/sum_spec.rb': { before: SPEC, after: gone } })).toContain('test-deleted');
});

test('more checks, other words and a new test are ordinary', async () => {
  const more = SPEC.replace("it 'adds' do", "it 'adds numbers' do\n    expect(Sum.add(0, 0)).to eq(0)");
  const seen = await flagsOf({ 'spec/sum_spec.rb': { before: SPEC, after: more } });
  expect(seen.map(({ id }) => id)).toEqual([]);
});

const SOURCE = 'class Sum\n  def add(left, right)\n    left + right\n  end\nend\n';

test('a suppression is detected, and one of a whole file as such', async () => {
  const line = SOURCE.replace('left + right', 'left + right # rubocop:disable Style/Foo');
  expect(await idsOf({ 'lib/sum.rb': { before: SOURCE, after: line } })).toContain('suppression-added');
  const all = `# rubocop:disable all\n${SOURCE}`;
  expect(await idsOf({ 'lib/sum.rb': { before: SOURCE, after: all } })).toContain('suppression-blanket');
});

test('in a string or a heredoc it is not a suppression', async () => {
  const text = `${SOURCE}TEXT = <<~DOC\n  # rubocop:disable all\nDOC\n`;
  expect(await idsOf({ 'lib/sum.rb': { before: SOURCE, after: text } })).not.toContain('suppression-blanket');
});

test.each([
  'vendor/bundle/ruby/3.1.0/gems/rspec-core-3.12.0/lib/rspec/core.rb',
  'lib/minitest/quiet_plugin.rb',
  'lib/rspec.rb',
  'test/minitest/autorun.rb',
])('%s is loaded in place of what the base runs', async (path) => {
  expect(await idsOf({ [path]: 'puts 1\n' })).toContain('harness-patched');
});

test('files of the program itself are not', async () => {
  expect(await idsOf({ 'lib/shop/json.rb': 'puts 1\n', 'lib/rspec/shop.rb': 'puts 1\n' })).not.toContain(
    'harness-patched',
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../src/faces/wiring/session.ts';
import { openTools } from '../../src/faces/wiring/wiring.ts';
import { assessTrees } from '../../src/shell/assess/assess-trees.ts';
import { has, unless } from '../support/needs.ts';
import { type Files, makeProject, type ScratchProject } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from '../trust/evaluate-field.ts';

const shop = (body: string): string => `# frozen_string_literal: true

# Prices of a shop.
module Shop
  def self.total(prices, discount: 0)
    ${body}
  end
end
`;

const BROKEN = shop('prices.sum');
const FIXED = shop('prices.sum - discount');
/** Right, but not as the linter wants it. */
const UNTIDY = shop('result = prices.sum() - discount; return result');

const RUBOCOP = `AllCops:
  NewCops: disable
  TargetRubyVersion: 3.1
  SuggestExtensions: false
Metrics/BlockLength:
  Enabled: false
`;

const SPEC = `# frozen_string_literal: true

require 'shop'

RSpec.describe Shop do
  it 'adds prices' do
    expect(Shop.total([1, 2])).to eq(3)
  end

  it 'takes the discount off' do
    expect(Shop.total([5, 5], discount: 3)).to eq(7)
  end
end
`;

const MINITEST = `# frozen_string_literal: true

require 'minitest/autorun'
require 'shop'

class ShopTest < Minitest::Test
  def test_adds_prices
    assert_equal 3, Shop.total([1, 2])
  end

  def test_takes_the_discount_off
    assert_equal 7, Shop.total([5, 5], discount: 3)
  end
end
`;

const candidates: Readonly<Record<string, Files>> = {
  fix: { 'lib/shop.rb': FIXED },
  untidy: { 'lib/shop.rb': UNTIDY },
  worse: { 'lib/shop.rb': shop('prices.first - discount') },
  unparsable: { 'lib/shop.rb': shop('prices.sum -') },
};

const canRun = has.sandbox && has.rspec && has.minitest && has.rubocop && has.bundler;
const why = (['sandbox', 'rspec', 'minitest', 'rubocop', 'bundler'] as const).map(unless).join('');

describe.each([
  {
    runner: 'rspec, by bundler',
    base: { Gemfile: "gem 'rspec'\ngem 'rubocop'\n", '.rspec': '-Ilib\n', 'spec/shop_spec.rb': SPEC },
  },
  {
    runner: 'minitest, without a Gemfile or a task',
    base: { 'test/shop_test.rb': MINITEST },
  },
  {
    runner: 'test-unit, and gems that only its Rakefile needs and that cannot be installed',
    base: {
      // Rubocop without its gems is covered by the project before this one.
      'hydra.toml': '[scoring.commands]\nlint = false\n',
      Gemfile: "source 'http://127.0.0.1:9'\ngem 'no-such-gem-anywhere'\n",
      Rakefile: "require 'no_such_gem_anywhere'\nrequire 'rake/testtask'\nRake::TestTask.new(:test)\n",
      'test/test_shop.rb': MINITEST.replace('minitest/autorun', 'test/unit').replace(
        'Minitest::Test',
        'Test::Unit::TestCase',
      ),
    },
  },
])('a project with $runner', ({ base }) => {
  const check = test.skipIf(!canRun);
  const linted = !('hydra.toml' in base);
  let field: EvaluatedField;
  beforeAll(async () => {
    if (!canRun) return;
    // Without the linter it is as good as the fix.
    const { untidy, ...others } = candidates;
    const given = linted ? { ...others, untidy: untidy! } : others;
    field = await evaluateField({ ...base, 'lib/shop.rb': BROKEN, '.rubocop.yml': RUBOCOP }, given);
  });

  check(`the fix leads, and broken candidates cannot be merged${why}`, () => {
    expect(field.captured.baseline.tests).toMatchObject({ value: { passed: 1, failed: 1 } });
    // Nothing shows which of two fixes of the same test is right; linters do not, and Ruby has no probes.
    if (linted)
      expect(field.conclusion.decision).toMatchObject({ kind: 'leaning', candidates: ['fix', 'untidy'] });
    else expect(field.conclusion.winner).toBe('fix');
    expect(field.gatesOf('fix')).toEqual([]);
    expect(field.gatesOf('worse')).toContain('tests');
    expect(field.gatesOf('unparsable')).toContain('tests');
    expect(field.replays).toBe(true);
  });

  if (!linted) return;
  check(`rubocop tells the tidy fix from the untidy one${why}`, () => {
    const rules = (name: string): readonly string[] => {
      const { lint } = field.evidenceOf(name);
      return lint.known ? lint.value.findings.map(({ rule }) => rule) : [];
    };
    expect(field.evidenceOf('fix').lint).toMatchObject({ known: true });
    expect(rules('untidy')).toEqual(expect.arrayContaining(['Style/RedundantReturn', 'Style/Semicolon']));
    expect(rules('fix')).not.toContain('Style/Semicolon');
  });
});

describe('hydra analyse', () => {
  let project: ScratchProject;
  beforeAll(async () => {
    project = await makeProject({ 'lib/shop.rb': BROKEN, '.rubocop.yml': RUBOCOP });
  });
  afterAll(() => project.remove());

  test.skipIf(!canRun)(`rubocop lints and scans the changed lines, suppressed or not${why}`, async () => {
    const session = openSession();
    const tools = await openTools(session, project.root);
    try {
      const evil = shop('eval(prices.to_s) # rubocop:disable Security/Eval');
      const base = await tools.repository.resolveBase('main');
      const { tree } = await tools.repository.composeTree(base.tree, [
        { path: 'lib/shop.rb', mode: '100644', text: evil },
      ]);
      const { quality, security } = await assessTrees(tools, { base, tree, programs: true });
      expect(quality.details.languages['ruby']).toMatchObject({ tools: ['rubocop', 'syntax tree'], cc: 1 });
      expect(security.details.findings).toMatchObject([
        { rule: 'Security/Eval', level: 'high', path: 'lib/shop.rb', line: 6 },
      ]);
    } finally {
      await session.close();
    }
  });
});

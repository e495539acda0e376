import { expect, test } from 'vitest';
import { classifyPath } from '../../../../src/core/analyse/paths/classify-path.ts';
import { classifyHarnessPath } from '../../../../src/core/analyse/harness/harness-paths.ts';
import { readableCommand } from '../../../../src/core/profile/readable-command.ts';
import { planChecks } from '../../../../src/core/profile/plan-checks.ts';
import { checkOf, configOf, factsOf, type Files, planOf } from '../../profile/plan-fixture.ts';

const JSON_REPORT = '--format progress --format json --out "$HYDRA_REPORT_DIR/tests.json"';
const REPORTER = 'RUBYLIB="$HYDRA_REPORTERS${RUBYLIB:+:$RUBYLIB}" RUBYOPT="-rhydra_minitest ${RUBYOPT:-}"';
const TEST_TASK = "require 'rake/testtask'\nRake::TestTask.new(:test)\n";

const TESTS: readonly (readonly [string, Files, string, string])[] = [
  ['specs without a Gemfile', { 'spec/a_spec.rb': '' }, `rspec ${JSON_REPORT}`, 'rspec-json'],
  ['.rspec alone', { '.rspec': '' }, `rspec ${JSON_REPORT}`, 'rspec-json'],
  ['rspec in a Gemfile', { Gemfile: "gem 'rspec'\n" }, `bundle exec rspec ${JSON_REPORT}`, 'rspec-json'],
  [
    'a test task',
    { Gemfile: '', Rakefile: TEST_TASK, 'test/a_test.rb': '' },
    `${REPORTER} bundle exec rake test`,
    'minitest',
  ],
  [
    'a test task and no Gemfile',
    { Rakefile: TEST_TASK, 'test/test_a.rb': '' },
    `${REPORTER} rake test`,
    'minitest',
  ],
  [
    'Rails',
    { Gemfile: '', 'bin/rails': '', 'config/application.rb': '', 'test/models/a_test.rb': '' },
    `${REPORTER} bundle exec rails test`,
    'minitest',
  ],
];

test.each(TESTS)('tests of %s', (_, files, command, parser) => {
  const plan = planOf(files);
  expect(plan.profile).toBe('ruby');
  expect(checkOf(plan, 'test')?.command.replace(/^if .*; fi; \}; /, '')).toBe(command);
  expect(checkOf(plan, 'test')?.parser).toBe(parser);
});

test.each<[string, Files]>([
  ['specs in the folder of tests', { Rakefile: TEST_TASK, 'test/spec_a.rb': '' }],
  ['a folder of tests in the plural', { Rakefile: 'task test: [:unit]\n', 'tests/a_test.rb': '' }],
])('%s are tests', (_, files) => {
  expect(checkOf(planOf(files), 'test')?.command).toBe(`${REPORTER} rake test`);
});

test('specs of gems in folders say nothing of the tests at the root', () => {
  const gem = { Gemfile: "gem 'rspec'\n", 'more/more.gemspec': '', 'more/spec/a_spec.rb': '' };
  expect(checkOf(planOf({ ...gem, Rakefile: TEST_TASK, 'test/a_test.rb': '' }), 'test')?.parser).toBe(
    'minitest',
  );
  expect(checkOf(planOf(gem), 'test')?.parser).toBe('rspec-json');
});

test('gems in folders without a Gemfile of their own use the one at the root', () => {
  const files = {
    Gemfile: "gem 'rspec'\n",
    '.rubocop.yml': '',
    'core/core.gemspec': '',
    'core/lib/a.rb': '',
    'core/spec/a_spec.rb': '',
  };
  const changed = ['core/lib/a.rb'];
  const planned = (more: Files) => {
    const plan = planChecks(factsOf({ ...files, ...more }, changed), configOf(), changed);
    if ('unplanned' in plan) throw new Error(plan.unplanned);
    return plan;
  };
  const plan = planned({});
  expect(plan.projects?.map(({ folder }) => folder)).toEqual(['', 'core']);
  const command = checkOf(plan, 'test')?.command ?? '';
  expect(command).toContain(
    'if [ -d ../vendor/bundle ]; then export BUNDLE_PATH="$PWD/../vendor/bundle"; fi',
  );
  expect(command).toMatch(/cd core && .*bundle exec rspec /);
  expect(plan.install?.command).toContain('cd core && cd ../ && { bundle check');
  expect(checkOf(plan, 'lint')?.parser).toBe('rubocop-json');
  expect(planned({ 'spec/b_spec.rb': '' }).projects).toBeUndefined();
  expect(planned({ 'core/Gemfile': '' }).install?.command).toContain('( cd core && bundle check');
});

test('specs are those of minitest if nothing speaks of rspec', () => {
  const specs = { Gemfile: "gem 'minitest'\n", 'spec/a_spec.rb': '', 'spec/spec_helper.rb': '' };
  const { command, parser } = checkOf(planOf(specs), 'test')!;
  expect(command).toContain(
    'bundle exec ruby -Ilib -Ispec -r./spec/spec_helper -e "Dir.glob(\'spec/**/*_spec.rb',
  );
  expect(parser).toBe('minitest');
  const helper = { ...specs, 'spec/spec_helper.rb': 'RSpec.configure { |config| }\n' };
  expect(checkOf(planOf(helper), 'test')?.parser).toBe('rspec-json');
});

test('a test task of another name is no reason to call rake test', () => {
  const files = { Rakefile: 'Rake::TestTask.new(:unit) { |task| }\n', 'test/a_test.rb': '' };
  expect(checkOf(planOf(files), 'test')?.command).toContain(' ruby -Ilib -Itest -e ');
});

test('test files without a task are loaded by ruby itself', () => {
  const { command } = checkOf(planOf({ 'test/a_test.rb': '' }), 'test')!;
  expect(command).toMatch(/^RUBYLIB=\S+ RUBYOPT="[^"]*" ruby -Ilib -Itest -e "Dir\.glob\('\{test,tests\}\//);
});

test('bundler installs what is missing, and nothing is installed without a Gemfile', () => {
  const plan = planOf({ Gemfile: "gem 'rspec'\n", 'Gemfile.lock': '' });
  expect(plan).toMatchObject({ packageManager: 'bundler', install: { scope: 'manifests' } });
  expect(plan.install?.command).toMatch(/^bundle check .*\|\| BUNDLE_PATH=vendor\/bundle bundle install/);
  expect(plan.install?.manifests).toEqual(['Gemfile', 'Gemfile.lock']);
  expect(checkOf(plan, 'test')?.env).toMatchObject({ BUNDLE_FROZEN: 'true' });
  expect(planOf({ '.rspec': '' })).toMatchObject({ packageManager: null, install: null });
});

test('lint only if a linter is set up', () => {
  const lintOf = (files: Files) => checkOf(planOf({ '.rspec': '', ...files }), 'lint')?.command;
  const report = '--cache false --format json --out "$HYDRA_REPORT_DIR/lint.json"';
  expect(lintOf({ '.rubocop.yml': '' })).toBe(`rubocop ${report}`);
  expect(lintOf({ '.standard.yml': '' })).toBe(`standardrb ${report}`);
  expect(lintOf({})).toBeUndefined();
  expect(planOf({ '.rspec': '' }).notes).toContain(
    'no rubocop or standard in the repository: lint is not configured',
  );
});

test.each([
  ['bundle exec rspec -f doc --fail-fast spec/models', `bundle exec rspec spec/models ${JSON_REPORT}`],
  ['bin/rspec', `bin/rspec ${JSON_REPORT}`],
  [
    'bundle exec rake spec',
    'SPEC_OPTS="--format progress --format json --out $HYDRA_REPORT_DIR/tests.json" bundle exec rake spec',
  ],
  ['rake test:units', `${REPORTER} rake test:units`],
  ['ruby -Itest test/a_test.rb', `${REPORTER} ruby -Itest test/a_test.rb`],
])('%s is asked for a report', (command, expected) => {
  expect(readableCommand('test', command).command).toBe(expected);
});

test.each([
  ['rspec spec/models --tag fast', ['rspec --tag fast {files}']],
  ['bundle exec rake test', ['bundle exec ruby -Ilib -Itest -e', '{files}']],
  ['ruby -Itest test/a_test.rb', ['ruby -Ilib -Itest -e', '{files}']],
  ['ruby -Ispec -r./spec/helper spec/a_spec.rb', ['ruby -Ilib -Itest -Ispec -r./spec/helper -e', '{files}']],
])('%s takes files', (command, parts) => {
  for (const part of parts) expect(readableCommand('test', command).select).toContain(part);
});

test('a command that cannot be parsed gets its reporter from a variable', () => {
  expect(readableCommand('test', 'bundle exec rspec | cat')).toMatchObject({
    tool: 'rspec',
    parser: 'rspec-json',
  });
  expect(readableCommand('test', 'rake test || exit 1')).toMatchObject({
    tool: 'minitest',
    parser: 'minitest',
  });
});

test.each([
  ['spec/models/cart_spec.rb', 'test', 'test'],
  ['test/cart_test.rb', 'test', 'test'],
  ['test/test_cart.rb', 'test', 'test'],
  ['lib/cart_test.rb', 'test', 'test'],
  ['spec/support/factories.rb', 'test', 'fixture'],
  ['spec/spec_helper.rb', 'test', 'runner-config'],
  ['test/test_helper.rb', 'test', 'runner-config'],
  ['.rspec', 'config', 'runner-config'],
  ['.rubocop.yml', 'config', 'lint-config'],
  ['.rubocop_todo.yml', 'config', 'lint-config'],
  ['Gemfile', 'config', 'manifest'],
  ['.bundle/config', 'source', 'manifest'],
  ['shop.gemspec', 'config', 'manifest'],
  ['Gemfile.lock', 'lockfile', 'lockfile'],
  ['Rakefile', 'config', 'script'],
  ['lib/cart.rb', 'source', null],
])('%s is %s and belongs to the harness as %s', (path, role, part) => {
  expect(classifyPath(path)).toBe(role);
  expect(classifyHarnessPath(path)).toBe(part);
});

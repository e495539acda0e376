import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesToRead, isMixed, planChecks } from '../../../src/core/profile/plan-checks.ts';
import { PROFILES } from '../../../src/core/languages/languages.ts';
import { checkOf, commandOf, configOf, factsOf, type Files, packageJson, planOf } from './plan-fixture.ts';

describe('which profile', () => {
  test.each([
    ['package.json', 'js-node'],
    ['pyproject.toml', 'python'],
    ['tests/test_a.py', 'python'],
    ['Cargo.toml', 'rust'],
    ['go.mod', 'go'],
    ['pom.xml', 'java-maven'],
    ['Gemfile', 'ruby'],
    ['shop.gemspec', 'ruby'],
    ['build.gradle', 'java-gradle'],
    ['settings.gradle.kts', 'java-gradle'],
  ])('%s is %s', (file, profile) => {
    expect(planOf({ [file]: '' }).profile).toBe(profile);
  });

  test('the language with more files leads a mixed repository, and the others are listed', () => {
    const plan = planOf({ 'package.json': '{}', 'pyproject.toml': '', 'a.py': '', 'b.py': '', 'c.js': '' });
    expect(plan.profile).toBe('python');
    expect(plan.notes[0]).toContain('js-node');
  });

  test('in a mixed repository the language of every change leads, if it is one', () => {
    const facts = factsOf({ 'package.json': '{}', 'pyproject.toml': '', 'a.py': '', 'b.py': '', 'c.js': '' });
    const profileFor = (...changed: string[]) => planChecks(facts, configOf(), changed);
    expect(isMixed(facts, configOf())).toBe(true);
    expect(profileFor('c.js')).toMatchObject({
      profile: 'js-node',
      notes: expect.arrayContaining([expect.stringContaining('the language of every change')]),
    });
    expect(profileFor('c.js', 'a.py')).toMatchObject({ profile: 'python' });
    expect(profileFor('main.go')).toMatchObject({ profile: 'python' });
    const chosen = configOf({ scoring: { profile: 'python' } });
    expect(planChecks(facts, chosen, ['c.js'])).toMatchObject({ profile: 'python' });
    expect(isMixed(facts, chosen)).toBe(false);
  });

  test('the configured profile wins', () => {
    expect(planOf({ 'go.mod': '' }, { scoring: { profile: 'rust' } }).profile).toBe('rust');
  });

  test('nothing recognised: a reason, or a custom plan if commands are given', () => {
    expect(planChecks(factsOf({ Makefile: '' }), configOf())).toEqual({
      unplanned: expect.stringContaining('No profile recognises this repository'),
    });
    const plan = planOf({ Makefile: '' }, { scoring: { commands: { test: 'make test' } } });
    expect(plan).toMatchObject({ profile: 'custom', install: null, testRunner: null });
    expect(checkOf(plan, 'test')).toMatchObject({ command: 'make test', parser: 'auto', origin: 'config' });
    expect(plan.notes).toContain('no build command: build is not configured');
  });
});

describe('the configuration has priority', () => {
  const files = {
    ...packageJson({ scripts: { build: 'tsc', test: 'jest', lint: 'eslint .' }, dependencies: { a: '1' } }),
  };

  test.each([
    [
      'pytest -q',
      'PYTHONPATH="$HYDRA_REPORTERS${PYTHONPATH:+:$PYTHONPATH}" pytest -q -p hydra_origin -p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml="$HYDRA_REPORT_DIR/tests.xml"',
      'junit',
    ],
    [
      'poetry run pytest',
      'PYTHONPATH="$HYDRA_REPORTERS${PYTHONPATH:+:$PYTHONPATH}" poetry run pytest -p hydra_origin -p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml="$HYDRA_REPORT_DIR/tests.xml"',
      'junit',
    ],
    [
      'coverage run -m pytest tests',
      'PYTHONPATH="$HYDRA_REPORTERS${PYTHONPATH:+:$PYTHONPATH}" python3 -m pytest tests -p hydra_origin -p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml="$HYDRA_REPORT_DIR/tests.xml"',
      'junit',
    ],
    [
      'PYTHONPATH=src pytest',
      'PYTHONPATH=src pytest -p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml="$HYDRA_REPORT_DIR/tests.xml"',
      'junit',
    ],
    ['python -m unittest', 'python "$HYDRA_REPORTERS/unittest_report.py"', 'unittest'],
    ['go test -race ./pkg/...', 'go test -json -race ./pkg/...', 'go-test-json'],
    [
      'cargo +nightly test -- --test-threads=1',
      'cargo +nightly test --no-fail-fast -- --test-threads=1',
      'cargo-test',
    ],
    ['./mvnw verify', './mvnw verify', 'junit'],
    ['./gradlew :core:test', './gradlew :core:test --continue', 'junit'],
    ['tox', 'tox', 'auto'],
    [
      'cd sub; pytest',
      'export PYTEST_ADDOPTS="-p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml=$HYDRA_REPORT_DIR/tests.xml ${PYTEST_ADDOPTS:-}"; cd sub; pytest',
      'junit',
    ],
  ])('own test command %s', (own, command, parser) => {
    const plan = planOf({ Makefile: '' }, { scoring: { commands: { test: own } } });
    expect(commandOf(plan, 'test')).toBe(command);
    expect(checkOf(plan, 'test')).toMatchObject({ parser, origin: 'config' });
  });

  test('false switches a step off', () => {
    const plan = planOf(files, {
      scoring: { commands: { install: false, build: false, test: false, lint: false } },
    });
    expect(plan).toMatchObject({ install: null, checks: [], commands: {} });
  });

  test('a custom installation may read anything, so it is not shared between bases', () => {
    const plan = planOf(files, {
      scoring: { commands: { install: 'make deps' } },
      checks: { install: { network: false, env: ['TOKEN'] } },
    });
    expect(plan.install).toMatchObject({
      command: 'make deps',
      scope: 'tree',
      network: false,
      manifests: ['package.json'],
    });
    expect(plan.install?.environment).toContain('TOKEN');
    expect(plan.environment).not.toContain('TOKEN');
  });

  test.each([
    [
      { format: 'junit', path: './out/*.xml' },
      { from: 'workspace-files', pattern: 'out/*.xml' },
    ],
    [
      { format: 'junit', path: '$HYDRA_REPORT_DIR/x.xml' },
      { from: 'report-file', name: 'x.xml' },
    ],
    [{ format: 'ctrf' }, { from: 'stdout' }],
    [{ format: 'auto' }, { from: 'log' }],
  ])('custom reports: %o', (setting, report) => {
    const plan = planOf(files, { scoring: { reports: { test: setting } } });
    expect(commandOf(plan, 'test')).toBe('npm test');
    expect(checkOf(plan, 'test')).toMatchObject({ parser: setting.format, report });
  });

  test('gradient mode has one check per target', () => {
    const plan = planOf(files, {
      scoring: { build_mode: 'gradient', build_targets: { core: 'make core', ui: 'make ui' } },
    });
    expect(plan.checks.filter(({ kind }) => kind === 'build').map(({ name }) => name)).toEqual([
      'core',
      'ui',
    ]);
  });

  test.each([
    [{ build_mode: 'gradient' }, 'is empty'],
    [{ build_targets: { a: 'b' } }, 'is ignored'],
  ])('half a gradient mode is reported: %o', (scoring, said) => {
    expect(planOf(files, { scoring }).notes.join()).toContain(said);
  });

  test('a security command is a check by its exit code', () => {
    const check = checkOf(planOf(files, { scoring: { security: { command: 'audit' } } }), 'security');
    expect(check).toMatchObject({ name: 'security', parser: null, timeoutMs: 300_000, origin: 'config' });
  });

  test.each([
    [{}, [300, 600, 300]],
    [{ timeout_per_check_seconds: 120 }, [120, 120, 120]],
    [{ timeout_per_check_seconds: 120, timeouts: { test: 0.5 } }, [120, 0.5, 120]],
  ])('timeouts %o', (scoring, seconds) => {
    expect(planOf(files, { scoring }).checks.map(({ timeoutMs }) => timeoutMs / 1000)).toEqual(seconds);
  });
});

describe('compiling again at another path', () => {
  const cargo = { 'Cargo.toml': '[package]\nname = "a"\n', 'Cargo.lock': '' };
  test.each([
    ['of Rust', cargo, /^cargo build /],
    ['of Go, the tests too', { 'go.mod': 'module a\n' }, /^go build .*; go test .*-run=\^\$/],
    ['of Java', { 'pom.xml': '' }, /mvn .*test-compile$/],
  ])('%s', (_, files, expected) => {
    expect(planOf(files).recompile).toMatchObject({
      kind: 'build',
      command: expect.stringMatching(expected),
    });
  });

  test('in the folder of each project that compiles', () => {
    const changed = ['a/main.go', 'b/src/lib.rs', 'c/x.js'];
    const files = {
      'a/go.mod': 'module a\n',
      'a/main.go': '',
      'b/Cargo.toml': cargo['Cargo.toml'],
      'b/src/lib.rs': '',
      'c/package.json': '{"scripts":{"test":"node --test"}}',
      'c/x.js': '',
    };
    const plan = planChecks(factsOf(files, changed), configOf(), changed);
    const command = 'unplanned' in plan ? '' : (plan.recompile?.command ?? '');
    expect(['cd a', 'cd b', 'cd c'].filter((each) => command.includes(each))).toEqual(['cd a', 'cd b']);
  });

  test('not without a compiler', () => {
    expect(planOf({ 'package.json': '{}' }).recompile).toBeUndefined();
  });
});

describe('hostile repositories', () => {
  test.each([
    ['not JSON', '{'],
    ['an array', '[]'],
    ['scripts of other types', '{"scripts":{"test":3,"lint":null,"build":{}},"dependencies":[1]}'],
    ['scripts as a text', '{"scripts":"jest"}'],
    ['prototype keys', '{"scripts":{"__proto__":"jest","constructor":"x","test":"npm run toString"}}'],
    ['a script of 10 MB', JSON.stringify({ scripts: { test: 'jest '.repeat(2_000_000) } })],
    ['a cycle', '{"scripts":{"test":"npm run a","a":"npm run b","b":"npm run a","prea":"npm test"}}'],
    ['NUL and control characters', '{"scripts":{"test":"jest\\u0000\\u001b[31m"}}'],
  ])('package.json: %s', (_, text) => {
    const plan = planOf({ 'package.json': text, 'test.js': '' });
    expect(plan.profile).toBe('js-node');
    for (const check of plan.checks) expect(check.parser).toBe(check.kind === 'test' ? 'auto' : null);
  });

  test('scripts that double each other end', () => {
    const scripts: Record<string, string> = { test: 'npm run s0 && npm run s0' };
    for (let n = 0; n < 60; n += 1) scripts[`s${n}`] = `npm run s${n + 1} && npm run s${n + 1}`;
    scripts['s60'] = 'jest';
    expect(checkOf(planOf(packageJson({ scripts })), 'test')).toBeDefined();
  });

  test('any script gives a plan, and text that is not shell syntax is never lost', () => {
    const pieces = fc.constantFrom(
      'jest',
      'mocha',
      '&&',
      '|',
      ';',
      '"',
      "'",
      '$(x)',
      'npm run a',
      'A=b',
      'npx',
      '--',
      '-m',
      'node',
      '--test',
      'nyc',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (words) => {
        const plan = planOf(packageJson({ scripts: { test: words.join(' '), a: 'mocha' } }));
        return plan.checks.every(({ command }) => command.length > 0);
      }),
    );
  });

  test('any set of files and texts gives a plan or a reason', () => {
    const names = [
      'package.json',
      'pyproject.toml',
      'setup.cfg',
      'Cargo.toml',
      'go.mod',
      '.golangci.yml',
      'pom.xml',
      'build.gradle',
      'tests/test_a.py',
      'uv.lock',
      'requirements.txt',
    ];
    const text = fc.string({ unit: 'binary' });
    const tree = fc.record(Object.fromEntries(names.map((name) => [name, text])), { requiredKeys: [] });
    fc.assert(
      fc.property(tree, (files) => {
        const plan = planChecks(factsOf(files as Files), configOf());
        return 'unplanned' in plan
          ? plan.unplanned.length > 0
          : PROFILES.some(({ id }) => id === plan.profile);
      }),
    );
  });
});

test('only manifests, configurations and a few tests are read', () => {
  const tests = Array.from({ length: 50 }, (_, n) => `tests/test_${n}.py`);
  const paths = [
    'package.json',
    'a/package.json',
    'pyproject.toml',
    'dev-requirements.txt',
    'src/a.ts',
    'pom.xml',
    ...tests,
  ];
  expect(filesToRead(paths)).toEqual([
    'package.json',
    'pyproject.toml',
    'dev-requirements.txt',
    'pom.xml',
    ...tests.slice(0, 8),
    'a/package.json',
  ]);
});

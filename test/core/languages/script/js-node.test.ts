import { describe, expect, test } from 'vitest';
import { checkOf, commandOf, type Files, packageJson, planOf } from '../../profile/plan-fixture.ts';

const MOCHA = '--reporter "$HYDRA_REPORTERS/mocha.cjs"';
const JASMINE = '--seed=1 --reporter="$HYDRA_REPORTERS/jasmine.cjs"';
const NODE = '--test-reporter="$HYDRA_REPORTERS/node-test.mjs" --test-reporter-destination=stdout';
const JEST =
  '--coverage=false --json --outputFile="$HYDRA_REPORT_DIR/tests.json" --reporters=default --reporters="$HYDRA_REPORTERS/jest-arguments.cjs" ${HYDRA_ORDER:+$(node "$HYDRA_REPORTERS/jest-order.cjs")}';
const VITEST =
  '--reporter=default --reporter=json --outputFile="$HYDRA_REPORT_DIR/tests.json" ${HYDRA_ORDER:+--sequence.shuffle --sequence.seed=$HYDRA_ORDER}';
const TAP_FILE = '>> "$HYDRA_REPORT_DIR/tests.tap"';

type Row = readonly [script: string, command: string, parser: string, others?: Record<string, string>];
type Case = { script: string; command: string; parser: string; others: Record<string, string> };

const ROWS: readonly Row[] = [
  [
    'mocha --require test/support/env --reporter spec --check-leaks test/ test/acceptance/',
    `mocha --require test/support/env --check-leaks test/ test/acceptance/ ${MOCHA}`,
    'mocha',
  ],
  ['mocha -R dot --watch', `mocha ${MOCHA}`, 'mocha'],
  ['nyc --reporter=text mocha', `nyc --check-coverage=false --reporter=text mocha ${MOCHA}`, 'mocha'],
  [
    'nyc --reporter lcov --all mocha -- test',
    `nyc --check-coverage=false --reporter lcov --all mocha ${MOCHA} -- test`,
    'mocha',
  ],
  ['node ./node_modules/.bin/_mocha test', `node ./node_modules/.bin/_mocha test ${MOCHA}`, 'mocha'],
  ['jest', `jest --runInBand ${JEST}`, 'jest-json'],
  ['jest -i --watch', `jest -i ${JEST}`, 'jest-json'],
  [
    'cross-env NODE_ENV=test jest --coverage',
    `cross-env NODE_ENV=test jest --runInBand ${JEST}`,
    'jest-json',
  ],
  [
    'NODE_OPTIONS=--experimental-vm-modules jest',
    `NODE_OPTIONS=--experimental-vm-modules jest --runInBand ${JEST}`,
    'jest-json',
  ],
  [
    'node --experimental-vm-modules node_modules/jest/bin/jest.js "a b"',
    `node --experimental-vm-modules node_modules/jest/bin/jest.js "a b" --runInBand ${JEST}`,
    'jest-json',
  ],
  ['react-scripts test', `react-scripts test --runInBand ${JEST}`, 'jest-json'],
  ['vitest', `vitest run ${VITEST}`, 'vitest-json'],
  ['vitest --watch --reporter=dot src', `vitest run src ${VITEST}`, 'vitest-json'],
  ['vitest run --coverage', `vitest run ${VITEST}`, 'vitest-json'],
  ['npx --yes vitest watch', `npx --yes vitest run ${VITEST}`, 'vitest-json'],
  ['node --test', `node ${NODE} --test`, 'node-test'],
  ['tsc && node --test dist/**/*.test.js', `tsc && node ${NODE} --test dist/**/*.test.js`, 'node-test'],
  [
    'node --import tsx --test --test-reporter=spec test/*.ts',
    `node ${NODE} --import tsx --test test/*.ts`,
    'node-test',
  ],
  ['c8 --100 tsx --test', `c8 --check-coverage=false tsx ${NODE} --test`, 'node-test'],
  ['ava', 'ava --tap', 'tap'],
  ['node prepare.js && ava --verbose', `node prepare.js && ava --tap ${TAP_FILE}`, 'tap'],
  ['tape test/*.js', 'tape test/*.js', 'tap'],
  ['tap', 'tap --reporter=tap', 'tap'],
  ['bun test', 'bun test --reporter=junit --reporter-outfile="$HYDRA_REPORT_DIR/tests.xml"', 'junit'],
  ['pnpm exec jest', `pnpm exec jest --runInBand ${JEST}`, 'jest-json'],
  ['yarn jest src', `yarn jest src --runInBand ${JEST}`, 'jest-json'],
  ['eclint check && eslint . && mocha', `mocha ${MOCHA}`, 'mocha'],
  ['npm run lint && jest', `jest --runInBand ${JEST}`, 'jest-json', { lint: 'eslint .' }],
  ['npm run -s unit -- --bail', `mocha -t 5 --bail ${MOCHA}`, 'mocha', { unit: 'mocha -t 5' }],
  ['yarn unit --bail', `mocha --bail ${MOCHA}`, 'mocha', { unit: 'mocha' }],
  ['pnpm run a', `mocha ${MOCHA}`, 'mocha', { a: 'pnpm b', b: 'npm run c', c: 'mocha' }],
  ['cross-env A=1 npm run unit', `cross-env A=1 B=2 mocha ${MOCHA}`, 'mocha', { unit: 'B=2 mocha' }],
  ['nyc npm run unit', `nyc --check-coverage=false mocha ${MOCHA}`, 'mocha', { unit: 'mocha' }],
  ['mocha', `tsc && mocha ${MOCHA} && rm -r out`, 'mocha', { pretest: 'tsc', posttest: 'rm -r out' }],
  [
    'run-s build test:*',
    `tsc && mocha a ${MOCHA} && mocha b ${MOCHA}`,
    'mocha',
    { build: 'tsc', 'test:a': 'mocha a', 'test:b': 'mocha b', 'test:b:deep': 'false' },
  ],
  ['run-p lint spec', `mocha ${MOCHA}`, 'mocha', { lint: 'eslint .', spec: 'mocha' }],
  [
    'npm-run-all --parallel --continue-on-error unit:**',
    `mocha a ${MOCHA} && mocha b ${MOCHA}`,
    'mocha',
    { 'unit:a': 'mocha a', 'unit:b:deep': 'mocha b' },
  ],
  [
    'pnpm run "/^test:/"',
    `mocha a ${MOCHA} && mocha b ${MOCHA}`,
    'mocha',
    { 'test:a': 'mocha a', 'test:b': 'mocha b', 'a:test:': 'false' },
  ],
  ['npm link && npm link x && mocha && aud --production', `mocha ${MOCHA}`, 'mocha'],
  ['jasmine --config=a.json', `jasmine --config=a.json ${JASMINE}`, 'jasmine'],
  [
    'jasmine --random=false --reporter=dot',
    'jasmine --random=false --reporter="$HYDRA_REPORTERS/jasmine.cjs"',
    'jasmine',
  ],
  [
    'cd packages/core && npm run x && mocha',
    `cd packages/core && npm run x && mocha ${MOCHA}`,
    'mocha',
    { x: 'echo' },
  ],
  [
    'jest a && jest b',
    'jest a --runInBand --coverage=false --json --outputFile="$HYDRA_REPORT_DIR/tests-1.json" --reporters=default --reporters="$HYDRA_REPORTERS/jest-arguments.cjs" ${HYDRA_ORDER:+$(node "$HYDRA_REPORTERS/jest-order.cjs")} && jest b --runInBand --coverage=false --json --outputFile="$HYDRA_REPORT_DIR/tests-2.json" --reporters=default --reporters="$HYDRA_REPORTERS/jest-arguments.cjs" ${HYDRA_ORDER:+$(node "$HYDRA_REPORTERS/jest-order.cjs")}',
    'jest-json',
  ],
];

const CASES: readonly Case[] = ROWS.map(([script, command, parser, others = {}]) => ({
  script,
  command,
  parser,
  others,
}));

describe('the test script gets the reporter of its runner', () => {
  test.each(CASES)('$script', ({ script, command, parser, others }) => {
    const plan = planOf(packageJson({ scripts: { test: script, ...others }, devDependencies: { x: '1' } }));
    expect(commandOf(plan, 'test')).toBe(command);
    expect(checkOf(plan, 'test')).toMatchObject({ parser, origin: 'profile', timeoutMs: 600_000 });
  });

  test.each(CASES)('applying it twice changes nothing: $script', ({ script, command, parser, others }) => {
    const config = { scoring: { commands: { test: command } } };
    const again = planOf(packageJson({ scripts: { test: script, ...others } }), config);
    expect(checkOf(again, 'test')?.parser).toBe(command.includes('>>') ? 'auto' : parser);
    if (!command.includes('>>')) expect(commandOf(again, 'test')).toBe(command);
  });
});

test('of several linters in one command, the one that does not check types is read', () => {
  const plan = planOf(packageJson({ scripts: { lint: 'tsc && eslint .' } }));
  expect(checkOf(plan, 'lint')?.parser).toBe('eslint-json');
  expect(plan.notes.join()).toContain('also runs tsc');
});

describe('location of the report', () => {
  test.each([
    ['mocha', { from: 'report-file', name: 'tests.jsonl' }],
    ['jest', { from: 'report-file', name: 'tests.json' }],
    ['jest && jest --projects x', { from: 'report-file', name: 'tests-*.json' }],
    ['ava', { from: 'stdout' }],
    ['xo && ava', { from: 'stdout' }],
    ['ava && tsd', { from: 'report-file', name: 'tests.tap' }],
    ['make test', { from: 'log' }],
  ])('%s', (script, report) => {
    expect(checkOf(planOf(packageJson({ scripts: { test: script } })), 'test')?.report).toEqual(report);
  });
});

describe('tests in a browser alone', () => {
  const testOf = (scripts: Record<string, string>, files: Files = {}) =>
    commandOf(planOf({ ...packageJson({ scripts, devDependencies: { jest: '1' } }), ...files }), 'test');

  test('come after another script', () => {
    expect(testOf({ test: 'karma start a.js', 'test:node': 'mocha' })).toBe(`mocha ${MOCHA}`);
    expect(testOf({ test: 'karma start a.js && mocha', 'test:node': 'jest' })).toContain('mocha');
  });

  test('come after a runner that is configured', () => {
    expect(testOf({ test: 'karma start a.js' }, { 'jest.config.js': '' })).toBe(`jest --runInBand ${JEST}`);
    expect(testOf({ test: 'karma start a.js' })).toBe('npm test');
  });
});

test('a runner that is configured needs no script', () => {
  const files = { ...packageJson({ devDependencies: { vitest: '1' } }), 'vitest.config.ts': '' };
  expect(commandOf(planOf(files), 'test')).toBe(`vitest run ${VITEST}`);
  expect(checkOf(planOf({ ...packageJson({}), 'vitest.config.ts': '' }), 'test')).toBeUndefined();
});

describe('scripts that are not understood run unchanged', () => {
  test.each([
    ['tape test.js | tap-spec', 'npm test'],
    ['(cd a && jest) || true', 'npm test'],
    ['echo $(date) && jest', 'npm test'],
    ['jest > out.txt', 'npm test'],
    ['jest & wait', 'npm test'],
    ['turbo run test', 'npm test'],
    ['run-p start unit', 'npm test'],
    ['run-p --race a b', 'npm test'],
    ['pnpm run "/^te.t:$/"', 'npm test'],
    ['vitest bench', 'npm test'],
    ['npm run test', 'npm test'],
    ['npm test --workspaces', 'npm test'],
    ["jest 'unclosed", 'npm test'],
  ])('%s', (script, command) => {
    const plan = planOf(packageJson({ scripts: { test: script } }));
    expect(commandOf(plan, 'test')).toBe(command);
    expect(checkOf(plan, 'test')).toMatchObject({ parser: 'auto', report: { from: 'log' } });
    expect(plan.notes.join()).toContain('low trust');
  });

  test('node:test can be reached by a variable', () => {
    const plan = planOf(packageJson({ scripts: { test: 'node --test; echo done' } }));
    expect(commandOf(plan, 'test')).toContain(
      'export NODE_OPTIONS="--test-reporter=$HYDRA_REPORTERS/node-test.mjs',
    );
    expect(commandOf(plan, 'test')).toMatch(/; npm test$/);
    expect(checkOf(plan, 'test')).toMatchObject({ parser: 'node-test', report: { name: 'tests.jsonl' } });
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string | null]>([
    ['mocha; echo done', {}, 'inside:mocha'],
    ['gulp test', { mocha: '5' }, 'inside:mocha'],
    ['istanbul cover bin/test', { mocha: '5', 'jest-cli': '23' }, 'inside:mocha'],
    ['gulp test', {}, 'auto'],
    ['jest; echo done', { mocha: '5' }, 'auto'],
    ['karma start & mocha | tap-spec', { tap: '1' }, 'auto'],
    ['node --test; echo done', { mocha: '5' }, 'node-test'],
  ])('mocha is read in what starts it: %s with %o', (script, devDependencies, parser) => {
    const plan = planOf(packageJson({ scripts: { test: script }, devDependencies }));
    expect(checkOf(plan, 'test')?.parser).toBe(parser);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['node --conditions development test/index.js', { c8: '10' }, 'inside:node-test'],
    ['npm run build && c8 --100 npm run api', { c8: '10' }, 'inside:node-test'],
    ['tsx --no-warnings src/a.test.ts', {}, 'inside:node-test'],
    ['node test', {}, 'inside:node-test'],
    ['node test/index.js', { tape: '5' }, 'auto'],
    ['node scripts/check.js', {}, 'auto'],
    ['node latest.js', {}, 'auto'],
  ])('node:test may be used by a program: %s with %o', (script, devDependencies, parser) => {
    const scripts = { test: script, build: 'tsc', api: 'node --conditions development test.js' };
    const plan = planOf(packageJson({ scripts, devDependencies }));
    expect(checkOf(plan, 'test')?.parser).toBe(parser);
    if (parser !== 'auto') expect(commandOf(plan, 'test')).toContain('--test-reporter=$HYDRA_REPORTERS');
  });

  test('borp is asked for the same report as node:test, however often it is called', () => {
    const test = 'borp --coverage -p "test/*.js" && borp --reporter spec -c 1 test/fetch.js';
    const plan = planOf(packageJson({ scripts: { test }, devDependencies: { borp: '1' } }));
    const reporter = '--reporter="$HYDRA_REPORTERS/node-test.mjs"';
    expect(commandOf(plan, 'test')).toBe(
      `borp -p "test/*.js" ${reporter} && borp -c 1 test/fetch.js ${reporter}`,
    );
    expect(checkOf(plan, 'test')).toMatchObject({
      parser: 'node-test',
      report: { from: 'report-file', name: 'tests.jsonl' },
    });
  });

  test('a script that changes folder is not inlined before another', () => {
    const scripts = { test: 'npm run a && mocha', a: 'cd a && make' };
    expect(commandOf(planOf(packageJson({ scripts })), 'test')).toBe(`npm run a && mocha ${MOCHA}`);
  });
});

describe('lint', () => {
  const ESLINT = '-f json -o "$HYDRA_REPORT_DIR/lint.json"';
  test.each([
    ['eslint .', `eslint . ${ESLINT}`, 'eslint-json'],
    ['eslint --fix --cache --format stylish src', `eslint src ${ESLINT}`, 'eslint-json'],
    ['prettier --check . && eslint .', `prettier --check . && eslint . ${ESLINT}`, 'eslint-json'],
    ['oxlint --fix', 'oxlint --format json', 'oxlint-json'],
    [
      'prettier --check . && oxlint',
      'prettier --check . && oxlint --format json >> "$HYDRA_REPORT_DIR/lint.json"',
      'oxlint-json',
    ],
    ['biome check --write .', 'biome check . --reporter=json --max-diagnostics=none', 'biome-json'],
    ['standard', 'npm run lint', 'auto'],
    ['biome format .', 'npm run lint', 'auto'],
  ])('%s', (script, command, parser) => {
    const plan = planOf(packageJson({ scripts: { lint: script } }));
    expect(commandOf(plan, 'lint')).toBe(command);
    expect(checkOf(plan, 'lint')).toMatchObject({ parser, timeoutMs: 300_000 });
  });

  test('a linter with a configuration and no script is called directly', () => {
    const files = { ...packageJson({ devDependencies: { eslint: '9' } }), 'eslint.config.js': '' };
    expect(commandOf(planOf(files), 'lint')).toBe(`eslint . ${ESLINT}`);
  });

  test('a configuration whose linter is not a dependency is ignored', () => {
    expect(checkOf(planOf({ ...packageJson({}), 'eslint.config.js': '' }), 'lint')).toBeUndefined();
  });

  test('a second linter in the script is reported as unread', () => {
    const plan = planOf(packageJson({ scripts: { lint: 'eslint . && oxlint' } }));
    expect(plan.notes.join()).toContain('also runs oxlint');
  });

  test.each([
    [{ 'lint:check': 'eslint src' }, `eslint src ${ESLINT}`],
    [{ lint: 'prettier --write .', 'lint:ci': 'eslint src' }, `eslint src ${ESLINT}`],
    [{ lint: 'eslint . && prettier --write .' }, `eslint . ${ESLINT}`],
    [{ lint: 'nodemon -x eslint' }, undefined],
  ])('only a read-only script: %o', (scripts, command) => {
    expect(commandOf(planOf(packageJson({ scripts })), 'lint')).toBe(command);
  });
});

describe('other names of test scripts', () => {
  test.each([
    [{ 'test:unit': 'mocha' }, `mocha ${MOCHA}`],
    [{ test: 'echo "Error: no test specified" && exit 1', 'test:ci': 'mocha' }, `mocha ${MOCHA}`],
    [{ test: 'mocha && codecov', release: 'npm publish' }, `mocha ${MOCHA}`],
    [{ release: 'npm test && npm publish' }, undefined],
  ])('%o', (scripts, command) => {
    expect(commandOf(planOf(packageJson({ scripts })), 'test')).toBe(command);
  });
});

describe('types', () => {
  const TSC = 'tsc --noEmit --pretty false';
  const typescript = { devDependencies: { typescript: '5' } };
  const cases: readonly (readonly [Record<string, string>, string | undefined])[] = [
    [{ typecheck: 'tsc --noEmit' }, TSC],
    [{ 'type-check': 'vue-tsc --noEmit' }, 'vue-tsc --noEmit --pretty false'],
    [{ lint: 'eslint . && tsc --noEmit' }, TSC],
    [{ lint: 'tsc --noEmit' }, TSC],
    [{ test: 'tsc --noEmit && mocha' }, TSC],
    [
      { types: 'tsc --noEmit', test: 'tsc -p test --noEmit && mocha' },
      `${TSC} && tsc -p test --noEmit --pretty false`,
    ],
    [{ build: 'vite build' }, 'tsc --noEmit -p tsconfig.json --pretty false'],
    [{ build: 'tsc -b' }, undefined],
  ];
  test.each(cases)('%o', (scripts, command) => {
    const plan = planOf({ ...packageJson({ scripts, ...typescript }), 'tsconfig.json': '{}' });
    expect(commandOf(plan, 'types')).toBe(command);
    expect(checkOf(plan, 'types')?.parser).toBe(command === undefined ? undefined : 'tsc');
    for (const kind of ['test', 'lint'] as const) expect(commandOf(plan, kind) ?? '').not.toContain('tsc');
  });

  test('nothing to check without a compiler, or if it is switched off', () => {
    expect(checkOf(planOf({ ...packageJson({}), 'tsconfig.json': '{}' }), 'types')).toBeUndefined();
    const off = { scoring: { commands: { types: false } } };
    const files = { ...packageJson({ ...typescript, scripts: { typecheck: 'tsc' } }) };
    expect(checkOf(planOf(files, off), 'types')).toBeUndefined();
  });
});

describe('package manager, install and build', () => {
  const manifest = { scripts: { build: 'tsc' }, dependencies: { a: '1' } };
  test.each([
    [{}, 'npm', 'npm install --no-package-lock --no-audit --no-fund'],
    [{ 'package-lock.json': '' }, 'npm', 'npm ci --no-audit --no-fund'],
    [
      { 'pnpm-lock.yaml': '' },
      'pnpm',
      'pnpm install --frozen-lockfile',
      '"pnpm@$(case "$(head -n 1 pnpm-lock.yaml 2>/dev/null)" in *5.*) echo 7 ;; *6.*) echo 8 ;; *) echo 10 ;; esac)"',
    ],
    [{ 'yarn.lock': '' }, 'yarn', 'yarn install --frozen-lockfile', 'yarn@1'],
    [{ 'yarn.lock': '', '.yarnrc.yml': '' }, 'yarn', 'yarn install --immutable', '@yarnpkg/cli-dist'],
    [{ 'bun.lock': '' }, 'bun', 'bun install --frozen-lockfile'],
  ])('%o', (files, manager, install, fetched = manager) => {
    const plan = planOf({ ...packageJson(manifest), ...files });
    expect(plan).toMatchObject({
      packageManager: manager,
      install: { network: true, timeoutMs: 900_000 },
    });
    const command = plan.install?.command ?? '';
    expect(command.startsWith(manager === 'npm' ? `${install} || ` : `if command -v ${manager} `)).toBe(true);
    expect(command).toContain(`${install} || `);
    // Scripts of packages that fail, another lockfile, a missing manager: each has a fallback, and is reported.
    expect(command).toMatch(/--ignore-scripts|--mode=skip-build/);
    expect(command).toContain('--legacy-peer-deps');
    expect(command.includes(`npm exec --yes --package=${fetched} -- ${manager}`)).toBe(manager !== 'npm');
    expect(plan.install?.manifests.toSorted()).toEqual(['package.json', ...Object.keys(files)].toSorted());
    expect(command.includes('node_modules/.bin/bun')).toBe(manager === 'bun');
    expect(commandOf(plan, 'build')).toBe(`${manager} run build`);
  });

  test('packageManager wins over a lockfile', () => {
    const files = { ...packageJson({ ...manifest, packageManager: 'pnpm@9.1.0' }), 'yarn.lock': '' };
    expect(planOf(files).packageManager).toBe('pnpm');
  });

  test('no dependencies: nothing to install', () => {
    expect(planOf(packageJson({ scripts: { test: 'node --test' } })).install).toBeNull();
  });

  test('npm compiles a native module when it is installed', () => {
    const plan = planOf({
      ...packageJson({ scripts: { test: 'node --test' } }),
      'binding.gyp': '',
      'a.cc': '',
    });
    expect(plan.install?.compiles).toContain('.cc');
  });

  test('the manifests of workspaces decide too, but not those in node_modules', () => {
    const files = {
      ...packageJson({ workspaces: ['a'] }),
      'a/package.json': '{}',
      'node_modules/b/package.json': '{}',
    };
    expect(planOf(files).install?.manifests).toEqual(['package.json', 'a/package.json']);
  });

  test('without scripts nothing is planned, which is reported once for each', () => {
    const plan = planOf(packageJson({ dependencies: { a: '1' } }));
    expect(plan.checks).toEqual([]);
    expect(plan.notes).toEqual([
      'no build script: build is not configured',
      'no test script: tests are not configured',
      'no lint script and no linter configured: lint is not configured',
    ]);
  });

  test('npm’s placeholder is not a test script', () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    expect(checkOf(planOf(packageJson({ scripts })), 'test')).toBeUndefined();
  });
});

describe('an entry point that a lifecycle script makes', () => {
  const planFor = (scripts: Readonly<Record<string, string>>, more: object = { main: './lib' }) =>
    planOf({
      ...packageJson({ ...more, scripts: { test: 'mocha', ...scripts }, devDependencies: { a: '1' } }),
      'src/index.ts': '',
    });

  test.each<readonly [Readonly<Record<string, string>>, string]>([
    [{ prepare: 'tsc' }, 'npm run prepare'],
    [{ prepack: 'tsc -p .' }, 'npm run prepack'],
    [
      { prepublishOnly: 'npm run lint && npm test && npm run compile', lint: 'eslint .', compile: 'tsc' },
      'tsc',
    ],
    [{ prepare: 'husky', prepublishOnly: 'tsc' }, 'npm run prepublishOnly'],
    [{ prepare: 'husky && tsc' }, 'tsc'],
    [{ prepare: 'cd src && tsc' }, 'npm run prepare'],
    [{ prepare: 'tsc', build: 'rollup -c' }, 'npm run build'],
  ])('%j is built by %s', (scripts, command) => {
    const plan = planFor(scripts);
    expect(commandOf(plan, 'build')).toBe(command);
    expect(plan.notes.join()).not.toContain('prepare script');
  });

  test.each([
    [{ bin: { a: 'dist/cli.js' } }],
    [{ exports: { '.': { types: './d/a.d.ts', import: './d/a.js' } } }],
  ])('also as %j', (more) => {
    expect(commandOf(planFor({ prepare: 'tsc' }, more), 'build')).toBe('npm run prepare');
  });

  test('what it makes at installation is for one commit alone', () => {
    expect(planFor({ prepare: 'tsc' }).install?.scope).toBe('tree');
    expect(planFor({ prepack: 'tsc' }).install?.scope).toBe('manifests');
  });

  test.each([
    [{ prepare: 'husky' }, { main: './lib' }],
    [{ prepublishOnly: 'npm publish' }, { main: './lib' }],
    [{ prepublishOnly: 'npm test' }, { main: './lib' }],
    [{ prepare: 'tsc' }, { main: 'src/index.ts' }],
    [{ prepare: 'tsc' }, {}],
  ])('%j builds nothing for %j', (scripts, more) => {
    const plan = planFor(scripts, more);
    expect(checkOf(plan, 'build')).toBeUndefined();
    expect(plan.install?.scope).toBe('manifests');
  });
});

describe('tests that a step before compiles', () => {
  const files = { 'src/a.ts': '', 'test/a.test.ts': '', 'spec/b.test.js': '' };
  const selectOf = (script: string, own?: string) =>
    planOf(
      { ...packageJson({ scripts: { test: script } }), ...files },
      own === undefined ? {} : { scoring: { commands: { test: own } } },
    ).selectTests;

  test.each([
    'tsc && node --test dist/test/',
    'tsc && node --test "dist/**/*.test.js"',
    'tsc && node --test test/*.test.js',
    'tsc && mocha dist',
    'npm run build && mocha --timeout 5000 ./out/test/*.js',
  ])('%s runs whole', (script) => {
    expect(selectOf(script)).toBeNull();
    expect(selectOf('mocha', script)).toBeNull();
  });

  test.each([
    'node --import tsx --test test/*.test.ts',
    'tsc && node --test spec/',
    'mocha "spec/**/*.test.js"',
    'mocha -r ts-node/register test/{a,b}.test.ts',
    'node --test',
    'vitest run unit/a',
  ])('%s takes files', (script) => {
    expect(selectOf(script)).not.toBeNull();
  });
});

describe('commands of the user that name scripts', () => {
  test.each([
    ['npm run unit', `mocha ${MOCHA}`],
    ['npm test', `mocha all ${MOCHA}`],
    ['npx mocha x', `npx mocha x ${MOCHA}`],
  ])('%s', (own, command) => {
    const files = packageJson({ scripts: { unit: 'mocha', test: 'mocha all' } });
    const plan = planOf(files, { scoring: { commands: { test: own } } });
    expect(commandOf(plan, 'test')).toBe(command);
    expect(checkOf(plan, 'test')).toMatchObject({ origin: 'config', parser: 'mocha' });
    expect(plan.commands.test).toBe(own);
  });
});

import { type Segment, word } from '../../commands/command-line.ts';
import { hasFlag, withFlags, withoutFlags } from '../../commands/command-flags.ts';
import { rebuilt } from '../../commands/linter-tool.ts';
import { FILES, selected } from '../../commands/select-files.ts';
import type { ProgramCall, Tool } from '../../commands/tool.ts';
import { baseName } from '../../domain/source/path-parts.ts';
import { LAUNCHERS } from './launchers.ts';
import { borp, nodeTestRunner } from './node-test-runners.ts';

const WATCH = ['--watch', '--watchAll', '-w', '--watchMode'];

/** Earlier versions than 29.5 refuse the flags: a script prints them if this one knows them. */
const JEST_ORDER = '${HYDRA_ORDER:+$(node "$HYDRA_REPORTERS/jest-order.cjs")}';
/** Tests that run in jest's own process would see our flags in `process.argv`: this removes them once they are read. */
const JEST_ARGUMENTS = '--reporters="$HYDRA_REPORTERS/jest-arguments.cjs"';
const VITEST_ORDER = '${HYDRA_ORDER:+--sequence.shuffle --sequence.seed=$HYDRA_ORDER}';

const runJest = (call: ProgramCall): Segment => {
  const args = withoutFlags(call.args, {
    bare: ['--json', '--watch', '--watchAll', '--coverage', '--collectCoverage'],
    valued: ['--outputFile', '--coverageThreshold', '--reporters'],
  });
  const serial = hasFlag(args, ['--runInBand', '-i', '--maxWorkers', '-w']) ? [] : ['--runInBand'];
  const report = ['--json', `--outputFile=${call.file}`, '--reporters=default', JEST_ARGUMENTS];
  return rebuilt(call, withFlags(args, [...serial, '--coverage=false', ...report, JEST_ORDER]));
};

const JEST_VALUES = new Set(
  '-c --config -t --testNamePattern --maxWorkers -w --rootDir --env --testEnvironment --testTimeout --projects --roots --reporters --coverageReporters --coverageDirectory --selectProjects --shard'.split(
    ' ',
  ),
);

const jest: Tool = {
  id: 'jest',
  mention: /\bjest\b/,
  names: ['jest', 'jest-cli'],
  parser: 'jest-json',
  report: { from: 'given-file', name: 'tests.json' },
  instrument: (call) =>
    hasFlag(call.args, ['--init', '--showConfig', '--clearCache']) ? null : runJest(call),
  select: (call) => runJest(selected(call, JEST_VALUES, ['--runTestsByPath', FILES])),
};

const reactScripts: Tool = {
  ...jest,
  id: 'react-scripts',
  names: ['react-scripts', 'craco'],
  instrument: (call) => (call.args[0]?.text === 'test' ? runJest(call) : null),
  select: (call) => {
    const { args, ...rest } = selected(call, JEST_VALUES, ['--runTestsByPath', FILES]);
    return runJest({ ...rest, args: [word('test'), ...args] });
  },
};

const VITEST_MODES = new Set(['run', 'watch', 'dev']);
const NOT_TESTS = new Set(['bench', 'init', 'list', 'typecheck', 'related']);

const VITEST_VALUES = new Set(
  '-c --config -r --root --dir -t --testNamePattern --environment --pool --project --mode --shard --testTimeout --bail --retry'.split(
    ' ',
  ),
);

const runVitest = (call: ProgramCall): Segment | null => {
  const mode = call.args[0]?.text ?? '';
  if (NOT_TESTS.has(mode)) return null;
  const rest = VITEST_MODES.has(mode) ? call.args.slice(1) : call.args;
  const args = withoutFlags(rest, {
    bare: [...WATCH, '--run', '--ui', '--coverage', '--coverage.enabled', '--coverage.all'],
    valued: ['--reporter', '--outputFile', '--reporters'],
  });
  const asked = ['--reporter=default', '--reporter=json', `--outputFile=${call.file}`, VITEST_ORDER];
  return rebuilt(call, withFlags([word('run'), ...args], asked));
};

const vitest: Tool = {
  id: 'vitest',
  mention: /\bvitest\b/,
  names: ['vitest'],
  parser: 'vitest-json',
  report: { from: 'given-file', name: 'tests.json' },
  instrument: runVitest,
  select: (call) => runVitest(selected(call, VITEST_VALUES, [FILES])),
};

const MOCHA_VALUES = new Set(
  '-r --require -t --timeout -s --slow -u --ui -g --grep -f --fgrep --config --package --extension --file --ignore --exclude -j --jobs --retries -n --node-option --import --loader'.split(
    ' ',
  ),
);

const runMocha = (call: ProgramCall): Segment => {
  const args = withoutFlags(call.args, {
    bare: ['--watch', '-w'],
    valued: ['--reporter', '-R', '--reporter-option', '--reporter-options', '-O'],
  });
  return rebuilt(call, withFlags(args, ['--reporter', '"$HYDRA_REPORTERS/mocha.cjs"']));
};

const mocha: Tool = {
  id: 'mocha',
  mention: /\bmocha\b/,
  names: ['mocha', 'ts-mocha', 'electron-mocha', 'mocha-parallel-tests'],
  parser: 'mocha',
  report: { from: 'own-file', name: 'tests.jsonl' },
  instrument: runMocha,
  byVariable: {
    looksLike: /\bmocha\b/,
    sets: 'NODE_OPTIONS="--require=$HYDRA_REPORTERS/mocha-inside.cjs${NODE_OPTIONS:+ $NODE_OPTIONS}"',
    file: 'tests.jsonl',
    inside: 'mocha',
  },
  select: (call) => runMocha(selected(call, MOCHA_VALUES, [FILES])),
};

const runJasmine = (call: ProgramCall): Segment => {
  const args = withoutFlags(call.args, { bare: ['--reporter', '--fail-fast', '--stop-on-failure'] });
  // Specs take another order in every run unless there is a seed.
  const order = hasFlag(args, ['--random', '--seed']) ? '' : '--seed=1';
  return rebuilt(call, withFlags(args, [order, '--reporter="$HYDRA_REPORTERS/jasmine.cjs"'].filter(Boolean)));
};

const jasmine: Tool = {
  id: 'jasmine',
  mention: /\bjasmine\b/,
  names: ['jasmine', 'jasmine-ts'],
  parser: 'jasmine',
  report: { from: 'own-file', name: 'tests.jsonl' },
  instrument: (call) =>
    ['init', 'examples', 'help', 'version', 'enumerate'].includes(call.args[0]?.text ?? '')
      ? null
      : runJasmine(call),
  select: (call) => runJasmine(selected(call, new Set(), [FILES])),
};

const ava: Tool = {
  id: 'ava',
  mention: /\bava\b/,
  names: ['ava'],
  parser: 'tap',
  report: { from: 'stdout', name: 'tests.tap' },
  instrument: (call) =>
    rebuilt(
      call,
      withFlags(withoutFlags(call.args, { bare: ['--watch', '-w', '--tap', '-t', '--verbose'] }), ['--tap']),
    ),
};

const bunTest: Tool = {
  id: 'bun:test',
  names: ['bun:test'],
  parser: 'junit',
  report: { from: 'given-file', name: 'tests.xml' },
  instrument(call) {
    const args = withoutFlags(call.args, { bare: ['--watch'], valued: ['--reporter', '--reporter-outfile'] });
    return rebuilt(call, withFlags(args, ['--reporter=junit', `--reporter-outfile=${call.file}`]));
  },
};

const tapOf = (id: string, names: readonly string[], flags: readonly string[]): Tool => ({
  id,
  names,
  parser: 'tap',
  report: { from: 'stdout', name: 'tests.tap' },
  instrument: (call) =>
    rebuilt(
      call,
      withFlags(withoutFlags(call.args, { bare: ['--watch', '-w'], valued: ['--reporter', '-R'] }), flags),
    ),
});

const RUNNERS: readonly Tool[] = [
  vitest,
  jest,
  reactScripts,
  mocha,
  jasmine,
  ava,
  nodeTestRunner,
  borp,
  bunTest,
  { ...tapOf('tape', ['tape'], []), mention: /\btape\b/ },
  { ...tapOf('tap', ['tap'], ['--reporter=tap']), mention: /\btap\b/ },
  tapOf('qunit', ['qunit'], ['--reporter=tap']),
];

const COVERAGE = new Set(['nyc', 'c8']);

/** A candidate's own tests run separately, so it would miss a threshold that its whole change meets. */
const withoutThreshold = (call: ProgramCall): ProgramCall => ({
  ...call,
  before: withoutFlags(call.before, { bare: ['--check-coverage', '--100'] }).flatMap((each) =>
    COVERAGE.has(baseName(each.text)) ? [each, word('--check-coverage=false')] : [each],
  ),
});

export const scriptTestRunners: readonly Tool[] = RUNNERS.map(({ instrument, select, ...tool }) => ({
  launchers: LAUNCHERS,
  ...tool,
  instrument: (call) => instrument(withoutThreshold(call)),
  ...(select === undefined ? {} : { select: (call: ProgramCall) => select(withoutThreshold(call)) }),
}));

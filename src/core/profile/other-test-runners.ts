import { type Segment, word } from './command-line.ts';
import { hasFlag, withFlags, withoutFlags } from './flags.ts';
import { FILES, selected } from './select-files.ts';
import type { Call, Tool } from './tool.ts';

const rebuilt = ({ before, program }: Call, args: Segment): Segment => [...before, program, ...args];

/** These flags belong to the plugin that is switched off to keep the workspace clean. */
const CACHE_FLAGS = [
  '--lf',
  '--last-failed',
  '--ff',
  '--failed-first',
  '--nf',
  '--new-first',
  '--sw',
  '--stepwise',
  '--cache-clear',
  '--cache-show',
];

/** One file that cannot be imported must not keep the others from running. */
export const PYTEST_REPORT_FLAGS = ['-o', 'junit_family=xunit1', '--continue-on-collection-errors'] as const;

const PYTEST_VALUES = new Set(
  '-k -m -c -o -p -W -n -r --rootdir --confcutdir --maxfail --tb --cov --cov-config --durations --ignore --deselect --timeout --basetemp --log-level --import-mode --dist --override-ini'.split(
    ' ',
  ),
);

const runPytest = (call: Call): Segment => {
  const args = withoutFlags(call.args, { bare: CACHE_FLAGS, valued: ['--junitxml', '--junit-xml'] });
  const asked = ['-p', 'no:cacheprovider', ...PYTEST_REPORT_FLAGS, `--junitxml=${call.file}`];
  return rebuilt(call, withFlags(args, asked));
};

const pytest: Tool = {
  id: 'pytest',
  names: ['pytest', 'py.test'],
  parser: 'junit',
  report: { from: 'given-file', name: 'tests.xml' },
  instrument: runPytest,
  select: (call) => runPytest(selected(call, PYTEST_VALUES, [FILES])),
};

const runUnittest = ({ before, args }: Call): Segment | null =>
  before.at(-1)?.text === '-m'
    ? [...before.slice(0, -1), word('"$HYDRA_REPORTERS/unittest_report.py"'), ...args]
    : null;

/** Ids depend on where discovery starts, so a file is found by its pattern and never by its path. */
const discoverFiles = (call: Call): Segment | null => {
  const explicit = call.args[0]?.text === 'discover';
  if (!explicit && call.args.some(({ text }) => !text.startsWith('-'))) return null;
  const args = withoutFlags(explicit ? call.args.slice(1) : call.args, { valued: ['-p', '--pattern'] });
  const run = runUnittest({ ...call, args: [word('discover'), ...args, word('-p'), word('"${file##*/}"')] });
  return run === null ? null : [...[`for file in ${FILES}; do`].map(word), ...run, word('; done')];
};

const unittest: Tool = {
  id: 'unittest',
  names: ['unittest'],
  parser: 'unittest',
  report: { from: 'own-file', name: 'tests.jsonl' },
  instrument: runUnittest,
  select: discoverFiles,
};

const goTest: Tool = {
  id: 'go test',
  names: ['go'],
  parser: 'go-test-json',
  report: { from: 'stdout', name: 'tests.jsonl' },
  instrument(call) {
    if (call.args[0]?.text !== 'test' || hasFlag(call.args, ['-c', '-bench', '-list'])) return null;
    const args = withoutFlags(call.args.slice(1), { bare: ['-json'] });
    return rebuilt(call, [word('test'), word('-json'), ...args]);
  },
};

const gotestsum: Tool = {
  id: 'gotestsum',
  names: ['gotestsum'],
  parser: 'go-test-json',
  report: { from: 'given-file', name: 'tests.jsonl' },
  instrument: (call) =>
    rebuilt(
      call,
      withFlags(withoutFlags(call.args, { valued: ['--jsonfile'] }), [`--jsonfile=${call.file}`]),
    ),
};

/** `cargo +nightly test` and `cargo test` alike; null for other subcommands. */
const afterCargo = (call: Call, subcommand: string): number => {
  const at = call.args[0]?.text.startsWith('+') ? 1 : 0;
  return call.args[at]?.text === subcommand ? at : -1;
};

const cargoTest: Tool = {
  id: 'cargo test',
  names: ['cargo'],
  parser: 'cargo-test',
  report: { from: 'log' },
  instrument(call) {
    if (afterCargo(call, 'test') < 0 || hasFlag(call.args, ['--no-run'])) return null;
    return rebuilt(
      call,
      withFlags(withoutFlags(call.args, { bare: ['--no-fail-fast'] }), ['--no-fail-fast']),
    );
  },
};

/** Its JUnit file is set up in a profile of the repository's; the experimental JSON needs no file of theirs. */
const nextest: Tool = {
  id: 'cargo nextest',
  names: ['cargo'],
  parser: 'libtest-json',
  report: { from: 'stdout', name: 'tests.jsonl' },
  instrument(call) {
    const at = afterCargo(call, 'nextest');
    if (at < 0 || call.args[at + 1]?.text !== 'run') return null;
    const args = withoutFlags(call.args, { bare: ['--no-fail-fast'], valued: ['--message-format'] });
    const asked = withFlags(args, ['--no-fail-fast', '--message-format', 'libtest-json-plus']);
    return [word('NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1'), ...rebuilt(call, asked)];
  },
};

const MAVEN_TEST_PHASES = new Set(['test', 'package', 'verify', 'install', 'integration-test']);

const maven: Tool = {
  id: 'surefire',
  names: ['mvn', 'mvnw', 'mvnd'],
  parser: 'junit',
  report: { from: 'workspace-files', pattern: '**/target/*-reports/TEST-*.xml' },
  instrument: (call) =>
    call.args.some(({ text }) => MAVEN_TEST_PHASES.has(text)) ? rebuilt(call, call.args) : null,
};

const gradle: Tool = {
  id: 'gradle test',
  names: ['gradle', 'gradlew'],
  parser: 'junit',
  report: { from: 'workspace-files', pattern: '**/build/test-results/**/TEST-*.xml' },
  instrument(call) {
    if (!call.args.some(({ text }) => /(^|:)(test|check|build|[a-z]\w*Test)$/.test(text))) return null;
    return rebuilt(call, withFlags(withoutFlags(call.args, { bare: ['--continue'] }), ['--continue']));
  },
};

export const OTHER_TEST_RUNNERS: readonly Tool[] = [
  pytest,
  unittest,
  goTest,
  gotestsum,
  cargoTest,
  nextest,
  maven,
  gradle,
];

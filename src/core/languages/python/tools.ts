import { hasFlag, withFlags, withoutFlags, withoutOperands } from '../../commands/command-flags.ts';
import { type Segment, type Word, word } from '../../commands/command-line.ts';
import { firstIs, linterTool, rebuilt } from '../../commands/linter-tool.ts';
import { FILES, selected } from '../../commands/select-files.ts';
import type { ProgramCall, Tool, ToolReport } from '../../commands/tool.ts';

const LAUNCHERS = 'coverage poetry uv uvx pipenv pdm hatch rye'.split(' ');
const STDOUT: ToolReport = { from: 'stdout', name: 'lint.json' };
const LOG: ToolReport = { from: 'log' };

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

/** A file that cannot be imported must not keep the others from running. */
const REPORT_FLAGS = ['-o', 'junit_family=xunit1', '--continue-on-collection-errors'];

const PYTEST_VALUES = new Set(
  '-k -m -c -o -p -W -n -r --rootdir --confcutdir --maxfail --tb --durations --durations-min --ignore --ignore-glob --deselect --timeout --timeout-method --basetemp --log-level --log-cli-level --log-format --log-file --import-mode --dist --tx --numprocesses --maxprocesses --max-worker-restart --override-ini --color --capture --show-capture --verbosity --pythonwarnings --html --json-report-file --alluredir --reruns --reruns-delay --only-rerun --randomly-seed --hypothesis-profile --hypothesis-seed --ds --dc --asyncio-mode --benchmark-min-rounds --snapshot-default-extension'.split(
    ' ',
  ),
);

/** The command's own path would hide the plugin that watches imports. */
const KEEPS_PLUGINS_OUT = /^(?:PYTHONPATH=|-[A-Za-z]*[IE])/;
const WATCHES_IMPORTS = word('PYTHONPATH="$HYDRA_REPORTERS${PYTHONPATH:+:$PYTHONPATH}"');

/** Coverage is not used, makes tests slow, and fails if only some of them run. `--cov` may have a value. */
const withoutCoverage = (words: readonly Word[]): Word[] => {
  const kept = words.filter(
    ({ text }, at) =>
      !/^--cov(?:=|$)/.test(text) && !(words[at - 1]?.text === '--cov' && !text.startsWith('-')),
  );
  return withoutFlags(kept, {
    bare: ['--cov-append', '--cov-branch', '--cov-reset', '--no-cov-on-fail'],
    valued: ['--cov-report', '--cov-config', '--cov-context', '--cov-fail-under'],
  });
};

const runPytest = (call: ProgramCall): Segment => {
  const args = withoutFlags(withoutCoverage(call.args), {
    bare: CACHE_FLAGS,
    valued: ['--junitxml', '--junit-xml'],
  });
  const watched = !call.before.some(({ text }) => KEEPS_PLUGINS_OUT.test(text));
  const asked = ['-p', 'no:cacheprovider', ...REPORT_FLAGS, `--junitxml=${call.file}`];
  if (!watched) return rebuilt(call, withFlags(args, asked));
  return [WATCHES_IMPORTS, ...rebuilt(call, withFlags(args, ['-p', 'hydra_origin', ...asked]))];
};

const pytest: Tool = {
  id: 'pytest',
  names: ['pytest', 'py.test'],
  parser: 'junit',
  report: { from: 'given-file', name: 'tests.xml' },
  instrument: runPytest,
  select: (call) =>
    runPytest(selected({ ...call, args: withoutCoverage(call.args) }, PYTEST_VALUES, [FILES])),
  launchers: LAUNCHERS,
  byVariable: {
    looksLike: /\bpytest\b/,
    sets: 'PYTEST_ADDOPTS="-p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml=$HYDRA_REPORT_DIR/tests.xml ${PYTEST_ADDOPTS:-}"',
    file: 'tests.xml',
  },
};

const runUnittest = ({ before, args }: ProgramCall): Segment | null =>
  before.at(-1)?.text === '-m'
    ? [...before.slice(0, -1), word('"$HYDRA_REPORTERS/unittest_report.py"'), ...args]
    : null;

/** Ids depend on where discovery starts, so a file is found by its pattern and never by its path. */
const discoverFiles = (call: ProgramCall): Segment | null => {
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
  launchers: LAUNCHERS,
};

const SCRIPT_VALUES = new Set(
  '-k -v -p -t --verbosity --settings --pythonpath --parallel --tag --exclude-tag --testrunner --pattern --top-level-directory --shuffle --selenium --bisect --pair'.split(
    ' ',
  ),
);

/** Programs whose argument is a script instead of a program. */
const INTERPRETS = /(?:^|\/)(?:python[\d.]*|coverage)$/;

const runScript = ({ before, program, args }: ProgramCall, only: readonly string[] = []): Segment => {
  const interpreter = before.some(({ text }) => INTERPRETS.test(text)) ? [] : [word('python3')];
  return [
    ...before,
    ...interpreter,
    word('"$HYDRA_REPORTERS/unittest_script.py"'),
    ...only.map(word),
    program,
    ...args,
  ];
};

/** `manage.py` has many other commands. */
const runsTests = ({ program, args }: ProgramCall): boolean =>
  !/(?:^|\/)manage\.py$/.test(program.text) || args[0]?.text === 'test';

const withoutLabels = ({ program, args }: ProgramCall): Segment =>
  /(?:^|\/)manage\.py$/.test(program.text)
    ? [args[0]!, ...withoutOperands(args.slice(1), SCRIPT_VALUES)]
    : withoutOperands(args, SCRIPT_VALUES);

/** The project's own script that runs unittest, as in Django and its applications. */
const unittestScript: Tool = {
  id: 'unittest-script',
  names: ['runtests.py', 'runtest.py', 'run_tests.py', 'manage.py'],
  parser: 'unittest',
  report: { from: 'own-file', name: 'tests.jsonl' },
  instrument: (call) => (runsTests(call) ? runScript(call) : null),
  select: (call) =>
    runsTests(call) ? runScript({ ...call, args: withoutLabels(call) }, ['--files', FILES, '--']) : null,
  launchers: LAUNCHERS,
};

/** `coverage run -m pytest` as `python3 -m pytest`: coverage is not used, and may not be installed. */
const withoutCoverageRun = (call: ProgramCall): ProgramCall => {
  const { before } = call;
  const at = before.findIndex(({ text }) => /(?:^|\/)coverage$/.test(text));
  if (at < 0 || before[at + 1]?.text !== 'run') return call;
  const head = before.slice(0, at);
  const interpreter = head.at(-1)?.text === '-m' ? head.slice(0, -1) : [...head, word('python3')];
  return { ...call, before: [...interpreter, ...(before.at(-1)?.text === '-m' ? [word('-m')] : [])] };
};

export const pythonTestRunners: readonly Tool[] = [pytest, unittest, unittestScript].map(
  ({ instrument, select, ...tool }) => ({
    ...tool,
    instrument: (call: ProgramCall) => instrument(withoutCoverageRun(call)),
    ...(select === undefined ? {} : { select: (call: ProgramCall) => select(withoutCoverageRun(call)) }),
  }),
);

export const pythonLinters: readonly Tool[] = [
  linterTool({
    launchers: LAUNCHERS,
    id: 'ruff',
    parser: 'ruff-json',
    report: STDOUT,
    drop: {
      bare: ['--fix', '--unsafe-fixes', '--fix-only', '--diff', '--watch', '-w', '--show-fixes'],
      valued: ['--output-format', '--format', '--output-file', '-o'],
    },
    asks: () => ['--no-cache', '--output-format=json'],
    applies: firstIs('check'),
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'flake8',
    parser: 'flake8',
    report: LOG,
    drop: { valued: ['--format', '--output-file'] },
    // On the whole folder it would read all installed packages.
    asks: (_, args) =>
      args.every(({ text }) => text === '.' || text.startsWith('-')) && !hasFlag(args, ['--extend-exclude'])
        ? ['--extend-exclude=.venv']
        : [],
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'pylint',
    parser: 'pylint-json',
    report: STDOUT,
    drop: { valued: ['-f', '--output-format', '--output'] },
    asks: () => ['--output-format=json'],
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'mypy',
    checksTypes: true,
    parser: 'mypy',
    report: LOG,
    drop: { bare: ['--pretty'], valued: ['--output', '-O', '--cache-dir'] },
    asks: () => ['--no-pretty', '--no-color-output', '--cache-dir=/dev/null'],
  }),
  linterTool({
    launchers: LAUNCHERS,
    id: 'pyright',
    names: ['pyright', 'basedpyright'],
    checksTypes: true,
    parser: 'pyright-json',
    report: STDOUT,
    drop: { bare: ['--watch', '-w', '--outputjson', '--stats', '--verbose'] },
    asks: () => ['--outputjson'],
  }),
];

import { type Segment, word } from './command-line.ts';
import { hasFlag, withFlags, withoutFlags } from './flags.ts';
import type { Call, Tool, ToolReport } from './tool.ts';

const FILE: ToolReport = { from: 'given-file', name: 'lint.json' };
const STDOUT: ToolReport = { from: 'stdout', name: 'lint.json' };
const LOG: ToolReport = { from: 'log' };

const rebuilt = ({ before, program }: Call, args: Segment): Segment => [...before, program, ...args];

type Spec = Pick<Tool, 'id' | 'parser' | 'report'> & {
  readonly names?: readonly string[];
  /** Flags that mend instead of telling, keep caches, or choose another output. */
  readonly drop: { readonly bare?: readonly string[]; readonly valued?: readonly string[] };
  asks(file: string): readonly string[];
  /** Which uses of the program are this tool; all by default. */
  applies?(args: Segment): boolean;
};

const linter = ({ id, names = [id], parser, report, drop, asks, applies = () => true }: Spec): Tool => ({
  id,
  names,
  parser,
  report,
  instrument: (call) =>
    applies(call.args) ? rebuilt(call, withFlags(withoutFlags(call.args, drop), asks(call.file))) : null,
});

const first =
  (...names: string[]) =>
  (args: Segment): boolean =>
    names.includes(args[0]?.text ?? '');

const JS_LINTERS: readonly Tool[] = [
  linter({
    id: 'eslint',
    parser: 'eslint-json',
    report: FILE,
    drop: {
      bare: ['--fix', '--fix-dry-run', '--cache', '--color', '--no-color'],
      valued: [
        '-f',
        '--format',
        '-o',
        '--output-file',
        '--fix-type',
        '--cache-location',
        '--cache-file',
        '--cache-strategy',
      ],
    },
    asks: (file) => ['-f', 'json', '-o', file],
    applies: (args) => !hasFlag(args, ['--init', '--print-config', '--version']),
  }),
  linter({
    id: 'xo',
    parser: 'eslint-json',
    report: STDOUT,
    drop: { bare: ['--fix'], valued: ['--reporter'] },
    asks: () => ['--reporter=json'],
  }),
  linter({
    id: 'oxlint',
    parser: 'oxlint-json',
    report: STDOUT,
    drop: { bare: ['--fix', '--fix-suggestions', '--fix-dangerously'], valued: ['-f', '--format'] },
    asks: () => ['--format', 'json'],
  }),
  linter({
    id: 'biome',
    parser: 'biome-json',
    report: STDOUT,
    drop: {
      bare: ['--write', '--fix', '--apply', '--apply-unsafe', '--unsafe', '--colors'],
      valued: ['--reporter', '--max-diagnostics'],
    },
    asks: () => ['--reporter=json', '--max-diagnostics=none'],
    applies: first('check', 'lint', 'ci'),
  }),
  linter({
    id: 'tsc',
    names: ['tsc', 'vue-tsc'],
    parser: 'tsc',
    report: LOG,
    drop: { bare: ['--watch', '-w'], valued: ['--pretty'] },
    asks: () => ['--pretty', 'false'],
  }),
];

const PYTHON_LINTERS: readonly Tool[] = [
  linter({
    id: 'ruff',
    parser: 'ruff-json',
    report: STDOUT,
    drop: {
      bare: ['--fix', '--unsafe-fixes', '--fix-only', '--diff', '--watch', '-w', '--show-fixes'],
      valued: ['--output-format', '--format', '--output-file', '-o'],
    },
    asks: () => ['--no-cache', '--output-format=json'],
    applies: first('check'),
  }),
  linter({
    id: 'flake8',
    parser: 'flake8',
    report: LOG,
    drop: { valued: ['--format', '--output-file'] },
    asks: () => [],
  }),
  linter({
    id: 'pylint',
    parser: 'pylint-json',
    report: STDOUT,
    drop: { valued: ['-f', '--output-format', '--output'] },
    asks: () => ['--output-format=json'],
  }),
  linter({
    id: 'mypy',
    parser: 'mypy',
    report: LOG,
    drop: { bare: ['--pretty'], valued: ['--output', '-O', '--cache-dir'] },
    asks: () => ['--no-pretty', '--no-color-output', '--cache-dir=/dev/null'],
  }),
];

/** `cargo clippy` puts what follows `--` before the compiler's own flags; ours belong before it. */
const OTHER_LINTERS: readonly Tool[] = [
  linter({
    id: 'clippy',
    names: ['cargo'],
    parser: 'clippy-json',
    report: STDOUT,
    drop: { bare: ['--fix', '--allow-dirty', '--allow-staged'], valued: ['--message-format'] },
    asks: () => ['--message-format=json'],
    applies: (args) => first('clippy')(args.filter(({ text }) => !text.startsWith('+'))),
  }),
  {
    id: 'go vet',
    names: ['go'],
    parser: 'go-vet-json',
    report: LOG,
    instrument: (call) =>
      call.args[0]?.text === 'vet'
        ? rebuilt(call, [
            word('vet'),
            word('-json'),
            ...withoutFlags(call.args.slice(1), { bare: ['-json'] }),
          ])
        : null,
  },
  {
    id: 'gofmt',
    names: ['gofmt'],
    parser: 'gofmt-list',
    report: LOG,
    instrument: (call) =>
      hasFlag(call.args, ['-l', '-d']) && !hasFlag(call.args, ['-w']) ? rebuilt(call, call.args) : null,
  },
  {
    id: 'checkstyle',
    names: ['mvn', 'mvnw', 'mvnd'],
    parser: 'checkstyle-xml',
    report: { from: 'workspace-files', pattern: '**/target/checkstyle-result.xml' },
    instrument: (call) =>
      call.args.some(({ text }) => text.includes('checkstyle:') || text.endsWith(':checkstyle'))
        ? rebuilt(call, call.args)
        : null,
  },
  {
    id: 'gradle checkstyle',
    names: ['gradle', 'gradlew'],
    parser: 'checkstyle-xml',
    report: { from: 'workspace-files', pattern: '**/build/reports/checkstyle/*.xml' },
    instrument: (call) =>
      call.args.some(({ text }) => /(^|:)checkstyle\w+$/.test(text)) ? rebuilt(call, call.args) : null,
  },
];

/** Version 2 renamed the flag, so the version has to be known; see the go profile. */
export const golangciFlags = (version: 1 | 2): string =>
  version === 2 ? '--output.json.path=stdout --show-stats=false' : '--out-format=json --show-stats=false';

const golangci: Tool = {
  id: 'golangci-lint',
  names: ['golangci-lint'],
  parser: 'golangci-json',
  report: STDOUT,
  instrument: (call) =>
    hasFlag(call.args, ['--output.json.path', '--out-format'])
      ? rebuilt(call, withoutFlags(call.args, { bare: ['--fix'] }))
      : null,
};

export const LINTERS: readonly Tool[] = [...JS_LINTERS, ...PYTHON_LINTERS, ...OTHER_LINTERS, golangci];

import { hasFlag, withFlags, withoutFlags } from '../../commands/command-flags.ts';
import { type Segment, word } from '../../commands/command-line.ts';
import { linterTool, rebuilt } from '../../commands/linter-tool.ts';
import { FILES, selected } from '../../commands/select-files.ts';
import type { ProgramCall, Tool } from '../../commands/tool.ts';

const LAUNCHERS = ['bundle', 'spring'];

const RSPEC_VALUES = new Set(
  '-I -r --require -O --options --order --seed --failure-exit-code --drb-port -f --format -o --out --deprecation-out -p --profile -P --pattern --exclude-pattern -e --example -E --example-matches -t --tag --default-path'.split(
    ' ',
  ),
);

const runRspec = (call: ProgramCall): Segment => {
  const args = withoutFlags(call.args, {
    bare: ['--fail-fast', '--only-failures', '-n', '--next-failure', '--no-color', '--color'],
    valued: ['-f', '--format', '-o', '--out'],
  });
  return rebuilt(call, withFlags(args, ['--format', 'progress', '--format', 'json', '--out', call.file]));
};

const rspec: Tool = {
  id: 'rspec',
  names: ['rspec'],
  parser: 'rspec-json',
  report: { from: 'given-file', name: 'tests.json' },
  instrument: (call) =>
    hasFlag(call.args, ['--init', '--version', '--dry-run', '--bisect']) ? null : runRspec(call),
  select: (call) => runRspec(selected(call, RSPEC_VALUES, [FILES])),
  launchers: LAUNCHERS,
  byVariable: {
    looksLike: /\brspec\b/,
    sets: 'SPEC_OPTS="--format progress --format json --out $HYDRA_REPORT_DIR/tests.json ${SPEC_OPTS:-}"',
    file: 'tests.json',
  },
};

/** `rake spec` passes its variable on to rspec. */
const rakeSpec: Tool = {
  id: 'rake spec',
  names: ['rake'],
  parser: 'rspec-json',
  report: { from: 'given-file', name: 'tests.json' },
  instrument: (call) =>
    call.args.some(({ text }) => /^spec(?::|$)/.test(text))
      ? [
          word(`SPEC_OPTS="--format progress --format json --out $HYDRA_REPORT_DIR/tests.json"`),
          ...rebuilt(call, call.args),
        ]
      : null,
  launchers: LAUNCHERS,
};

const REPORTER = [
  'RUBYLIB="$HYDRA_REPORTERS${RUBYLIB:+:$RUBYLIB}"',
  'RUBYOPT="-rhydra_minitest ${RUBYOPT:-}"',
];

const withReporter = (segment: Segment): Segment => [...REPORTER.map(word), ...segment];

/** Loads test files one after the other in one process, as rake's test task does. */
const LOAD_FILES = '"ARGV.each { |file| require File.expand_path(file) }"';

/** The load path and the files that the whole run starts with. */
const STARTS_WITH = /^-[Ir]./;

const runFiles = ({ before, args }: ProgramCall): Segment => {
  const own = args.filter(({ text }) => STARTS_WITH.test(text)).map(({ raw }) => raw);
  const starts = [...new Set(['-Ilib', '-Itest', ...own])];
  return withReporter([...before, ...['ruby', ...starts, '-e', LOAD_FILES, FILES].map(word)]);
};

const minitestBy = (id: string, names: readonly string[], runsTests: (args: Segment) => boolean): Tool => ({
  id,
  names,
  parser: 'minitest',
  report: { from: 'own-file', name: 'tests.jsonl' },
  instrument: (call) => (runsTests(call.args) ? withReporter(rebuilt(call, call.args)) : null),
  select: (call) => (runsTests(call.args) ? runFiles(call) : null),
  launchers: LAUNCHERS,
});

const rake: Tool = {
  ...minitestBy('minitest', ['rake'], (args) => args.some(({ text }) => /^test(?::|$)/.test(text))),
  byVariable: {
    looksLike: /\b(?:rake|rails)\s+test\b/,
    sets: REPORTER.join(' '),
    file: 'tests.jsonl',
  },
};

export const rubyTestRunners: readonly Tool[] = [
  rspec,
  rakeSpec,
  rake,
  minitestBy('rails test', ['rails'], (args) => /^test(?::|$)/.test(args[0]?.text ?? '')),
  minitestBy('ruby', ['ruby'], (args) => args.some(({ text }) => /test|_spec\.rb/.test(text))),
];

const FIXES_OR_DECORATES =
  '-a -A -x --autocorrect --autocorrect-all --auto-correct --auto-correct-all --safe-auto-correct --fix --fix-unsafely --fix-layout --auto-gen-config --server --no-server --color --no-color'.split(
    ' ',
  );

const rubocop = (id: string): Tool =>
  linterTool({
    id,
    parser: 'rubocop-json',
    report: { from: 'given-file', name: 'lint.json' },
    launchers: LAUNCHERS,
    drop: {
      bare: FIXES_OR_DECORATES,
      valued: ['-f', '--format', '-o', '--out', '-C', '--cache', '--cache-root'],
    },
    asks: (file) => ['--cache', 'false', '--format', 'json', '--out', file],
  });

export const rubyLinters: readonly Tool[] = [rubocop('rubocop'), rubocop('standardrb')];

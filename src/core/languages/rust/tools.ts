import { hasFlag, withFlags, withoutFlags } from '../../commands/command-flags.ts';
import { word } from '../../commands/command-line.ts';
import { firstIs, linterTool, rebuilt } from '../../commands/linter-tool.ts';
import type { ProgramCall, Tool } from '../../commands/tool.ts';

/** `cargo +nightly test` and `cargo test` alike; null for other subcommands. */
const afterCargo = (call: ProgramCall, subcommand: string): number => {
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

/** Its JUnit file must be configured in the repository; the experimental JSON needs no configuration. */
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

export const rustTestRunners: readonly Tool[] = [cargoTest, nextest];

/** `cargo clippy` puts what follows `--` before the compiler's own flags; ours belong before it. */
export const rustLinters: readonly Tool[] = [
  linterTool({
    id: 'clippy',
    names: ['cargo'],
    parser: 'clippy-json',
    report: { from: 'stdout', name: 'lint.json' },
    drop: { bare: ['--fix', '--allow-dirty', '--allow-staged'], valued: ['--message-format'] },
    asks: () => ['--message-format=json'],
    applies: (args) => firstIs('clippy')(args.filter(({ text }) => !text.startsWith('+'))),
  }),
];

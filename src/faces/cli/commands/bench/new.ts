import { Command, Option } from 'commander';
import { resolve } from 'node:path';
import { TASK_KINDS, type TaskFile, TaskSetup } from '../../../../core/domain/bench/bench-task.ts';
import { printable } from '../../../../core/report/text/printable.ts';
import { UserError } from '../../../../shell/errors/user-error.ts';
import { type NewTask, newTaskFromCommit } from '../../../../shell/bench/tasks/new-task.ts';
import { openBenchTools } from '../../../wiring/wiring-bench.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { amount, collect, examples, jsonOption, positiveInteger } from '../../console/common-options.ts';
import { EXIT } from '../../console/exit-codes.ts';
import type { Terminal } from '../../console/terminal.ts';

type Options = {
  readonly fromCommit: string;
  readonly out: string;
  readonly name?: string;
  readonly title?: string;
  readonly kind?: TaskFile['kind'];
  readonly issue?: string;
  readonly install?: string;
  readonly test?: string;
  readonly timeout?: number;
  readonly image?: string;
  readonly env: readonly string[];
  readonly tests: readonly string[];
  readonly recipe?: true;
  readonly url?: string;
  readonly repeat: number;
  readonly json?: true;
};

const MAX_ISSUE_BYTES = 1024 * 1024;

const setupOf = ({ install, test, timeout, image, env }: Options): TaskFile['setup'] => {
  const environment = Object.fromEntries(
    env.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new UserError('option', `--env ${pair} sets nothing`, 'Write it as --env NAME=VALUE.');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const given = {
    ...(install === undefined ? {} : { install }),
    ...(test === undefined ? {} : { test }),
    ...(timeout === undefined ? {} : { timeout_seconds: timeout }),
    ...(image === undefined ? {} : { image }),
    environment,
  };
  const read = TaskSetup.safeParse(given);
  if (!read.success)
    throw new UserError('option', read.error.issues[0]?.message ?? 'not understood', 'See --help.');
  return Object.keys(given).length === 1 && env.length === 0 ? undefined : read.data;
};

const MOST_NAMED = 10;

const printTask = ({ print, paint }: Terminal, made: NewTask): void => {
  const { tests, estimate, proof } = made;
  print(`${proof.problems.length === 0 ? paint.good('✓') : paint.bad('✗')} ${made.folder}`);
  print(
    `  ${tests.fail_to_pass.length} tests fail before and pass after, ${tests.pass_to_pass.length} pass on both`,
  );
  for (const id of tests.flaky.slice(0, MOST_NAMED)) print(paint.dim(`  left out, flaky: ${printable(id)}`));
  for (const id of tests.useless.slice(0, MOST_NAMED))
    print(paint.dim(`  left out, does not pass with the fix or is skipped: ${printable(id)}`));
  const complexity = estimate.complexity === undefined ? '' : `, complexity up to ${estimate.complexity}`;
  print(
    `  ${made.difficulty} by estimate: ${estimate.lines} lines in ${estimate.hunks} hunks of ${estimate.files} files${complexity}; the text ${estimate.named ? 'names' : 'does not name'} a file of the solution`,
  );
  for (const problem of proof.problems) print(`    ${printable(problem)}`);
};

const make = async (
  { terminal, done, session }: CommandContext,
  commit: string,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const bench = await openBenchTools(session, signal);
  const { fromCommit, out, name, title, kind, recipe, url, repeat, tests } = options;
  const issue =
    options.issue === undefined
      ? null
      : await bench.reader.files.readBounded(resolve(options.issue), MAX_ISSUE_BYTES);
  if (options.issue !== undefined && issue === null)
    throw new UserError('option', `${options.issue} cannot be read`, 'Give a text file for --issue.');
  const setup = setupOf(options);
  const isAddress = /^(?:https:|ssh:|git@)/.test(fromCommit);
  const made = await newTaskFromCommit(bench, {
    repository: isAddress ? fromCommit : resolve(fromCommit),
    commit,
    out: resolve(out),
    repeat,
    ...(name === undefined ? {} : { name }),
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(issue === null ? {} : { issue: issue.text }),
    ...(setup === undefined ? {} : { setup }),
    ...(tests.length === 0 ? {} : { tests }),
    ...(recipe === undefined ? {} : { recipe }),
    ...(url === undefined ? {} : { url }),
    onProgress: (text) => terminal.note(text),
  });
  if (options.json) terminal.print(JSON.stringify(made, null, 2));
  else {
    printTask(terminal, made);
    if (issue === null)
      terminal.note(
        "issue.md is the commit's message: make it say what is wrong, not what was done about it",
      );
  }
  done(made.proof.problems.length === 0 ? EXIT.yes : EXIT.no);
};

export const buildNew = (context: CommandContext): Command =>
  new Command('new')
    .description(
      'Turn a historical fix into a task: its tests become hidden tests, sorted by their results before and after it, without flaky ones; then prove the task.',
    )
    .requiredOption('--from-commit <repo>', 'a local repository, or its https or ssh address')
    .argument('<commit>', 'the commit with the fix and its tests; the task starts from its parent')
    .option('--out <dir>', 'the folder of tasks to write to', 'tasks')
    .option('--name <name>', 'name of the task (default: repository and commit)')
    .option('--title <text>', "one line (default: the commit's subject)")
    .addOption(
      new Option('--kind <kind>', 'kind of task (default: from the message)').choices([...TASK_KINDS]),
    )
    .option('--issue <file>', "the text for the agent (default: the commit's message)")
    .option('--install <command>', 'command that installs dependencies (default: detected from the files)')
    .option('--test <command>', 'command that runs the tests (default: detected from the files)')
    .option(
      '--tests <path>',
      'a path of the commit that is a hidden test; repeatable (default: recognised by name)',
      collect,
      [],
    )
    .option('--timeout <seconds>', 'time limit of the build and of the tests, each', amount)
    .option('--image <name>', 'container image whose tools are used')
    .option('--env <pair>', 'NAME=VALUE for all commands; repeatable', collect, [])
    .option('--recipe', 'write only references: repository, commit and tests')
    .option('--url <address>', 'the address for the recipe, if --from-commit is a local copy')
    .option('--repeat <n>', 'runs on the base and on the fix, to find flaky tests', positiveInteger, 3)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra bench new --from-commit . HEAD --out my-tasks',
        'hydra bench new --from-commit https://github.com/tidwall/sjson 11cb24d8 --recipe --issue issue.md',
        'hydra bench new --from-commit ../service 4f1c2aa --test "npm run test:unit" --env TZ=UTC',
      ),
    )
    .action((commit: string, options: Options) =>
      abortCommandOnSignal(context, (signal) => make(context, commit, options, signal)),
    );

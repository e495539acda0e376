import type { Command } from 'commander';
import { printable } from '../../../../core/report/text/printable.ts';
import { type TaskProof, validateBenchTask } from '../../../../shell/bench/tasks/validate-bench-task.ts';
import { openBenchTools } from '../../../wiring/wiring-bench.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { EXIT } from '../../console/exit-codes.ts';
import type { Terminal } from '../../console/terminal.ts';
import { type SuiteCommandOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteCommandOptions & { readonly json?: true };

const LOG_LINES = 20;

const printProof = ({ print, paint }: Terminal, { task, problems, log }: TaskProof): void => {
  print(`${problems.length === 0 ? paint.good('✓') : paint.bad('✗')} ${task}`);
  for (const problem of problems) print(`    ${printable(problem)}`);
  const lines = log.trimEnd().split('\n').slice(-LOG_LINES);
  if (log.trim() !== '') for (const line of lines) print(paint.dim(`    │ ${printable(line)}`));
};

const validate = async (
  { terminal, done, session }: CommandContext,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const bench = await openBenchTools(session, signal);
  const tasks = await tasksOf(bench, options);
  const proofs: TaskProof[] = [];
  for (const task of tasks) {
    terminal.note(`${task.id}: running the hidden tests on gold.patch and on an empty change`);
    const proof = await validateBenchTask(bench, task);
    proofs.push(proof);
    if (!options.json) printProof(terminal, proof);
  }
  if (options.json) terminal.print(JSON.stringify(proofs, null, 2));
  done(proofs.every(({ problems }) => problems.length === 0) ? EXIT.yes : EXIT.no);
};

export const buildValidate = (context: CommandContext): Command =>
  suiteCommand('validate')
    .description('Prove that each gold.patch passes the hidden tests and that an empty change fails them.')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('hydra bench validate --task hello-world', 'hydra bench validate --suite tasks'),
    )
    .action((options: Options) =>
      abortCommandOnSignal(context, (signal) => validate(context, options, signal)),
    );

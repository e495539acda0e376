import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { BENCH_METRICS } from '../../../../core/domain/bench/bench-metric.ts';
import { showScore } from '../../../../core/report/bench/show-amount.ts';
import { printableLine } from '../../../../core/report/text/printable.ts';
import { gradeGivenChange } from '../../../../shell/bench/grade-given-change.ts';
import { UserError } from '../../../../shell/errors/user-error.ts';
import { openBenchTools, readBenchConfig } from '../../../wiring/wiring-bench.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { EXIT } from '../../console/exit-codes.ts';
import { type SuiteCommandOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteCommandOptions & {
  readonly judgeModel?: string;
  readonly config?: string;
  readonly json?: true;
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const grade = async (
  { terminal, done, session }: CommandContext,
  change: string,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const bench = await openBenchTools(session, signal);
  const [task, ...others] = await tasksOf(bench, options);
  if (task === undefined || others.length > 0)
    throw new UserError('bench-grade', 'Exactly one task is needed', 'Add --task NAME.');
  const { benchmark } = await readBenchConfig(bench.reader.files, options.config);
  const graded = await gradeGivenChange(bench, task, {
    change: isFolder(change) ? { folder: change } : { patch: change },
    policy: benchmark,
    ...(options.judgeModel === undefined ? {} : { judgeModel: options.judgeModel }),
  });
  done(
    graded.status === 'infrastructure' ? EXIT.infrastructure : graded.solved === true ? EXIT.yes : EXIT.no,
  );
  if (options.json) return terminal.print(JSON.stringify(graded, null, 2));
  terminal.print(`${graded.solved === true ? 'solved' : 'not solved'}  ${printableLine(task.id)}`);
  for (const metric of BENCH_METRICS) {
    const why = Object.hasOwn(graded.reasons, metric) ? `  ${graded.reasons[metric]}` : '';
    terminal.print(`  ${metric.padEnd(11)} ${showScore(graded.scores[metric])}${printableLine(why)}`);
  }
  for (const note of graded.notes) terminal.note(note);
};

export const buildGrade = (context: CommandContext): Command =>
  suiteCommand('grade')
    .description(
      'Grade any change made for a task: hidden tests, quality, security and the total. Nothing is stored.',
    )
    .argument('<change>', 'a patch, or a folder with the changed repository')
    .option('--judge-model <name>', 'PROVIDER:MODEL of the judges (default: no judges are asked)')
    .option('--config <file>', 'use this file instead of the nearest hydra.toml')
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra bench grade --task hello-world my.patch'))
    .action((change: string, options: Options) =>
      abortCommandOnSignal(context, (signal) => grade(context, change, options, signal)),
    );

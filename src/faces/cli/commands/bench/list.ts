import type { Command } from 'commander';
import { printable } from '../../../../core/report/text/printable.ts';
import { openBenchTools } from '../../../wiring/wiring-bench.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { type SuiteCommandOptions, suiteCommand, tasksOf } from './suite-options.ts';

type Options = SuiteCommandOptions & { readonly json?: true };

const list = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const tasks = await tasksOf(await openBenchTools(session), options);
  if (options.json) {
    const shown = tasks.map(({ id, title, language, kind, difficulty, hash }) => ({
      id,
      title,
      language,
      kind,
      difficulty,
      hash,
    }));
    return terminal.print(JSON.stringify(shown, null, 2));
  }
  const { bold, dim } = terminal.paint;
  for (const { id, title, language, kind, difficulty } of tasks)
    terminal.print(
      `${bold(id.padEnd(22))} ${language.padEnd(11)} ${kind.padEnd(12)} ${dim(difficulty.padEnd(7))} ${printable(title)}`,
    );
};

export const buildList = (context: CommandContext): Command =>
  suiteCommand('list')
    .description('List the tasks of a suite, with language, kind and content hash.')
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra bench list', 'hydra bench list --suite tasks --json'))
    .action((options: Options) => list(context, options));

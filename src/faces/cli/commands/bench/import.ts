import { Command } from 'commander';
import { resolve } from 'node:path';
import { printable } from '../../../../core/report/text/printable.ts';
import { importTasks } from '../../../../shell/bench/tasks/import-tasks.ts';
import { openBenchTools } from '../../../wiring/wiring-bench.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { collect, examples, jsonOption, positiveInteger } from '../../console/common-options.ts';
import { EXIT } from '../../console/exit-codes.ts';

type Options = {
  readonly out: string;
  readonly only: readonly string[];
  readonly limit?: number;
  readonly image: boolean;
  readonly json?: true;
};

const importAll = async (
  { terminal, done, session }: CommandContext,
  from: string,
  { out, only, limit, image, json }: Options,
): Promise<void> => {
  const { reader } = await openBenchTools(session);
  const result = await importTasks(reader, {
    from: resolve(from),
    out: resolve(out),
    only,
    ...(limit === undefined ? {} : { limit }),
    withoutImage: !image,
  });
  if (json) terminal.print(JSON.stringify(result, null, 2));
  else {
    for (const { folder } of result.imported)
      terminal.print(`${terminal.paint.good('✓')} ${printable(folder)}`);
    for (const { name, reason } of result.refused)
      terminal.print(`${terminal.paint.bad('✗')} ${printable(name)}: ${printable(reason)}`);
    terminal.note(`prove them: hydra bench validate --suite ${out}`);
  }
  done(result.refused.length === 0 ? EXIT.yes : EXIT.no);
};

export const buildImport = (context: CommandContext): Command =>
  new Command('import')
    .description(
      'Make tasks from rows of SWE-bench (JSON or JSON Lines) or from Harbor folders. Repositories are fetched when a task runs.',
    )
    .argument('<from>', 'a file of rows, a Harbor folder, or a folder of those')
    .option('--out <dir>', 'the folder of tasks to write to', 'tasks')
    .option('--only <id>', 'only this one; repeatable', collect, [])
    .option('--limit <n>', 'import at most this many', positiveInteger)
    .option('--no-image', 'leave container images out: tests run with the tools of this machine')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra bench import swe-bench.jsonl --out my-tasks --limit 10',
        'hydra bench import terminal-tasks --out my-tasks --no-image',
      ),
    )
    .action((from: string, options: Options) => importAll(context, from, options));

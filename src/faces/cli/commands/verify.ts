import { Command } from 'commander';
import { printableLine } from '../../../core/report/text/printable.ts';
import { openArchive } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';
import { EXIT } from '../console/exit-codes.ts';

type Options = { readonly repo: string; readonly json?: true };

const verify = async (
  { terminal, done }: CommandContext,
  wanted: string,
  options: Options,
): Promise<void> => {
  const { print, paint } = terminal;
  const store = await openArchive(options.repo);
  const id = await store.resolve(wanted);
  const problems = await store.verify(id);
  if (options.json) print(JSON.stringify({ run_id: id, ok: problems.length === 0, problems }, null, 2));
  else if (problems.length === 0) print(`${paint.good('✓')} ${id}: every byte is as recorded`);
  else {
    print(`${paint.bad('✗')} ${id} differs from what was recorded:`);
    for (const { path, problem, detail } of problems) {
      print(
        `  ${problem.padEnd(10)} ${printableLine(path)}${detail === undefined ? '' : paint.dim(`  ${printableLine(detail)}`)}`,
      );
    }
  }
  done(problems.length === 0 ? EXIT.yes : EXIT.no);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description('Find any changed, missing or added byte in the folder of a stored run.')
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra verify latest'))
    .action((run: string, options: Options) => verify(context, run, options));

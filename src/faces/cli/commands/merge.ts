import { Command } from 'commander';
import { mergeWinner } from '../../../shell/stored/merge-winner.ts';
import { openTools } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';
import { EXIT } from '../console/exit-codes.ts';
import { printMerged } from '../views/merge-view.ts';

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly candidate?: string;
  readonly into?: string;
  readonly dryRun?: true;
  readonly force?: true;
  readonly allowDegraded?: true;
  readonly allow?: readonly string[];
};

const merge = async (
  { terminal, done, session }: CommandContext,
  run: string,
  options: Options,
): Promise<void> => {
  const tools = await openTools(session, options.repo);
  const { repo: _repo, json, ...rest } = options;
  const merged = await mergeWinner(tools, { run, ...rest });
  if (json) terminal.print(JSON.stringify(merged, null, 2));
  else printMerged(terminal, merged);
  done(merged.outcome.status === 'conflict' ? EXIT.no : EXIT.yes);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      "Merge the recorded patch of a run's winner onto the base's branch, without touching a dirty work tree.",
    )
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .option('--candidate <name>', 'merge this one instead of the winner')
    .option('--into <branch>', 'merge onto this branch instead of that of the base')
    .option('--dry-run', 'report what would happen and change nothing')
    .option('--force', 'merge even if gates failed; they are listed')
    .option('--allow <flag...>', 'merge even though this flag needs consent, such as ci-changed')
    .option('--allow-degraded', 'merge even if the checks ran without a sandbox')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'hydra merge latest --dry-run',
        'hydra merge latest',
        'hydra merge latest --allow ci-changed',
        'hydra merge 01JD --candidate codex --force',
      ),
    )
    .action((run: string, options: Options) => merge(context, run, options));

import { Command } from 'commander';
import { buildCompare } from '../bench/compare.ts';
import { buildEstimate } from '../bench/estimate.ts';
import { buildLeaderboard } from '../bench/leaderboard.ts';
import { buildList } from '../bench/list.ts';
import { buildRegrade } from '../bench/regrade.ts';
import { buildReport } from '../bench/report.ts';
import { buildRun } from '../bench/run.ts';
import { buildValidate } from '../bench/validate.ts';
import type { CommandContext } from '../command-context.ts';
import { examples } from '../common-options.ts';

const SUBCOMMANDS = [
  buildRun,
  buildList,
  buildValidate,
  buildReport,
  buildLeaderboard,
  buildCompare,
  buildRegrade,
  buildEstimate,
];

export const build = (context: CommandContext): Command => {
  const command = new Command().description(
    'Let an agent work on tasks with hidden tests, and score its changes: functional, quality, security, efficiency, human_like.',
  );
  for (const buildOne of SUBCOMMANDS) command.addCommand(buildOne(context));
  return command.addHelpText(
    'after',
    examples(
      'hydra bench run --task hello-world --model mock:synthetic',
      'hydra bench list',
      'hydra bench leaderboard',
    ),
  );
};

import { Command } from 'commander';
import { buildCompare } from './compare.ts';
import { buildEstimate } from './estimate.ts';
import { buildGrade } from './grade.ts';
import { buildLeaderboard } from './leaderboard.ts';
import { buildList } from './list.ts';
import { buildImport } from './import.ts';
import { buildNew } from './new.ts';
import { buildRegrade } from './regrade.ts';
import { buildReport } from './report.ts';
import { buildRun } from './run.ts';
import { buildValidate } from './validate.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples } from '../../console/common-options.ts';

const SUBCOMMANDS = [
  buildRun,
  buildList,
  buildValidate,
  buildNew,
  buildImport,
  buildReport,
  buildLeaderboard,
  buildCompare,
  buildRegrade,
  buildGrade,
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

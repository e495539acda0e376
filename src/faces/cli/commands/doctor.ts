import { Command } from 'commander';
import type { CommandContext } from '../command-list.ts';
import { examples, jsonOption, repoOption } from '../common-options.ts';

export const build = (context: CommandContext): Command =>
  new Command()
    .description('What is installed, what would be degraded without, and what to install.')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra doctor'))
    .action(() => context.done(0));

import { existsSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { generateConfig } from '../../../shell/plan/generate-config.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openTools } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';

type Options = { readonly repo: string; readonly json?: true; readonly force?: true; readonly print?: true };

const init = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const { print, paint } = terminal;
  const { path, text, plan } = await generateConfig(await openTools(session, options.repo));
  if (options.print) return print(text.trimEnd());
  if (existsSync(path) && !options.force) {
    throw new UserError(
      'exists',
      'hydra.toml already exists',
      'Use --force to replace it, or --print to see what would be written.',
    );
  }
  writeFileSync(path, text);
  if (options.json) return print(JSON.stringify({ path, plan }, null, 2));
  print(
    `${paint.good('✓')} wrote hydra.toml: profile ${plan.profile}${plan.packageManager === null ? '' : `, ${plan.packageManager}`}${plan.testRunner === null ? '' : `, ${plan.testRunner}`}`,
  );
  for (const { name, command } of plan.checks) print(`  ${paint.bold(name.padEnd(8))} ${command}`);
  for (const note of plan.notes) print(paint.dim(`  note: ${note}`));
  print(`\nNext:\n  ${paint.accent('hydra evaluate --base HEAD --candidates DIR')}`);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description('Detect the profile of this repository and write a commented hydra.toml with every default.')
    .option('--force', 'replace an existing hydra.toml')
    .option('--print', 'print the file instead of writing it')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra init', 'hydra init --print'))
    .action((options: Options) => init(context, options));

import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import type { CiCommands, CommandName } from '../../../core/profile/ci-commands.ts';
import { generateConfig } from '../../../shell/plan/generate-config.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openTools } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly force?: true;
  readonly print?: true;
  readonly fromCi?: true;
};

const QUESTIONS = [
  ['build', 'How is the project built?'],
  ['test', 'How are its tests run?'],
  ['lint', 'How is it linted?'],
] as const;

/** Asks for the commands that were not found; without an answer there is none. */
const askForCommands = async (plan: CheckPlan): Promise<CiCommands> => {
  const missing = QUESTIONS.filter(([name]) => plan.commands[name] === undefined);
  const answers: Partial<Record<CommandName, string>> = {};
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (const [name, question] of missing) {
      const answer = (await prompt.question(`${question} (a command, or Enter for none) `)).trim();
      if (answer !== '') answers[name] = answer;
    }
  } finally {
    prompt.close();
  }
  return answers;
};

/** Only a person at a terminal is asked. */
const mayAsk = ({ json, print }: Options): boolean =>
  json !== true &&
  print !== true &&
  process.stdin.isTTY === true &&
  process.stderr.isTTY === true &&
  process.env['CI'] === undefined;

const init = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const { print, paint } = terminal;
  const { path, text, plan } = await generateConfig(await openTools(session, options.repo), {
    fromCi: options.fromCi ?? false,
    ...(mayAsk(options) ? { ask: askForCommands } : {}),
  });
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
  if (plan.checks.length === 0)
    print(paint.warn('  nothing to run yet: set [scoring.commands] in hydra.toml'));
  print(`\nNext:\n  ${paint.accent('hydra evaluate --base HEAD --candidates DIR')}`);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Detect the profile of this repository and write a commented hydra.toml with every default; in a terminal, ask for commands that are not found.',
    )
    .option('--force', 'replace an existing hydra.toml')
    .option('--print', 'print the file instead of writing it')
    .option('--from-ci', 'take commands from a GitHub workflow or .gitlab-ci.yml')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra init', 'hydra init --print', 'hydra init --from-ci'))
    .action((options: Options) => init(context, options));

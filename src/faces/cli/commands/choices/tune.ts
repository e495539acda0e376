import { Command } from 'commander';
import type { Tuning } from '../../../../core/tune/fit-weights.ts';
import { loadConfig } from '../../../../shell/plan/plan-evaluation.ts';
import { tuneStored } from '../../../../shell/stored/tune-weights.ts';
import { writeWeights } from '../../../wiring/write-weights.ts';
import { openTools } from '../../../wiring/wiring.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../../console/common-options.ts';
import type { Terminal } from '../../console/terminal.ts';
import { percent, plural } from '../../../../core/text/amounts.ts';

type Options = { readonly repo: string; readonly json?: true; readonly write?: true };

const printTuning = ({ print, paint }: Terminal, { choices, runs, before, after, heldOut }: Tuning): void => {
  print(`${plural(choices, 'choice')} in ${plural(runs, 'run')}`);
  print(paint.dim(`  ${'dimension'.padEnd(14)}${'now'.padStart(8)}${'fitted'.padStart(8)}`));
  for (const [key, weight] of Object.entries(before))
    print(`  ${key.padEnd(14)}${weight.toFixed(2).padStart(8)}${(after[key] ?? 0).toFixed(2).padStart(8)}`);
  if (heldOut === null) print('Held-out agreement needs choices in two runs or more.');
  else
    print(
      `Agreement with choices that were held out: ${percent(heldOut.before)} now, ${percent(heldOut.after)} fitted`,
    );
};

const rounded = (weights: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(weights).map(([key, weight]) => [key, Number(weight.toFixed(3))]));

const tune = async ({ terminal, session }: CommandContext, options: Options): Promise<void> => {
  const tools = await openTools(session, options.repo);
  const { config } = await loadConfig(tools, await tools.repository.resolveBase('HEAD'));
  const tuning = await tuneStored(tools.store, config);
  if (options.json) terminal.print(JSON.stringify(tuning, null, 2));
  else printTuning(terminal, tuning);
  if (options.write) {
    const parse = (text: string) => tools.parseConfig(text, 'hydra.toml');
    const path = await writeWeights(tools.repository.root, rounded(tuning.after), parse);
    terminal.note(`The fitted weights are in ${path}; commit it to use them.`);
  } else terminal.note('Nothing was written; --write puts the fitted weights into hydra.toml.');
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Fit the weights of the dimensions to your recorded choices, and show on held-out choices whether they agree better. Writes nothing unless asked.',
    )
    .option('--write', 'put the fitted weights into hydra.toml of the work tree')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra tune', 'hydra tune --write'))
    .action((options: Options) => tune(context, options));

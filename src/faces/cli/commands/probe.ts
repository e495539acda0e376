import { Command } from 'commander';
import { NOT_PROBED, probeJson, probeLines } from '../../../core/report/run/probe-text.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openArchive } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';

type Options = { readonly repo: string; readonly json?: true };

const notProbed = (id: string, reason = NOT_PROBED): UserError =>
  new UserError(
    'no-probes',
    `Run ${id} was not probed: ${reason}.`,
    'Evaluate again with [probe] seconds above 0; finished checks are reused.',
  );

const probe = async ({ terminal }: CommandContext, wanted: string, options: Options): Promise<void> => {
  const store = await openArchive(options.repo);
  const { id, captured } = await store.load(await store.resolve(wanted));
  const { probes } = captured;
  if (probes?.known !== true) throw notProbed(id, probes?.reason);
  if (options.json) return terminal.print(JSON.stringify(probeJson(probes.value), null, 2));
  for (const line of probeLines(probes, true)) terminal.print(line);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Show where the candidates of a stored run behave differently: calls of changed functions and scripts left behind. Functions that could not be called are listed with the reason.',
    )
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra probe latest', 'hydra probe latest --json'))
    .action((run: string, options: Options) => probe(context, run, options));

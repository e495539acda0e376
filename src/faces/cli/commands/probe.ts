import { Command } from 'commander';
import { probeJson, probeLines } from '../../../core/report/run/probe-text.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openArchive } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';

type Options = { readonly repo: string; readonly json?: true };

const probe = async ({ terminal }: CommandContext, wanted: string, options: Options): Promise<void> => {
  const store = await openArchive(options.repo);
  const { id, captured } = await store.load(await store.resolve(wanted));
  if (captured.probes === undefined)
    throw new UserError(
      'no-probes',
      `Run ${id} was not probed: fewer than two candidates that may win differ, or [probe] seconds is 0.`,
      'Evaluate again with [probe] seconds above 0; finished checks are reused.',
    );
  if (options.json)
    return terminal.print(JSON.stringify(probeJson(captured.probes) ?? captured.probes, null, 2));
  const lines = probeLines(captured.probes, true);
  for (const line of lines) terminal.print(line);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Show where the candidates of a stored run behave differently: calls of changed functions and scripts left behind.',
    )
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra probe latest', 'hydra probe latest --json'))
    .action((run: string, options: Options) => probe(context, run, options));

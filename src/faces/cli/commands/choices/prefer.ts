import { Command } from 'commander';
import { recordPreference } from '../../../../shell/stored/record-preference.ts';
import { openArchive } from '../../../wiring/wiring.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../../console/common-options.ts';

type Options = { readonly repo: string; readonly json?: true };

const prefer = async (
  { terminal }: CommandContext,
  [wanted, preferred, over]: readonly [string, string, string],
  options: Options,
): Promise<void> => {
  const recorded = await recordPreference(await openArchive(options.repo), wanted, {
    preferred,
    over,
    blind: false,
    by: 'choice',
    at: new Date().toISOString(),
  });
  if (options.json) return terminal.print(JSON.stringify(recorded, null, 2));
  return terminal.print(`${preferred} is recorded as better than ${over} in run ${recorded.run}.`);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Record that you prefer one candidate of a run to another, so that `hydra tune` can learn from it. A later record for the same two replaces an earlier one.',
    )
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .argument('<better>', 'the candidate that you prefer')
    .argument('<worse>', 'the other one')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra prefer latest claude codex'))
    .action((run: string, better: string, worse: string, options: Options) =>
      prefer(context, [run, better, worse], options),
    );

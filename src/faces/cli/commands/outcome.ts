import { Command, InvalidArgumentError } from 'commander';
import { recordOutcome } from '../../../shell/stored/record-outcome.ts';
import { openArchive } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';

type Options = { readonly repo: string; readonly json?: true };

const rightOrWrong = (text: string): boolean => {
  if (text === 'right' || text === 'wrong') return text === 'right';
  throw new InvalidArgumentError('Write right or wrong.');
};

const outcome = async (
  { terminal }: CommandContext,
  [wanted, name, right]: readonly [string, string, boolean],
  options: Options,
): Promise<void> => {
  const recorded = await recordOutcome(await openArchive(options.repo), wanted, {
    candidate: name,
    right,
    at: new Date().toISOString(),
  });
  if (options.json) return terminal.print(JSON.stringify(recorded, null, 2));
  terminal.print(`${name} of run ${recorded.run} is recorded as ${right ? 'right' : 'wrong'}.`);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Record how a candidate of a run turned out, so that `hydra lab --mine` can measure past decisions. A later record replaces an earlier one.',
    )
    .argument('<run>', 'id, unique prefix of an id, or latest')
    .argument('<name>', 'the candidate')
    .argument('<outcome>', 'right or wrong', rightOrWrong)
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra outcome latest codex right', 'hydra outcome 01JD claude wrong'))
    .action((run: string, name: string, right: boolean, options: Options) =>
      outcome(context, [run, name, right], options),
    );

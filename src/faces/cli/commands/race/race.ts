import { Command, Option } from 'commander';
import { EarlyStop } from '../../../../core/domain/race/race-request.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import {
  allowDegradedOption,
  amount,
  examples,
  jsonOption,
  positiveInteger,
  repoOption,
} from '../../console/common-options.ts';
import { agentList, duration, durationOrOff, type RaceCommandOptions } from './race-options.ts';

const EXAMPLES = examples(
  'hydra race -p "Refuse a discount of more than 100 %" --agents claude,codex',
  'hydra race --task issue.md --agents claude@opus,codex:2,mine --max-cost 2 --total-cost 5',
  'hydra race --issue 123 --agents claude --attempts 3 --early-stop first-good',
  'hydra race -p "Fix the flaky test" --agents claude,gemini --refine 1 --synthesize',
  'hydra race --resume latest',
);

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Let agents compete on one task, each in its own workspace and sandbox; evaluate what they made as `hydra evaluate` does, and offer the merge.',
    )
    .option('-p, --prompt <text>', 'the task')
    .option('--task <file|->', 'a file with the task, or - for standard input')
    .option('--issue <n>', 'an issue of this repository, read through gh')
    .option(
      '--agents <specs>',
      'agents separated by commas: NAME[@MODEL][:ATTEMPTS], builtin:PROVIDER:MODEL, or a name from [agents]',
      agentList,
    )
    .option('--attempts <n>', 'number of attempts of every agent that does not specify one', positiveInteger)
    .option('--base <ref>', 'branch, tag or commit to start from (default: HEAD)')
    .option('--brief', 'give every agent the output of `hydra brief` about the repository')
    .option('--timeout <time>', 'time limit of one agent, such as 30m', duration)
    .option(
      '--idle-timeout <time>',
      'stop an agent that neither prints nor does anything for this long, or off',
      durationOrOff,
    )
    .option('--max-tokens <n>', 'token limit of one agent', positiveInteger)
    .option('--max-cost <usd>', 'cost limit of one agent', amount)
    .option('--total-tokens <n>', 'token limit of all agents together', positiveInteger)
    .option('--total-cost <usd>', 'cost limit of all agents together', amount)
    .option('--at-once <n>', 'number of agents that work at the same time (default: all)', positiveInteger)
    .addOption(
      new Option(
        '--early-stop <when>',
        'stop the others once one passes every gate with proof: at once, when they have used as much as it did (budget), or never',
      ).choices(EarlyStop.options),
    )
    .option(
      '--refine <rounds>',
      'return the findings to the best candidates for another attempt',
      positiveInteger,
    )
    .option('--synthesize [agent]', 'let one more agent combine the best candidates')
    .option('--config <file>', "use this file instead of the base's hydra.toml")
    .option('--detach', 'run in the background; `hydra attach RUN` follows it')
    .option('--resume <run>', 'continue a race that was killed: its id, a unique prefix, or latest')
    .addOption(
      new Option('--cut <what>', 'with --resume: what happens to agents that were cut off').choices([
        'restart',
        'lost',
      ]),
    )
    .option('--yes', 'merge the winner without asking')
    .addOption(allowDegradedOption())
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(async (options: RaceCommandOptions) => {
      const { raceNow, detachRace } = await import('./race-now.ts');
      return options.detach
        ? abortCommandOnSignal(context, () => detachRace(context, options))
        : raceNow(context, options);
    });

import { Argument, Command } from 'commander';
import { runEvaluation } from '../../../../shell/evaluate/run-evaluation.ts';
import { exampleCandidates, makeExampleRepository } from '../../../wiring/example-repository.ts';
import { openTools } from '../../../wiring/wiring.ts';
import { abortCommandOnSignal } from '../../console/abort-on-signal.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { examples, jsonOption } from '../../console/common-options.ts';
import { printEvaluation } from '../../views/evaluation-view.ts';
import { demoCompare } from './demo-compare.ts';
import { demoRace } from './demo-race.ts';
import { exitOf } from '../../console/exit-codes.ts';
import { openProgress } from '../../views/progress-view.ts';
import { readCandidates } from '../../../wiring/read-candidates.ts';

const demo = async (
  { terminal, done, session }: CommandContext,
  options: { readonly json?: true },
  signal: AbortSignal,
): Promise<void> => {
  const { note, paint } = terminal;
  const repo = await makeExampleRepository();
  note(`A small repository with a failing test is in ${paint.bold(repo)}.`);
  note('The task given to eight agents: a discount of more than 100 % must be refused.\n');
  const progress = openProgress(terminal);
  try {
    const tools = await openTools(session, repo, signal);
    const candidates = readCandidates({ candidate: [], candidates: [exampleCandidates] });
    const evaluation = await runEvaluation(tools, { base: 'main', candidates, onProgress: progress.on });
    progress.close();
    printEvaluation(terminal, { ...evaluation, repo }, options);
    done(exitOf(evaluation.conclusion));
  } finally {
    progress.close();
  }
};

const SHOWN = { evaluate: demo, compare: demoCompare, race: demoRace } as const;
const SHOWS = ['evaluate', 'compare', 'race'] as const;

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Create a small real repository in a temporary folder and evaluate eight candidates: honest, clumsy and dishonest ones. Or compare four configurations of a scripted agent on eight tasks, or let four scripted agents race.',
    )
    .addArgument(new Argument('[what]', 'what to show').choices(SHOWS).default('evaluate'))
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra demo', 'hydra demo compare', 'hydra demo race'))
    .action((what: (typeof SHOWS)[number], options: { readonly json?: true }) =>
      abortCommandOnSignal(context, (signal) => SHOWN[what](context, options, signal)),
    );

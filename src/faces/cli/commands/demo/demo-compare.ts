import { join } from 'node:path';
import type { ExperimentRecord } from '../../../../core/domain/experiment/experiment-record.ts';
import { startExperiment } from '../../../../shell/experiment/start-experiment.ts';
import { makeExampleExperiment } from '../../../wiring/example-experiment.ts';
import { openExperiments } from '../../../wiring/open-experiments.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { openExperimentView } from '../../views/experiment-progress.ts';
import { printExperiment } from '../../views/experiment-view.ts';
import { EXIT } from '../../console/exit-codes.ts';

const AGENT = 'builtin:mock:flaky';
const TRIALS = 5;
const JOBS = 2;

/** The truth about each of them, known only to the author of the demo. */
const TRUTHS: Readonly<Record<string, string>> = {
  clearer: 'solves 95 % of everything, while today solves 90 % of half of the tasks',
  reworded: 'is as good as today: any difference is luck',
  forgetful: 'is as good as clearer, but never removes a file, so it can no longer solve remove-secret',
};

const WHY: Readonly<Record<string, string>> = {
  improved: 'the gain is larger than luck explains, and no task clearly got worse',
  regressed: 'one task that worked is clearly broken, and no gain elsewhere outweighs that',
  inconclusive: 'luck could explain every gain and loss, and there are too few tasks to call them equal',
  equivalent: 'any difference is too small to matter',
};

const explain = ({ verdicts }: ExperimentRecord): readonly string[] =>
  verdicts.flatMap(({ candidate, verdict, strict }) => [
    `${candidate}: ${verdict}. In truth it ${TRUTHS[candidate] ?? 'is unknown'}.`,
    `  Why: ${WHY[verdict] ?? 'see above'}. A comparison of the means would have given ${strict.verdict}.`,
  ]);

/** Compares three configurations with the current one, using a scripted agent: no keys, no network. */
export const demoCompare = async (
  { terminal, done, session }: CommandContext,
  { json = false }: { readonly json?: boolean },
  signal: AbortSignal,
): Promise<void> => {
  const { note, print, paint } = terminal;
  const repo = await makeExampleExperiment();
  note(`Eight tasks and four configurations of a scripted agent are in ${paint.bold(repo)}.\n`);
  const { world, config, policy } = await openExperiments(session, repo, {
    given: { agent: AGENT, trials: TRIALS },
    signal,
  });
  const view = openExperimentView(terminal);
  const at = (name: string): string => join(repo, 'configurations', name);
  try {
    const record = await startExperiment(
      world,
      {
        baseline: at('today'),
        candidates: ['clearer', 'reworded', 'forgetful'].map(at),
        tasks: join(repo, 'tasks'),
        config,
        policy,
        jobs: JOBS,
      },
      { onProgress: view.on },
    );
    view.close();
    printExperiment(terminal, record, json);
    if (!json) print(['', ...explain(record)].join('\n'));
    done(EXIT.yes);
  } finally {
    view.close();
  }
};

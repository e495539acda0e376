import { runEvaluation } from '../../shell/evaluate/run-evaluation.ts';
import { exampleCandidates, makeExampleRepository } from './example-repository.ts';
import { readCandidates } from './read-candidates.ts';
import type { Session } from './session.ts';
import { openTools } from './wiring.ts';

export type StartedDemo = {
  readonly repo: string;
  readonly run: string;
  readonly controller: AbortController;
};

/** Evaluates the bundled example in a temporary repository; resolves once the run has an id, and goes on. */
export const startDemo = async (session: Session): Promise<StartedDemo> => {
  const repo = await makeExampleRepository();
  const controller = new AbortController();
  const tools = await openTools(session, repo, controller.signal);
  const candidates = readCandidates({ candidate: [], candidates: [exampleCandidates] });
  const run = await new Promise<string>((resolve, reject) => {
    const evaluation = runEvaluation(tools, {
      base: 'main',
      candidates,
      onProgress: (event) => {
        if (event.event === 'run_started') resolve(event.run);
      },
    });
    session.during(evaluation).catch(reject);
  });
  return { repo, run, controller };
};

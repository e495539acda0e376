import {
  type ExperimentChoices,
  type ExperimentSession,
  startSession,
} from '../../shell/experiment/experiment-session.ts';
import type { Session } from './session.ts';
import { openExperimentTools } from './wiring-experiments.ts';
import { openAgentTools, signalOf } from './wiring.ts';

/** Experiments on a repository, with the agents and the policy of its configuration. */
export const openExperiments = async (
  session: Session,
  repo: string,
  { signal, ...choices }: ExperimentChoices & { readonly signal?: AbortSignal | undefined } = {},
): Promise<ExperimentSession> => {
  const [opened, agents] = await Promise.all([
    openExperimentTools(session, repo, signal),
    openAgentTools(signalOf(session, signal)),
  ]);
  return startSession(opened, agents, choices);
};

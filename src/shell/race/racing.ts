import { join } from 'node:path';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { RaceRequest } from '../../core/domain/race/race-request.ts';
import { requireSandbox } from '../agent/require-sandbox.ts';
import { UserError } from '../errors/user-error.ts';
import type { EvaluationOptions } from '../evaluate/run-evaluation.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import { withInstallEnvironment } from '../plan/with-install-environment.ts';
import type { AgentCommands } from '../ports/agent.ts';
import type { OpenRun, RunStore } from '../ports/run-store.ts';
import { type RaceAttempt, candidateOf } from './attempt.ts';
import type { RaceTools } from './race-tools.ts';
import type { Track } from './run-attempt.ts';

/** What an earlier process left of a race. */
export type PastRace = {
  readonly attempts: ReadonlyMap<string, RaceAttempt>;
  /** How often each was started. */
  readonly started: ReadonlyMap<string, number>;
  /** Intermediate evaluations, by round. */
  readonly evaluated: ReadonlyMap<number, string>;
  /** What to do with an agent that was cut off: start it again, or count it as lost. */
  readonly cut: 'restart' | 'lost';
};

export const NO_PAST: PastRace = {
  attempts: new Map(),
  started: new Map(),
  evaluated: new Map(),
  cut: 'restart',
};

/** A race under way. */
export type Racing = {
  readonly race: RaceTools;
  readonly run: OpenRun;
  readonly request: RaceRequest;
  readonly config: HydraConfig;
  readonly past: PastRace;
  readonly stop: AbortSignal | undefined;
  /** Where intermediate evaluations are kept. */
  readonly rounds: RunStore;
  readonly attempts: RaceAttempt[];
};

/** A planned attempt. */
export type Start = {
  readonly name: string;
  readonly spec: string;
  readonly prompt: string;
  readonly from: string;
};

const commandsOf = ({ test, lint, build }: Readonly<Record<string, string | undefined>>): AgentCommands => ({
  ...(test === undefined ? {} : { tests: test }),
  ...(lint === undefined ? {} : { lint }),
  ...(build === undefined ? {} : { build }),
});

/** Workspaces with the base's dependencies in place, shared by all attempts. */
export const openTrack = async ({ race: { tools }, run, request }: Racing): Promise<Track> => {
  const { base, configFile } = request;
  const planned = await planEvaluation(tools, base, configFile ?? undefined);
  const plan = withInstallEnvironment(tools, planned.plan);
  run.emit({ event: 'stage', text: 'preparing workspaces for the agents' });
  const workspaces = await tools.openWorkspaces({
    environment: tools.readEnvironment(plan.install?.environment ?? []),
    copies: true,
    sandbox: planned.config.sandbox,
  });
  requireSandbox(workspaces, request.allowDegraded === true);
  const prepared = await workspaces.prepareBase(base.commit, plan.install, join(run.folder, 'install.log'));
  if (prepared.installed.status === 'failed')
    throw new UserError(
      'install-failed',
      `Dependencies of the base could not be installed: ${prepared.installed.reason}`,
      'Check that the installation command is right and works by hand.',
    );
  return { workspaces, prepared, base, commands: commandsOf({ ...plan.commands }) };
};

/** What the attempts so far are as candidates. */
export const evaluationOptions = (
  { request, run }: Racing,
  attempts: readonly RaceAttempt[],
): EvaluationOptions => ({
  base: request.base.commit,
  task: request.task,
  candidates: attempts.map((attempt) => {
    const { name, source, provenance } = candidateOf(run, attempt);
    return { name, source: source.at, provenance };
  }),
  ...(request.configFile === null ? {} : { configFile: request.configFile }),
});

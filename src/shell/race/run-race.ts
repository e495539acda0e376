import { readAgentSpec } from '../../core/agent/agent-spec.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { Entrant, RaceRequest } from '../../core/domain/race/race-request.ts';
import { lateLimits } from '../../core/race/late-limits.ts';
import { racePrompt } from '../../core/race/race-prompts.ts';
import { resolveAgent } from '../agent/resolve-agent.ts';
import { captureRun, type FinishedEvaluation } from '../evaluate/capture-run.ts';
import type { FrozenEvaluation, PastImports } from '../evaluate/recall/frozen-evaluation.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import { planTask } from '../plan/plan-task.ts';
import type { OpenRun } from '../ports/run-store.ts';
import { type RaceAttempt, candidateOf } from './attempt.ts';
import { refineRound, synthesize } from './later-rounds.ts';
import type { RaceTools } from './race-tools.ts';
import { NO_PAST, openTrack, type PastRace, type Racing } from './racing.ts';
import { runRound } from './run-round.ts';

export type RaceControl = {
  /** Stops agents; their changes so far are evaluated. */
  readonly stop?: AbortSignal;
};

/** Agents first; then the evaluation of their changes, in the same run. */
const letCompete = async (racing: Racing): Promise<void> => {
  const { request } = racing;
  const track = await openTrack(racing);
  const prompt = racePrompt(request.task, request.brief);
  const starts = request.entrants.map(({ name, agent }: Entrant) => ({
    name,
    spec: agent,
    prompt,
    from: request.base.tree,
  }));
  await runRound(racing, track, 0, starts);
  let round = 1;
  const stopped = (): boolean => racing.stop?.aborted === true;
  while (round <= request.refine && !stopped() && (await refineRound(racing, track, round))) round += 1;
  if (!stopped()) await synthesize(racing, track, request.refine + 1);
};

/** Reported before money is spent: limits that cannot be enforced in time. */
const noteLateLimits = ({ race, run, request, config }: Racing): void => {
  const specs = new Set(request.entrants.map(({ agent }) => agent));
  for (const spec of specs)
    for (const text of lateLimits(resolveAgent(race.agents, spec, config.agents), request.limits))
      run.emit({ event: 'note', text });
};

export type RaceWork = {
  readonly request: RaceRequest;
  readonly config: HydraConfig;
  readonly past?: PastRace;
  /** The evaluation, if an earlier process got that far. */
  readonly planned?: { readonly evaluation: FrozenEvaluation; readonly past: PastImports };
};

export type FinishedRace = FinishedEvaluation & { readonly attempts: readonly RaceAttempt[] };

const planEvaluationOf = async ({
  race: { tools },
  run,
  request,
  config,
  attempts,
}: Racing): Promise<FrozenEvaluation> => {
  const candidates = attempts.map((attempt) => candidateOf(run, attempt));
  const { plan, notes } = await planEvaluation(tools, request.base, request.configFile ?? undefined, {
    candidates,
  });
  const { task, notes: taskNotes } = await planTask(tools.repository, request.base, config, request.task);
  const evaluation: FrozenEvaluation = {
    base: request.base,
    candidates,
    plan,
    notes: [...notes, ...taskNotes],
    jobs: tools.defaultJobs,
    ...(task === null ? {} : { task }),
  };
  await run.record({ event: 'evaluation_planned', evaluation });
  return evaluation;
};

/** A race within an open run, from wherever an earlier process left it to the verdict. */
export const runRace = async (
  race: RaceTools,
  run: OpenRun,
  { request, config, past = NO_PAST, planned }: RaceWork,
  { stop }: RaceControl = {},
): Promise<FinishedRace> => {
  const attempts: RaceAttempt[] = planned === undefined ? [] : [...past.attempts.values()];
  const rounds = race.openRounds(run.id);
  const racing: Racing = { race, run, request, config, past, stop, attempts, rounds: rounds.store };
  run.emit({
    event: 'race_started',
    entrants: request.entrants,
    task: request.task,
    ...(request.noSandbox === undefined ? {} : { no_sandbox: request.noSandbox }),
  });
  if (planned === undefined) noteLateLimits(racing);
  if (planned === undefined) await letCompete(racing);
  const evaluation = planned?.evaluation ?? (await planEvaluationOf(racing));
  const finished = await captureRun(race.tools, run, {
    ...evaluation,
    config,
    kept: null,
    fresh: false,
    oversubscribeWhenIdle: true,
    ...(planned === undefined ? {} : { past: planned.past }),
  });
  await rounds.remove();
  return { ...finished, attempts };
};

/** The agent that combines the best candidates if `--synthesize` has no value: the first of the race. */
export const defaultSynthesizer = (specs: readonly string[]): string => readAgentSpec(specs[0] ?? '').name;

import { conclude } from '../../core/conclude/conclude.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { RaceRequest } from '../../core/domain/race/race-request.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import { abortedOr, throwIfAborted } from '../errors/abort-error.ts';
import { UserError } from '../errors/user-error.ts';
import { readPastImports, thawEvaluation } from '../evaluate/recall/frozen-evaluation.ts';
import type { OpenRun, ReopenedRun, RunStore, Trace } from '../ports/run-store.ts';
import { attemptsIn } from './attempt.ts';
import { findRace } from './find-race.ts';
import { planRace, type RaceOptions } from './plan-race.ts';
import type { RaceTools } from './race-tools.ts';
import type { PastRace } from './racing.ts';
import { type FinishedRace, type RaceControl, type RaceWork, runRace } from './run-race.ts';

export type RaceWatch = RaceControl & { readonly onProgress?: OnEvent };

const follow = async (
  race: RaceTools,
  run: OpenRun,
  work: RaceWork,
  { onProgress, ...control }: RaceWatch,
): Promise<FinishedRace> => {
  const { signal } = race.tools;
  if (onProgress !== undefined) run.subscribe(onProgress);
  run.emit({ event: 'run_started', run: run.id, kind: 'race' });
  try {
    return await runRace(race, run, work, control);
  } catch (error) {
    // Agents' work is kept: a race is never discarded once it has begun.
    await run.leave(abortedOr(signal, error));
    throwIfAborted(signal);
    throw error;
  }
};

/** Freezes the request as a run that waits to be resumed; nothing starts. */
export const createRace = async (
  race: RaceTools,
  options: RaceOptions,
): Promise<{ readonly run: OpenRun; readonly work: RaceWork }> => {
  const { request, config } = await planRace(race, options);
  throwIfAborted(race.tools.signal);
  const run = await race.tools.store.create({ config, startedAt: race.tools.clock.now(), race: request });
  return { run, work: { request, config } };
};

/** Lets agents compete on a task, evaluates their changes, and stores everything as one run. */
export const raceAgents = async (
  race: RaceTools,
  options: RaceOptions,
  watch: RaceWatch = {},
): Promise<FinishedRace> => {
  const { run, work } = await createRace(race, options);
  return follow(race, run, work, watch);
};

const pastOf = ({ events }: Trace, cut: PastRace['cut']): PastRace => {
  const [started, evaluated] = [new Map<string, number>(), new Map<number, string>()];
  for (const event of events) {
    if (event.event === 'agent_at_work') started.set(event.agent, (started.get(event.agent) ?? 0) + 1);
    if (event.event === 'race_evaluated') evaluated.set(event.round, event.run);
  }
  const attempts = new Map(attemptsIn(events).map((attempt) => [attempt.agent, attempt]));
  return { attempts, started, evaluated, cut };
};

const requestOf = (id: string, race: unknown): RaceRequest => {
  const parsed = RaceRequest.safeParse(race);
  if (parsed.success) return parsed.data;
  throw new UserError('run-damaged', `The request of race ${id} can no longer be read.`, 'Start a new race.');
};

/** A stored patch that is now damaged must not become a different change. */
const checkPatches = async (
  { run, savedPatch }: Extract<ReopenedRun, { state: 'open' }>,
  past: PastRace,
): Promise<void> => {
  for (const { agent, sha256 } of past.attempts.values())
    if ((await savedPatch(agent, sha256)) === null)
      throw new UserError(
        'run-damaged',
        `Run ${run.id} is damaged: the patch of ${agent} differs from what was written.`,
        'Start a new race.',
      );
};

/** The newest race that never finished, or the one with the given id. */
export const raceToResume = (store: RunStore, asked: string): Promise<string> =>
  findRace(
    store,
    asked,
    ({ state }) => state === 'unfinished',
    new UserError('nothing-to-resume', 'No race here is unfinished.', '`hydra runs` lists all runs.'),
  );

/** Continues a race that was killed: finished agents are not started again. */
export const resumeRace = async (
  race: RaceTools,
  asked: string,
  { cut, ...watch }: RaceWatch & { readonly cut: PastRace['cut'] },
): Promise<FinishedRace> => {
  const { store } = race.tools;
  const id = await raceToResume(store, asked);
  const reopened = await store.reopen(id);
  if (reopened.state === 'complete') {
    const { captured, config } = await store.load(id);
    const conclusion = conclude(captured, racePolicyOf(config), id);
    const { attempts } = pastOf(await store.readEvents(id), cut);
    return {
      runId: id,
      captured,
      conclusion,
      config,
      variables: [],
      programs: [],
      kept: null,
      attempts: [...attempts.values()],
    };
  }
  const { run, request, trace } = reopened;
  try {
    const past = pastOf(trace, cut);
    const work = { request: requestOf(id, request.race), config: HydraConfig.parse(request.config), past };
    await checkPatches(reopened, past);
    const planned = trace.events.findLast(({ event }) => event === 'evaluation_planned');
    if (planned?.event !== 'evaluation_planned') return await follow(race, run, work, watch);
    const evaluation = thawEvaluation(id, { ...request, evaluation: planned.evaluation });
    return await follow(
      race,
      run,
      { ...work, planned: { evaluation, past: await readPastImports(reopened) } },
      watch,
    );
  } catch (error) {
    await run.leave();
    throw error;
  }
};

import { join } from 'node:path';
import { readAgentSpec } from '../../core/agent/agent-spec.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { Entrant, RaceRequest } from '../../core/domain/race/race-request.ts';
import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import type { StoredRun } from '../ports/run-store.ts';
import { type AgentSpending, overspent } from '../../core/race/watch-budget.ts';
import { type Finalist, racePrompt, refinePrompt, synthesizePrompt } from '../../core/race/race-prompts.ts';
import { refinementMarkdown } from '../../core/report/run/refinement-markdown.ts';
import { resolveAgent } from '../agent/resolve-agent.ts';
import { inParallel } from '../errors/in-parallel.ts';
import { throwIfAborted } from '../errors/abort-error.ts';
import { UserError } from '../errors/user-error.ts';
import { captureRun, type FinishedEvaluation } from '../evaluate/capture-run.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import type { FrozenEvaluation, PastImports } from '../evaluate/recall/frozen-evaluation.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import { planTask } from '../plan/plan-task.ts';
import { withInstallEnvironment } from '../plan/with-install-environment.ts';
import type { AgentCommands, AgentProgress, AgentStop } from '../ports/agent.ts';
import type { OpenRun } from '../ports/run-store.ts';
import { refineStored } from '../stored/refine-stored.ts';
import { type Attempt, candidateOf } from './attempt.ts';
import type { RaceTools } from './race-tools.ts';
import { runAttempt, type Track } from './run-attempt.ts';

/** Candidates that get their findings back in one round, and that a synthesis sees. */
const REFINED_A_ROUND = 2;
const MOST_FINALISTS = 3;
export const SYNTHESIS = 'synthesis';

/** What an earlier process left of a race. */
export type PastRace = {
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** How often each was started. */
  readonly started: ReadonlyMap<string, number>;
  /** Evaluations on the way, by round. */
  readonly evaluated: ReadonlyMap<number, string>;
  /** What to do with an agent that was cut: start it again, or count it as lost. */
  readonly cut: 'restart' | 'lost';
};

export const NO_PAST: PastRace = {
  attempts: new Map(),
  started: new Map(),
  evaluated: new Map(),
  cut: 'restart',
};

export type RaceControl = {
  /** Stops agents; what they have made so far is evaluated. */
  readonly stop?: AbortSignal;
};

type Racing = {
  readonly race: RaceTools;
  readonly run: OpenRun;
  readonly request: RaceRequest;
  readonly config: HydraConfig;
  readonly past: PastRace;
  readonly stop: AbortSignal | undefined;
  readonly attempts: Attempt[];
};

type Start = { readonly name: string; readonly spec: string; readonly prompt: string; readonly from: string };

const commandsOf = ({ test, lint, build }: Readonly<Record<string, string | undefined>>): AgentCommands => ({
  ...(test === undefined ? {} : { tests: test }),
  ...(lint === undefined ? {} : { lint }),
  ...(build === undefined ? {} : { build }),
});

/** Workspaces with the base's dependencies in place, shared by all attempts. */
const openTrack = async ({ race: { tools }, run, request }: Racing): Promise<Track> => {
  const { base, configFile } = request;
  const planned = await planEvaluation(tools, base, configFile ?? undefined);
  const plan = withInstallEnvironment(tools, planned.plan);
  run.emit({ event: 'stage', text: 'preparing workspaces for the agents' });
  const workspaces = await tools.openWorkspaces({
    environment: tools.readEnvironment(plan.install?.environment ?? []),
    copies: true,
    sandbox: planned.config.sandbox,
  });
  const prepared = await workspaces.prepareBase(base.commit, plan.install, join(run.folder, 'install.log'));
  if (prepared.installed.status === 'failed')
    throw new UserError(
      'install-failed',
      `Dependencies of the base could not be installed: ${prepared.installed.reason}`,
      'Check that the installation command is right and works by hand.',
    );
  return { workspaces, prepared, base, commands: commandsOf({ ...plan.commands }) };
};

/** An attempt that a killed process left unfinished and that is not made again: an empty change, labelled. */
const lose = async (
  { run, race: { tools }, request }: Racing,
  { name, spec }: Start,
  round: number,
): Promise<Attempt> => {
  const nothing = new Uint8Array();
  await run.savePatch(name, nothing);
  const attempt: Attempt = {
    agent: name,
    spec,
    round,
    label: 'lost',
    reason: '',
    files: 0,
    sha256: tools.digest(nothing),
    tree: request.base.tree,
    result: null,
  };
  await run.record({ event: 'agent_done', ...attempt });
  return attempt;
};

/** What an agent at work has used so far, to be held against the limits of all. */
type Working = { readonly controller: AbortController; spent: AgentSpending; readonly startedMs: number };

const spentBy = ({ result }: Attempt): AgentSpending => ({
  tokens: result?.usage.known ? result.usage.value.total : null,
  usd: result?.costUsd.known ? result.costUsd.value : null,
});

/** A candidate that may be merged and whose progress others or the base show. */
const goodOne = ({ winner, rankings }: Conclusion): string | null => {
  const first = rankings.find(({ agent }) => agent === winner);
  return first?.mergeable === true && first.proof?.progress === 'shown' ? first.agent : null;
};

const evaluationOptions = ({ request, run }: Racing, attempts: readonly Attempt[]) => ({
  base: request.base.commit,
  task: request.task,
  candidates: attempts.map((attempt) => {
    const { name, source, provenance } = candidateOf(run, attempt);
    return { name, source: source.at, provenance };
  }),
  ...(request.configFile === null ? {} : { configFile: request.configFile }),
});

/** Runs attempts side by side; each is in the result, whatever comes of it. */
const runRound = async (
  racing: Racing,
  track: Track,
  round: number,
  starts: readonly Start[],
): Promise<void> => {
  const { race, run, request, config, past, attempts } = racing;
  const { clock } = race.tools;
  const working = new Map<string, Working>();
  const stopAll = (why: AgentStop): void => working.forEach(({ controller }) => controller.abort(why));
  const onStop = (): void => stopAll(racing.stop?.reason as AgentStop);
  racing.stop?.addEventListener('abort', onStop);
  const everyone = (): readonly AgentSpending[] => [
    ...attempts.map(spentBy),
    ...[...working.values()].map(({ spent }) => spent),
  ];
  /** What the good candidate took, once there is one. */
  let good: { readonly name: string; readonly tokens: number | null; readonly wallMs: number } | null = null;
  const behindGood = ({ spent, startedMs }: Working): AgentStop | null => {
    if (good === null) return null;
    const reason = `${good.name} already passes every gate with proof`;
    if (request.earlyStop === 'first-good') return { ended: 'stopped', reason };
    const byTokens = good.tokens !== null && spent.tokens !== null;
    const more = byTokens
      ? (spent.tokens ?? 0) >= (good.tokens ?? 0)
      : clock.monotonicMs() - startedMs >= good.wallMs;
    return more ? { ended: 'stopped', reason: `${reason}, and it has used as much` } : null;
  };
  const hold = (one: Working): void => {
    const why = overspent(request.limits, one.spent, everyone()) ?? behindGood(one);
    if (why !== null) one.controller.abort(why);
  };
  const watch = setInterval(() => working.forEach(hold), 1000);
  let looking: Promise<void> = Promise.resolve();
  /** Evaluates what is there while others work; results are kept, so that the evaluation at the end is quick. */
  const lookForGood = (): void => {
    if (request.earlyStop === 'never' || good !== null) return;
    looking = looking.then(async () => {
      if (good !== null || working.size === 0) return;
      const { conclusion } = await runEvaluation(race.tools, evaluationOptions(racing, attempts));
      const name = goodOne(conclusion);
      const found = attempts.find(({ agent }) => agent === name);
      if (name === null || found === undefined) return;
      good = { name, tokens: spentBy(found).tokens, wallMs: found.result?.wallMs ?? 0 };
      run.emit({ event: 'note', text: `${name} passes every gate with proof` });
      working.forEach(hold);
    });
    looking.catch(() => undefined);
  };
  try {
    await inParallel(starts, request.atOnce, async (start) => {
      const { name, spec, prompt, from } = start;
      throwIfAborted(race.tools.signal);
      const known = past.attempts.get(name);
      if (known !== undefined) return void attempts.push(known);
      const started = past.started.get(name) ?? 0;
      if (started > 0 && past.cut === 'lost') return void attempts.push(await lose(racing, start, round));
      const one: Working = {
        controller: new AbortController(),
        spent: { tokens: null, usd: null },
        startedMs: clock.monotonicMs(),
      };
      working.set(name, one);
      if (racing.stop?.aborted === true) onStop();
      hold(one);
      const attempt = await runAttempt(race, run, track, {
        name,
        spec,
        agent: resolveAgent(race.agents, spec, config.agents),
        round,
        prompt,
        from,
        limits: request.limits,
        started,
        stop: one.controller.signal,
        onProgress: ({ tokens, costUsd }: AgentProgress) => {
          one.spent = { tokens, usd: costUsd };
          hold(one);
        },
      });
      working.delete(name);
      attempts.push(attempt);
      if (attempt.label === 'done') lookForGood();
      return undefined;
    });
    await looking.catch(() => undefined);
  } finally {
    clearInterval(watch);
    racing.stop?.removeEventListener('abort', onStop);
  }
  // In the order of the start, not of the end: results must not depend on who was quicker.
  const order = new Map(starts.map(({ name }, at) => [name, at]));
  attempts.sort((one, other) =>
    one.round === other.round && one.round === round
      ? (order.get(one.agent) ?? 0) - (order.get(other.agent) ?? 0)
      : one.round - other.round,
  );
};

/** An evaluation on the way to the next round, stored as a run of its own; a resumed race reads it again. */
const evaluateRound = async (racing: Racing, round: number): Promise<StoredRun> => {
  const { race, run, past, attempts } = racing;
  const { store } = race.tools;
  const known = past.evaluated.get(round);
  if (known !== undefined) return store.load(known);
  run.emit({ event: 'stage', text: 'evaluating what the agents made, before the next round' });
  const { runId, conclusion } = await runEvaluation(race.tools, evaluationOptions(racing, attempts));
  await run.record({ event: 'race_evaluated', run: runId, round, winner: conclusion.winner });
  return store.load(runId);
};

const refinedName = (name: string, round: number): string => `${name.replace(/\+\d+$/, '')}+${round}`;

const refineRound = async (racing: Racing, track: Track, round: number): Promise<boolean> => {
  const { race, request, attempts } = racing;
  const stored = await evaluateRound(racing, round);
  const starts: Start[] = [];
  for (const { agent: name } of stored.conclusion.rankings) {
    const attempt = attempts.find(({ agent }) => agent === name);
    if (attempt === undefined || attempt.files === 0 || starts.length === REFINED_A_ROUND) continue;
    const refinement = await refineStored(race.tools.store, stored.id, { candidate: name });
    if (!refinement.needed && refinement.items.length === 0) continue;
    const prompt = refinePrompt(racePrompt(request.task, request.brief), refinementMarkdown(refinement));
    starts.push({ name: refinedName(name, round), spec: attempt.spec, prompt, from: attempt.tree });
  }
  if (starts.length === 0) return false;
  await runRound(racing, track, round, starts);
  return true;
};

const evidenceLines = ({ conclusion }: StoredRun, name: string): readonly string[] => {
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  if (ranking === undefined) return [];
  return [
    `total: ${ranking.total ?? 'unknown'} of 100, ${ranking.mergeable ? 'passes every gate' : `stopped by ${ranking.gates.join(', ')}`}`,
    `progress: ${ranking.proof?.progress ?? 'unknown'}`,
    ...ranking.flags.slice(0, 10).map(({ sentence }) => `flag: ${sentence}`),
  ];
};

const synthesize = async (racing: Racing, track: Track, round: number): Promise<void> => {
  const { race, run, request, attempts } = racing;
  if (request.synthesize === null) return;
  const stored = await evaluateRound(racing, round);
  const finalists: Finalist[] = [];
  for (const { agent: name } of stored.conclusion.rankings.slice(0, MOST_FINALISTS)) {
    if ((attempts.find(({ agent }) => agent === name)?.files ?? 0) === 0) continue;
    const patch = await race.tools.files.readBounded(run.patchFile(name), 1024 * 1024);
    finalists.push({ name, patch: patch?.text ?? '', evidence: evidenceLines(stored, name) });
  }
  if (finalists.length === 0) return;
  const prompt = synthesizePrompt(racePrompt(request.task, request.brief), finalists, race.agents.nonce());
  await runRound(racing, track, round, [
    { name: SYNTHESIS, spec: request.synthesize, prompt, from: request.base.tree },
  ]);
};

/** Agents first; then the evaluation of what they made, in the same run. */
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

export type RaceWork = {
  readonly request: RaceRequest;
  readonly config: HydraConfig;
  readonly past?: PastRace;
  /** The evaluation, if an earlier process had come so far. */
  readonly planned?: { readonly evaluation: FrozenEvaluation; readonly past: PastImports };
};

export type FinishedRace = FinishedEvaluation & { readonly attempts: readonly Attempt[] };

const planEvaluationOf = async ({
  race: { tools },
  run,
  request,
  config,
  attempts,
}: Racing): Promise<FrozenEvaluation> => {
  const { plan, notes } = await planEvaluation(tools, request.base, request.configFile ?? undefined);
  const { task, notes: taskNotes } = await planTask(tools.repository, request.base, config, request.task);
  const evaluation: FrozenEvaluation = {
    base: request.base,
    candidates: attempts.map((attempt) => candidateOf(run, attempt)),
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
  const attempts: Attempt[] = planned === undefined ? [] : [...past.attempts.values()];
  const racing: Racing = { race, run, request, config, past, stop, attempts };
  run.emit({ event: 'race_started', entrants: request.entrants, task: request.task });
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
  return { ...finished, attempts };
};

/** The name of the agent that combines the best, if only `--synthesize` is said: the first of the race. */
export const defaultSynthesizer = (specs: readonly string[]): string => readAgentSpec(specs[0] ?? '').name;

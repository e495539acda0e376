import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import { behindGood, type GoodAttempt } from '../../core/race/early-stop.ts';
import { sortAttempts } from '../../core/race/sort-attempts.ts';
import { type AgentSpending, overspent } from '../../core/race/watch-budget.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import { resolveAgent } from '../agent/resolve-agent.ts';
import { throwIfAborted } from '../errors/abort-error.ts';
import { inParallel } from '../errors/in-parallel.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import type { AgentStop } from '../ports/agent.ts';
import type { RaceAttempt } from './attempt.ts';
import { evaluationOptions, type Racing, type Start } from './racing.ts';
import { runAttempt, type Track } from './run-attempt.ts';

const WATCH_MS = 1000;

/** An attempt that is not started: an empty change, labelled. */
const leaveOut = async (
  { run, race: { tools }, request }: Racing,
  { name, spec }: Start,
  round: number,
  { label, reason }: Pick<RaceAttempt, 'label' | 'reason'>,
): Promise<RaceAttempt> => {
  const nothing = new Uint8Array();
  await run.savePatch(name, nothing);
  const attempt: RaceAttempt = {
    agent: name,
    spec,
    round,
    label,
    reason,
    files: 0,
    sha256: tools.digest(nothing),
    tree: request.base.tree,
    result: null,
  };
  await run.record({ event: 'agent_done', ...attempt });
  return attempt;
};

const CUT_OFF = { label: 'lost', reason: '' } as const;

const unstarted = ({ ended, reason }: AgentStop): Pick<RaceAttempt, 'label' | 'reason'> => ({
  label: ended === 'stopped' ? 'stopped' : 'over-budget',
  reason: `it was not started: ${reason}`,
});

const spentBy = ({ result }: RaceAttempt): AgentSpending => ({
  tokens: result?.usage.known ? result.usage.value.total : null,
  usd: result?.costUsd.known ? result.costUsd.value : null,
});

/** A mergeable candidate whose progress is shown by other candidates' or the base's tests. */
const goodOne = ({ winner, rankings }: Conclusion): string | null => {
  const first = rankings.find(({ agent }) => agent === winner);
  return first?.mergeable === true && first.proof?.progress === 'shown' ? first.agent : null;
};

/** Evaluates finished attempts while others work; results are kept, so that the final evaluation is quick. */
const findGood = async (racing: Racing): Promise<GoodAttempt | null> => {
  const { race, attempts, rounds } = racing;
  const tools = { ...race.tools, store: rounds };
  const { conclusion } = await runEvaluation(tools, evaluationOptions(racing, attempts));
  const name = goodOne(conclusion);
  const found = attempts.find(({ agent }) => agent === name);
  if (name === null || found === undefined) return null;
  return { name, tokens: spentBy(found).tokens, wallMs: found.result?.wallMs ?? 0 };
};

/** An agent at work: how to stop it, and what it has used so far. */
type Working = { readonly controller: AbortController; spent: AgentSpending; readonly startedMs: number };

/** Holds agents to their limits and, if requested, stops them once another has won. */
const openSupervision = (racing: Racing) => {
  const { race, run, request, attempts } = racing;
  const { clock } = race.tools;
  const working = new Map<string, Working>();
  const onStop = (): void =>
    working.forEach(({ controller }) => controller.abort(racing.stop?.reason as AgentStop));
  racing.stop?.addEventListener('abort', onStop);
  let good: GoodAttempt | null = null;
  const behind = ({ spent, startedMs }: Working, good: GoodAttempt): AgentStop | null => {
    const underway = { tokens: spent.tokens, workedMs: clock.monotonicMs() - startedMs };
    const reason = behindGood(request.earlyStop, good, underway);
    return reason === null ? null : { ended: 'stopped', reason };
  };
  const reasonToStop = (one: Working): AgentStop | null => {
    const all = [...attempts.map(spentBy), ...[...working.values()].map(({ spent }) => spent)];
    return overspent(request.limits, one.spent, all) ?? (good === null ? null : behind(one, good));
  };
  const hold = (one: Working): void => {
    const why = one.controller.signal.aborted ? null : reasonToStop(one);
    if (why !== null) one.controller.abort(why);
  };
  const timer = setInterval(() => working.forEach(hold), WATCH_MS);
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    if (good !== null || working.size === 0) return;
    good = await findGood(racing);
    if (good === null) return;
    run.emit({ event: 'note', text: `${good.name} passes every gate with proof` });
    working.forEach(hold);
  };
  const lookAgain = (): void => {
    looking = looking.then(look).catch((error: unknown) => {
      if (race.tools.signal.aborted) return;
      const why = printableLine(error instanceof Error ? error.message : String(error), 300);
      run.emit({ event: 'note', text: `no early stop: finished attempts could not be evaluated: ${why}` });
    });
  };
  return {
    /** Why it must not even start, or the agent at work. */
    start: (name: string): AgentStop | Working => {
      const spent = { tokens: null, usd: null };
      const one: Working = { controller: new AbortController(), spent, startedMs: clock.monotonicMs() };
      const why = racing.stop?.aborted === true ? (racing.stop.reason as AgentStop) : reasonToStop(one);
      if (why !== null) return why;
      working.set(name, one);
      return one;
    },
    hold,
    end: (name: string, attempt: RaceAttempt): void => {
      working.delete(name);
      attempts.push(attempt);
      if (request.earlyStop !== 'never' && attempt.label === 'done') lookAgain();
    },
    close: async (): Promise<void> => {
      await looking;
      clearInterval(timer);
      racing.stop?.removeEventListener('abort', onStop);
    },
  };
};

/** Runs attempts in parallel; each is in the result, however it ends. */
export const runRound = async (
  racing: Racing,
  track: Track,
  round: number,
  starts: readonly Start[],
): Promise<void> => {
  const { race, run, request, config, past, attempts } = racing;
  const supervision = openSupervision(racing);
  const attemptIt = async (start: Start): Promise<void> => {
    const { name, spec, prompt, from } = start;
    throwIfAborted(race.tools.signal);
    const known = past.attempts.get(name);
    if (known !== undefined) return supervision.end(name, known);
    const started = past.started.get(name) ?? 0;
    if (started > 0 && past.cut === 'lost')
      return void attempts.push(await leaveOut(racing, start, round, CUT_OFF));
    const one = supervision.start(name);
    if ('ended' in one) return void attempts.push(await leaveOut(racing, start, round, unstarted(one)));
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
      onProgress: ({ tokens, costUsd }) => {
        one.spent = { tokens, usd: costUsd };
        supervision.hold(one);
      },
    });
    return supervision.end(name, attempt);
  };
  try {
    await inParallel(starts, request.atOnce, attemptIt);
  } finally {
    await supervision.close();
  }
  const started = [...request.entrants, ...starts].map(({ name }) => name);
  attempts.splice(0, attempts.length, ...sortAttempts(attempts, started));
};

import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import { type AgentSpending, overspent } from '../../core/race/watch-budget.ts';
import { resolveAgent } from '../agent/resolve-agent.ts';
import { throwIfAborted } from '../errors/abort-error.ts';
import { inParallel } from '../errors/in-parallel.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import type { AgentStop } from '../ports/agent.ts';
import type { RaceAttempt } from './attempt.ts';
import { evaluationOptions, type Racing, type Start } from './racing.ts';
import { runAttempt, type Track } from './run-attempt.ts';

const WATCH_MS = 1000;

/** An attempt that a killed process left unfinished and that is not made again: an empty change, labelled. */
const lose = async (
  { run, race: { tools }, request }: Racing,
  { name, spec }: Start,
  round: number,
): Promise<RaceAttempt> => {
  const nothing = new Uint8Array();
  await run.savePatch(name, nothing);
  const attempt: RaceAttempt = {
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

const spentBy = ({ result }: RaceAttempt): AgentSpending => ({
  tokens: result?.usage.known ? result.usage.value.total : null,
  usd: result?.costUsd.known ? result.costUsd.value : null,
});

/** A candidate that may be merged and whose progress others or the base show. */
const goodOne = ({ winner, rankings }: Conclusion): string | null => {
  const first = rankings.find(({ agent }) => agent === winner);
  return first?.mergeable === true && first.proof?.progress === 'shown' ? first.agent : null;
};

/** An agent at work: how to stop it, and what it has used so far. */
type Working = { readonly controller: AbortController; spent: AgentSpending; readonly startedMs: number };

/** What the first good candidate took. */
type Good = { readonly name: string; readonly tokens: number | null; readonly wallMs: number };

/** Holds agents to their limits, and stops them once another has won, if that was asked for. */
const openSupervision = (racing: Racing) => {
  const { race, run, request, attempts } = racing;
  const { clock } = race.tools;
  const working = new Map<string, Working>();
  const onStop = (): void =>
    working.forEach(({ controller }) => controller.abort(racing.stop?.reason as AgentStop));
  racing.stop?.addEventListener('abort', onStop);
  let good: Good | null = null;
  const behind = ({ spent, startedMs }: Working, { name, tokens, wallMs }: Good): AgentStop | null => {
    const reason = `${name} already passes every gate with proof`;
    if (request.earlyStop === 'first-good') return { ended: 'stopped', reason };
    const used =
      tokens === null || spent.tokens === null
        ? clock.monotonicMs() - startedMs >= wallMs
        : spent.tokens >= tokens;
    return used ? { ended: 'stopped', reason: `${reason}, and it has used as much` } : null;
  };
  const hold = (one: Working): void => {
    const all = [...attempts.map(spentBy), ...[...working.values()].map(({ spent }) => spent)];
    const why = overspent(request.limits, one.spent, all) ?? (good === null ? null : behind(one, good));
    if (why !== null) one.controller.abort(why);
  };
  const timer = setInterval(() => working.forEach(hold), WATCH_MS);
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    if (good !== null || working.size === 0) return;
    const { conclusion } = await runEvaluation(race.tools, evaluationOptions(racing, attempts));
    const name = goodOne(conclusion);
    const found = attempts.find(({ agent }) => agent === name);
    if (name === null || found === undefined) return;
    good = { name, tokens: spentBy(found).tokens, wallMs: found.result?.wallMs ?? 0 };
    run.emit({ event: 'note', text: `${name} passes every gate with proof` });
    working.forEach(hold);
  };
  return {
    start: (name: string): Working => {
      const spent = { tokens: null, usd: null };
      const one: Working = { controller: new AbortController(), spent, startedMs: clock.monotonicMs() };
      working.set(name, one);
      if (racing.stop?.aborted === true) onStop();
      hold(one);
      return one;
    },
    hold,
    /** Evaluates what is there while others work; results are kept, so that the evaluation at the end is quick. */
    end: (name: string, attempt: RaceAttempt): void => {
      working.delete(name);
      attempts.push(attempt);
      if (request.earlyStop === 'never' || attempt.label !== 'done') return;
      looking = looking.then(look);
      looking.catch(() => undefined);
    },
    close: async (): Promise<void> => {
      await looking.catch(() => undefined);
      clearInterval(timer);
      racing.stop?.removeEventListener('abort', onStop);
    },
  };
};

/** In the order of the start, not of the end: results must not depend on who was quicker. */
const sortAttempts = (attempts: RaceAttempt[], round: number, starts: readonly Start[]): void => {
  const order = new Map(starts.map(({ name }, at) => [name, at]));
  attempts.sort((one, other) =>
    one.round === round && other.round === round
      ? (order.get(one.agent) ?? 0) - (order.get(other.agent) ?? 0)
      : one.round - other.round,
  );
};

/** Runs attempts side by side; each is in the result, whatever comes of it. */
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
    if (known !== undefined) return void attempts.push(known);
    const started = past.started.get(name) ?? 0;
    if (started > 0 && past.cut === 'lost') return void attempts.push(await lose(racing, start, round));
    const one = supervision.start(name);
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
  sortAttempts(attempts, round, starts);
};

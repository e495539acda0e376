import type { AgentResult } from '../domain/agent/agent-run.ts';

export type PricedAttempt = {
  readonly agent: string;
  readonly spec: string;
  readonly result: AgentResult | null;
};
export type AgentCost = {
  readonly spec: string;
  readonly attempts: number;
  /** Attempts that may be merged. */
  readonly successes: number;
  /** Null: the cost of an attempt is not known. */
  readonly usd: number | null;
  /** Null: the cost is not known, or nothing succeeded. */
  readonly usdPerSuccess: number | null;
};

/** What each agent cost for every attempt that passes all gates: failed attempts are paid too. */
export const costPerSuccess = (
  attempts: readonly PricedAttempt[],
  mergeable: ReadonlySet<string>,
): readonly AgentCost[] => {
  const bySpec = new Map<string, PricedAttempt[]>();
  for (const attempt of attempts) bySpec.set(attempt.spec, [...(bySpec.get(attempt.spec) ?? []), attempt]);
  return [...bySpec].map(([spec, own]) => {
    const costs = own.map(({ result }) => (result?.costUsd.known ? result.costUsd.value : null));
    const known = costs.filter((cost) => cost !== null);
    const usd = known.length < costs.length ? null : known.reduce((sum, cost) => sum + cost, 0);
    const successes = own.filter(({ agent }) => mergeable.has(agent)).length;
    return {
      spec,
      attempts: own.length,
      successes,
      usd,
      usdPerSuccess: usd === null || successes === 0 ? null : usd / successes,
    };
  });
};

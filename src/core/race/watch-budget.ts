import type { AgentEnd } from '../domain/agent/agent-run.ts';
import type { RaceLimits } from '../domain/race/race-request.ts';

export type AgentSpending = { readonly tokens: number | null; readonly usd: number | null };
export type Overspent = { readonly ended: Extract<AgentEnd, 'tokens' | 'cost'>; readonly reason: string };

const exceeds = (used: number | null, limit: number | null): boolean =>
  used !== null && limit !== null && used >= limit;

const sum = (amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((total, amount) => total + amount, 0);
};

/** As many decimals as it takes to distinguish the limit from 0. */
const dollars = (used: number | null, limit: number | null): string => {
  const decimals = (limit ?? 0) >= 0.1 ? 2 : (limit ?? 0) >= 0.001 ? 4 : 6;
  return `${used?.toFixed(decimals)} of ${limit?.toFixed(decimals)} US dollars`;
};

/** Why an agent must stop; null: it may go on. Unreported usage cannot stop it while it works. */
export const overspent = (
  limits: RaceLimits,
  own: AgentSpending,
  all: readonly AgentSpending[],
): Overspent | null => {
  if (exceeds(own.tokens, limits.tokens))
    return { ended: 'tokens', reason: `it used ${own.tokens} of ${limits.tokens} tokens` };
  if (exceeds(own.usd, limits.usd))
    return {
      ended: 'cost',
      reason: `it used ${dollars(own.usd, limits.usd)}`,
    };
  const [tokens, usd] = [sum(all.map((one) => one.tokens)), sum(all.map((one) => one.usd))];
  if (exceeds(tokens, limits.totalTokens))
    return { ended: 'tokens', reason: `all agents together used ${tokens} of ${limits.totalTokens} tokens` };
  if (exceeds(usd, limits.totalUsd))
    return {
      ended: 'cost',
      reason: `all agents together used ${dollars(usd, limits.totalUsd)}`,
    };
  return null;
};

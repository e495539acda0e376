import type { Reporting, UsageReporting } from '../agent/agent-program.ts';
import type { AgentLimits } from '../domain/agent/agent-run.ts';
import type { RaceLimits } from '../domain/race/race-request.ts';

const LATE: Readonly<Record<Exclude<Reporting, 'working'>, (agent: string, what: string) => string>> = {
  end: (agent, what) => `${agent} reports its ${what} only at its end, when a limit can no longer stop it`,
  perhaps: (agent, what) => `${agent} does not always report its ${what}: a limit may not stop it`,
  never: (agent, what) => `${agent} does not report its ${what}: a limit does not stop it`,
};

export type LimitedAgent = {
  readonly name: string;
  readonly keeps: readonly (keyof AgentLimits)[];
  /** Null: that is up to the program. */
  readonly reports: UsageReporting | null;
};

/** Which of the limits that were asked for will not hold while an agent works, as sentences. */
export const lateLimits = (
  { name, keeps, reports }: LimitedAgent,
  { tokens, usd, totalTokens, totalUsd }: RaceLimits,
): readonly string[] => {
  if (reports === null) return [];
  const tokensKept = tokens === null || keeps.includes('tokens');
  const costKept = usd === null || keeps.includes('costUsd');
  // A cost that is not reported is computed from the tokens.
  const cost =
    reports.tokens === 'working' ? 'working' : reports.cost === 'never' ? reports.tokens : reports.cost;
  return [
    tokensKept && totalTokens === null ? null : ([reports.tokens, 'tokens'] as const),
    costKept && totalUsd === null ? null : ([cost, 'cost'] as const),
  ].flatMap((limit) => {
    const [when, what] = limit ?? ['working', ''];
    return when === 'working' ? [] : [LATE[when](name, what)];
  });
};

import type { AgentEnd, AgentLimits } from '../domain/agent/agent-run.ts';
import type { Measured } from '../domain/measured.ts';
import type { TokenUsage } from '../domain/agent/token-usage.ts';

export type Spent = {
  readonly steps: number;
  readonly usage: Measured<TokenUsage>;
  readonly costUsd: Measured<number>;
  readonly wallMs: number;
};

export type Exhausted = {
  readonly budget: Extract<AgentEnd, 'steps' | 'tokens' | 'cost' | 'time'>;
  readonly limit: number;
  /** Null: unknown. */
  readonly used: number | null;
};

/** Which budget is used up; null: another turn may be asked for. Fail closed: an unknown amount counts as used up. */
export const spentBudget = (limits: AgentLimits, spent: Spent): Exhausted | null => {
  const { usage, costUsd } = spent;
  const accounts: readonly [Exhausted['budget'], number | null, number | null][] = [
    ['time', limits.wallMs, spent.wallMs],
    ['cost', limits.costUsd, costUsd.known ? costUsd.value : null],
    ['tokens', limits.tokens, usage.known ? usage.value.total : null],
    ['steps', limits.steps, spent.steps],
  ];
  for (const [budget, limit, used] of accounts)
    if (limit !== null && (used === null || used >= limit)) return { budget, limit, used };
  return null;
};

import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { BenchSeen } from '../../core/bench/summarise-bench.ts';
import type { BenchTools } from './bench-tools.ts';

/** The price of the agent's cached input, if it had any. */
export const cachedPriceOf = async (
  { agents }: Pick<BenchTools, 'agents'>,
  { usage, model }: Pick<AgentResult, 'usage' | 'model'>,
): Promise<Pick<BenchSeen, 'cachedPrice'>> => {
  if (!usage.known || usage.value.cached === 0) return {};
  const cachedPrice = await agents.models.cachedPrice?.(model);
  return cachedPrice === undefined ? {} : { cachedPrice };
};

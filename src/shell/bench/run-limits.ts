import type { AgentLimits } from '../../core/domain/agent/agent-run.ts';
import type { BenchSettings } from '../../core/domain/bench/bench-summary.ts';

const MS = 1000;

/** Limits of the agent, from the settings of a run. */
export const limitsOf = ({
  max_steps: steps,
  max_cost_usd: costUsd,
  max_seconds: seconds,
  turn_seconds: turn,
}: BenchSettings): Partial<AgentLimits> => ({
  ...(steps === null ? {} : { steps }),
  ...(costUsd === null ? {} : { costUsd }),
  ...(seconds === undefined ? {} : { wallMs: Math.ceil(seconds * MS) }),
  ...(turn === undefined ? {} : { turnMs: Math.ceil(turn * MS) }),
});

import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { TaskCells } from '../../core/domain/bench/task-result.ts';
import { measured, missing, valueOrNull } from '../../core/domain/measured.ts';
import { type JudgesSaid, noJudges, verifierLine } from '../../core/bench/summarise-bench.ts';
import { assessHumanLike } from '../judge/assess-human-like.ts';
import { seatJudge } from '../judge/seat-judge.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';

export type JudgeRequest = {
  /** Null: judges are off. */
  readonly model: string | null;
  readonly task: BenchTask;
  readonly patch: Uint8Array;
  readonly cells: TaskCells;
  readonly record: (event: RunEvent) => Promise<void>;
};

/** Whoever cannot be asked costs votes and nothing else. */
export const askJudges = async (agents: AgentTools, request: JudgeRequest): Promise<JudgesSaid> => {
  const { model, task, patch, cells, record } = request;
  if (model === null) return noJudges('judges are off');
  const said = await assessHumanLike(await seatJudge(agents, model, record), {
    issue: task.issue,
    patch: Buffer.from(patch).toString('utf8'),
    verifier: verifierLine(task.tests, cells),
  });
  return {
    // Where nobody could be asked, why is worth more than that no vote counts.
    replies: said.score.known ? measured([...said.replies]) : missing('not-configured', said.score.reason),
    details: {
      mean: valueOrNull(said.score),
      median: said.median,
      votes: said.votes,
      judge_tokens: valueOrNull(said.usage)?.total ?? null,
      judge_cost_usd: valueOrNull(said.costUsd),
      notes: said.notes,
    },
  };
};

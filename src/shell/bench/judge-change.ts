import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { TaskCells } from '../../core/domain/bench/task-result.ts';
import { measured, missing, valueOrNull } from '../../core/domain/measured.ts';
import { type JudgeVotes, noJudges, verifierLine } from '../../core/bench/summarise-bench.ts';
import { panelOf } from '../../core/judge/judges/judges.ts';
import { assessHumanLike } from '../judge/assess-human-like.ts';
import { seatJudge } from '../judge/seat-judge.ts';
import type { AgentTools } from '../ports/agent-tools.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';

export type JudgeRequest = {
  /** Null: judges are off. */
  readonly model: string | null;
  /** Number of judges; absent: one of each kind. */
  readonly count?: number;
  readonly task: BenchTask;
  readonly patch: Uint8Array;
  readonly cells: TaskCells;
  readonly record: (event: RunEvent) => Promise<void>;
};

/** A judge that cannot be asked costs only its votes. */
export const askJudges = async (agents: AgentTools, request: JudgeRequest): Promise<JudgeVotes> => {
  const { model, count, task, patch, cells, record } = request;
  if (model === null) return noJudges('judges are off');
  const judgement = await assessHumanLike(
    await seatJudge(agents, model, record),
    {
      issue: task.issue,
      patch: Buffer.from(patch).toString('utf8'),
      verifier: verifierLine(task.tests, cells),
    },
    panelOf(count),
  );
  return {
    // If no judge could be asked, the reason is more useful than "no valid votes".
    replies: judgement.score.known
      ? measured([...judgement.replies])
      : missing('not-configured', judgement.score.reason),
    details: {
      mean: valueOrNull(judgement.score),
      median: judgement.median,
      votes: judgement.votes,
      judge_tokens: valueOrNull(judgement.usage)?.total ?? null,
      judge_cost_usd: valueOrNull(judgement.costUsd),
      notes: judgement.notes,
    },
  };
};

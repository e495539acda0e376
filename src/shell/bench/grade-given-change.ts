import { resolve } from 'node:path';
import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
import { missing } from '../../core/domain/measured.ts';
import type { TaskCells } from '../../core/domain/bench/task-result.ts';
import {
  type JudgeVotes,
  noJudges,
  summariseBench,
  type UnsealedSummary,
} from '../../core/bench/summarise-bench.ts';
import { UserError } from '../errors/user-error.ts';
import type { BenchTools } from './bench-tools.ts';
import { gradeChange } from './grade-change.ts';
import { inTaskRepository } from './tasks/in-task-repository.ts';
import { askJudges } from './judge-change.ts';

export type GradeRequest = {
  /** A file with a patch, or a folder with the changed repository. */
  readonly change: { readonly patch: string } | { readonly folder: string };
  /** `PROVIDER:MODEL` of the judges; absent: no judges are asked. */
  readonly judgeModel?: string;
  /** How many; three by default. */
  readonly judges?: number;
};

/** The part of a run's summary that the grade of a change has. */
export type GradedChange = Pick<
  BenchSummary,
  | 'task'
  | 'task_hash'
  | 'status'
  | 'solved'
  | 'scores'
  | 'reasons'
  | 'weights'
  | 'metric_details'
  | 'notes'
  | 'flags'
>;

const UNKNOWN = missing('not-configured', 'no agent was run');

const NOBODY: AgentResult = {
  model: '',
  ended: 'finished',
  reason: 'a given change was graded',
  steps: UNKNOWN,
  toolCalls: UNKNOWN,
  invalidCalls: UNKNOWN,
  usage: UNKNOWN,
  costUsd: UNKNOWN,
  wallMs: 0,
  answer: '',
};

const ignore = async (): Promise<void> => undefined;

type Request = GradeRequest & { readonly policy?: Partial<BenchmarkPolicy> };

const askAbout =
  (bench: BenchTools, task: BenchTask, { judgeModel, judges }: GradeRequest, patch: Uint8Array) =>
  async (cells: TaskCells): Promise<JudgeVotes> =>
    judgeModel === undefined
      ? noJudges('judges are off')
      : askJudges(bench.agents, {
          model: judgeModel,
          ...(judges === undefined ? {} : { count: judges }),
          task,
          patch,
          cells,
          record: ignore,
        });

/** The part of a summary that depends only on the change. */
const gradeIn = (summary: UnsealedSummary): GradedChange => {
  const { task, task_hash, status, solved, scores, reasons, weights, metric_details, notes, flags } = summary;
  const grade = { task, task_hash, status, solved, scores, reasons, weights, metric_details, notes };
  return flags === undefined ? grade : { ...grade, flags };
};

/** Grades any change made for a task, as after an agent's run. */
export const gradeGivenChange = (
  bench: BenchTools,
  task: BenchTask,
  request: Request,
): Promise<GradedChange> =>
  inTaskRepository(bench, task, async (place) => {
    const { change } = request;
    const source =
      'patch' in change
        ? ({ kind: 'patch', at: resolve(change.patch) } as const)
        : ({ kind: 'folder', at: resolve(change.folder) } as const);
    const made = await place.tools.repository.importCandidate(place.base, source);
    if (!made.ok)
      throw new UserError('bench-change', `${source.at} ${made.reason}`, `It has to apply to ${task.id}.`);
    const seen = await gradeChange(place, {
      task,
      graded: { agent: NOBODY, tree: made.tree },
      record: ignore,
      judge: askAbout(bench, task, request, made.patch),
    });
    const head = {
      task,
      runId: '',
      engineVersion: bench.engineVersion,
      startedAt: bench.agents.clock.now(),
      model: '',
      repeat: 0,
      settings: { max_steps: null, max_cost_usd: null, judge_model: request.judgeModel ?? null },
      policy: BenchmarkPolicy.parse(request.policy ?? {}),
    };
    return gradeIn(summariseBench(head, seen));
  });

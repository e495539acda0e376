import type { BenchSettings, BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import type { Agent } from '../ports/agent.ts';
import type { BenchStore } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';
import { runTask } from './run-task.ts';

export type SuiteRun = {
  readonly tasks: readonly BenchTask[];
  readonly agent: Agent;
  readonly model: string;
  readonly repeats: number;
  readonly settings: BenchSettings;
  /** Skip what is already stored for the same settings and content. */
  readonly onlyMissing: boolean;
  /** Called with the events of every trace, and `task_finished` after each. */
  readonly onEvent: OnEvent;
};

export type SuiteResult = {
  readonly summaries: readonly BenchSummary[];
  /** Taken from a stored run. */
  readonly reused: number;
};

const sameSettings = (left: BenchSettings, right: BenchSettings): boolean =>
  left.max_steps === right.max_steps &&
  left.max_cost_usd === right.max_cost_usd &&
  left.judge_model === right.judge_model;

const findStored = (
  stored: readonly BenchSummary[],
  { model, settings }: SuiteRun,
  task: BenchTask,
  repeat: number,
): BenchSummary | undefined =>
  stored.findLast(
    (one) =>
      one.status === 'scored' &&
      one.task === task.id &&
      one.task_hash === task.hash &&
      one.model === model &&
      one.repeat === repeat &&
      sameSettings(one.settings, settings),
  );

/** Every task, as often as asked. The agent's requirements are checked before anything runs. */
export const runSuite = async (
  bench: BenchTools,
  store: BenchStore,
  suite: SuiteRun,
): Promise<SuiteResult> => {
  const { tasks, agent, model, repeats, settings } = suite;
  const { max_steps: steps, max_cost_usd: costUsd } = settings;
  const asked = await agent.availability({ limits: { steps, ...(costUsd === null ? {} : { costUsd }) } });
  if (!asked.available) throw asked.why;
  const stored = suite.onlyMissing ? (await store.list()).runs.map(({ summary }) => summary) : [];
  const summaries: BenchSummary[] = [];
  let reused = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1)
    for (const task of tasks) {
      const known = findStored(stored, suite, task, repeat);
      if (known !== undefined) {
        reused += 1;
        summaries.push(known);
        continue;
      }
      const { onEvent } = suite;
      summaries.push(await runTask(bench, store, { task, agent, model, repeat, settings, onEvent }));
    }
  return { summaries, reused };
};

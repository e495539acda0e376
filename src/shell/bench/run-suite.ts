import type { BenchSettings, BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
import { canonicalJson } from '../../core/domain/json/canonical-json.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import { inParallel } from '../errors/in-parallel.ts';
import type { Agent } from '../ports/agent.ts';
import type { BenchStore } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';
import { runTask } from './run-task.ts';
import { openSpending } from './spending.ts';

export type SuiteRun = {
  readonly tasks: readonly BenchTask[];
  readonly agent: Agent;
  readonly model: string;
  readonly repeats: number;
  readonly settings: BenchSettings;
  readonly policy: BenchmarkPolicy;
  /** Runs at a time. */
  readonly jobs: number;
  /** Of all runs together; null: no limit. */
  readonly budgetUsd: number | null;
  /** Skip runs already stored for the same settings and content. */
  readonly onlyMissing: boolean;
  /** Let the agent work even without a sandbox. */
  readonly allowDegraded: boolean;
  /** Called with the events of every trace, and `task_finished` after each. */
  readonly onEvent: OnEvent;
};

export type SuiteResult = {
  readonly summaries: readonly BenchSummary[];
  /** Taken from a stored run. */
  readonly reused: number;
  /** The reported cost of all new runs, judges included. */
  readonly spentUsd: number;
  /** Runs that the budget did not allow, and why; null: all ran. */
  readonly stopped: { readonly runs: number; readonly reason: string } | null;
};

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
      canonicalJson(one.settings) === canonicalJson(settings),
  );

/** Of agent and judges; null: not reported. Judges that could not be asked have cost nothing. */
const costOf = ({ cost_usd: usd, metric_details: details }: BenchSummary): number | null => {
  if (usd === null) return null;
  const judged = Object.hasOwn(details, 'human_like') ? details['human_like'] : null;
  const judges = (judged as { readonly judge_cost_usd?: unknown } | null)?.judge_cost_usd;
  return usd + (typeof judges === 'number' ? judges : 0);
};

/** Every task, as often as requested; results keep this order however many run at a time. */
export const runSuite = async (
  bench: BenchTools,
  store: BenchStore,
  suite: SuiteRun,
): Promise<SuiteResult> => {
  const { tasks, repeats, jobs, budgetUsd } = suite;
  const stored = suite.onlyMissing ? (await store.list()).runs.map(({ summary }) => summary) : [];
  const planned = Array.from({ length: repeats }, (_, repeat) =>
    tasks.map((task) => ({ task, repeat, known: findStored(stored, suite, task, repeat) })),
  ).flat();
  const spending = openSpending(budgetUsd);
  let running = 0;
  const ran = await inParallel(planned, Math.max(1, jobs), async ({ task, repeat, known }) => {
    if (known !== undefined) return known;
    if (!spending.allows(running + 1)) return null;
    running += 1;
    try {
      const { agent, model, settings, policy, allowDegraded, onEvent } = suite;
      const summary = await runTask(bench, store, {
        task,
        agent,
        model,
        repeat,
        settings,
        policy,
        allowDegraded,
        onEvent,
      });
      spending.add(summary.status === 'infrastructure' ? (summary.cost_usd ?? 0) : costOf(summary));
      return summary;
    } finally {
      running -= 1;
    }
  });
  const left = ran.filter((summary) => summary === null).length;
  return {
    summaries: ran.filter((summary) => summary !== null),
    reused: planned.filter(({ known }) => known !== undefined).length,
    spentUsd: spending.spent(),
    stopped:
      left === 0
        ? null
        : { runs: left, reason: spending.why(`${ran.length - left} of ${ran.length} runs done`) },
  };
};

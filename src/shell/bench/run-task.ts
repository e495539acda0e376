import { unavailableResult } from '../agent/unavailable-result.ts';
import type { BenchSettings, BenchSummary } from '../../core/domain/bench/bench-summary.ts';
import type { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import type { BenchTask } from '../../core/domain/bench/bench-task.ts';
import type { MockBrief } from '../../core/domain/agent/mock-brief.ts';
import {
  type BenchRun,
  summariseBench,
  summariseFailure,
  type UnsealedSummary,
} from '../../core/bench/summarise-bench.ts';
import type { Agent, AgentCommands } from '../ports/agent.ts';
import type { BenchStore, OpenBenchRun } from '../ports/bench-store.ts';
import type { OnEvent, RunEvent } from '../../core/domain/run/run-event.ts';
import { UserError } from '../errors/user-error.ts';
import { type AgentWork, workOnBase } from '../agent/work-on-base.ts';
import type { BenchTools } from './bench-tools.ts';
import { cachedPriceOf } from './cached-price.ts';
import { gradeChange } from './grade-change.ts';
import { inTaskRepository, type TaskPlace } from './tasks/in-task-repository.ts';
import { planBenchTask } from './tasks/plan-bench-task.ts';
import { askJudges } from './judge-change.ts';
import { limitsOf } from './run-limits.ts';
import { whyTaskIsLost } from './tasks/lost-task.ts';

export type TaskRun = {
  readonly task: BenchTask;
  readonly agent: Agent;
  /** As given by the user. */
  readonly model: string;
  readonly repeat: number;
  readonly settings: BenchSettings;
  readonly policy: BenchmarkPolicy;
  /** Let the agent work even without a sandbox. */
  readonly allowDegraded: boolean;
  readonly onEvent: OnEvent;
};

const commandsOf = ({ commands }: CheckPlan): AgentCommands => ({
  ...(commands.test === undefined ? {} : { tests: commands.test }),
  ...(commands.lint === undefined ? {} : { lint: commands.lint }),
  ...(commands.build === undefined ? {} : { build: commands.build }),
});

/** Only a script may know the answer. */
const briefFor = async (
  bench: BenchTools,
  { agent, task, repeat }: TaskRun,
  { root, gold: readGold }: TaskPlace,
): Promise<MockBrief | null> => {
  if (!agent.scripted) return null;
  const gold = await bench.patches.fromDiff(root, await readGold());
  if (!gold.ok)
    throw new UserError('task', `gold.patch of ${task.id} ${gold.reason}`, 'Run `hydra bench validate`.');
  const script = task.script === undefined ? {} : { script: task.script };
  return { task: { id: task.id, solution: gold.ops }, seed: repeat, ...script };
};

type Record = (event: RunEvent) => Promise<void>;

const letWork = async (
  bench: BenchTools,
  run: TaskRun,
  place: TaskPlace,
  record: Record,
): Promise<AgentWork> => {
  const { tools, base } = place;
  const { config, plan } = await planBenchTask(tools, base, run.task);
  const mock = await briefFor(bench, run, place);
  return workOnBase(tools, {
    base: base.commit,
    agent: run.agent,
    task: {
      prompt: run.task.issue,
      limits: limitsOf(run.settings),
    },
    commands: commandsOf(plan),
    sandbox: config.sandbox,
    allowDegraded: run.allowDegraded,
    record,
    ...(plan.install === null ? {} : { install: plan.install }),
    ...(mock === null ? {} : { mock }),
  });
};

const headOf = (bench: BenchTools, run: TaskRun, open: OpenBenchRun): BenchRun => ({
  ...run,
  runId: open.id,
  engineVersion: bench.engineVersion,
  startedAt: bench.agents.clock.now(),
});

const workAndGrade = async (
  bench: BenchTools,
  run: TaskRun,
  open: OpenBenchRun,
  record: Record,
): Promise<UnsealedSummary> => {
  const head = headOf(bench, run, open);
  return inTaskRepository(bench, run.task, async (place) => {
    const work = await letWork(bench, run, place, record);
    await open.savePatch(work.patch);
    if (work.result.ended === 'unavailable') return summariseFailure(head, work.result);
    const seen = await gradeChange(place, {
      task: run.task,
      graded: { agent: work.result, tree: work.tree },
      record,
      judge: (cells) =>
        askJudges(bench.agents, {
          model: run.settings.judge_model,
          ...(run.settings.judges === undefined ? {} : { count: run.settings.judges }),
          task: run.task,
          patch: work.patch,
          cells,
          record,
        }),
    });
    return summariseBench(head, { ...seen, ...(await cachedPriceOf(bench, work.result)) });
  });
};

/** One agent on one task: works in a sandbox, is verified by hidden tests, assessed, judged and stored. */
export const runTask = async (bench: BenchTools, store: BenchStore, run: TaskRun): Promise<BenchSummary> => {
  const open = await store.create();
  try {
    const trace = await bench.agents.openTrace(open.tracePath);
    const record: Record = (event) => {
      run.onEvent(event);
      return trace.record(event);
    };
    let unsealed: UnsealedSummary;
    try {
      await record({
        event: 'task',
        task: run.task.id,
        hash: run.task.hash,
        model: run.model,
        repeat: run.repeat,
      });
      unsealed = await workAndGrade(bench, run, open, record).catch(async (error: unknown) => {
        const reason = whyTaskIsLost(error);
        if (reason === null) throw error;
        await open.savePatch(new Uint8Array());
        return summariseFailure(headOf(bench, run, open), unavailableResult(run.model, reason));
      });
      const { scores, reasons } = unsealed;
      await record({ event: 'metric_computed', scores, reasons });
    } finally {
      await trace.close();
    }
    const summary = await open.finish(unsealed);
    run.onEvent({ event: 'task_finished', summary });
    return summary;
  } catch (error) {
    await open.discard();
    throw error;
  }
};

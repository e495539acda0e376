import type { AgentConfiguration } from '../../../core/domain/experiment/agent-configuration.ts';
import type { PatchOp } from '../../../core/domain/candidate/patch-op.ts';
import { measured, missing } from '../../../core/domain/measured.ts';
import type { ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import type { Trial, TrialCost } from '../../../core/domain/experiment/trial.ts';
import { hiddenCheckNames } from '../../../core/objective/check-hidden-tests.ts';
import type { PlannedTrial } from '../../../core/experiment/plan-trials.ts';
import type { RunEvent } from '../../../core/domain/run/run-event.ts';
import type { ConfiguredAgent, TrialWork } from '../../ports/configured-agent.ts';
import type { TrialJudge } from '../../ports/trial-judge.ts';
import type { Workspace } from '../../ports/workspaces.ts';
import { throwIfAborted } from '../../errors/abort-error.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { type CheckedWork, checkTree } from './check-tree.ts';
import type { TrialLab } from './trial-lab.ts';

/** Null: nothing was judged. */
export type RanTrial = { readonly trial: Trial; readonly judgeUsd: number | null; readonly patch: string };

export type TrialSetting = {
  readonly lab: TrialLab;
  readonly agent: ConfiguredAgent;
  readonly judge: TrialJudge | null;
  readonly record: (event: RunEvent) => Promise<void>;
};

export type TrialCase = {
  readonly planned: PlannedTrial;
  readonly task: ExperimentTask;
  readonly configuration: AgentConfiguration;
  readonly solution: readonly PatchOp[];
};

const NO_COST: TrialCost = { tokens: null, tool_calls: null, steps: null, wall_clock_ms: null, usd: null };
const UNJUDGED = missing('not-configured', 'no rubric, or no judge');

const trialOf = (
  { planned, task, configuration }: TrialCase,
  outcome: Pick<Trial, 'status' | 'reason' | 'objective'> & Partial<Trial>,
): Trial => ({
  ...planned,
  task_hash: task.hash,
  configuration_hash: configuration.hash,
  judge: UNJUDGED,
  checks: [],
  cost: NO_COST,
  cached: false,
  ...outcome,
});

const lost = (which: TrialCase, reason: string): RanTrial => ({
  trial: trialOf(which, {
    status: 'errored',
    reason,
    objective: missing('infrastructure', reason),
  }),
  judgeUsd: null,
  patch: '',
});

const countChecks = ({ checks, tests }: ExperimentTask): number =>
  checks.length + (tests === undefined ? 0 : hiddenCheckNames(tests).length);

const judgeWork = async (
  { judge, record }: TrialSetting,
  { task }: TrialCase,
  { patch, passed, total }: CheckedWork,
  { transcript }: TrialWork,
): Promise<{ readonly vote: Pick<Trial, 'judge' | 'unjudged'>; readonly usd: number | null }> => {
  if (judge === null || task.criteria.length === 0) return { vote: { judge: UNJUDGED }, usd: null };
  const question = {
    prompt: task.prompt,
    criteria: task.criteria,
    patch,
    transcript,
    verifier: `${passed} of ${total} checks pass`,
    record,
  };
  const first = await judge.judge(question);
  if (first.score.known) return { vote: { judge: first.score }, usd: first.usd };
  // A model that gives one unusable answer may answer properly when asked again.
  const second = await judge.judge(question);
  const usd = first.usd === null && second.usd === null ? null : (first.usd ?? 0) + (second.usd ?? 0);
  return {
    vote: second.score.known ? { judge: second.score } : { judge: second.score, unjudged: true },
    usd,
  };
};

const workIn = async (
  setting: TrialSetting,
  which: TrialCase,
  { workspace, from }: { readonly workspace: Workspace; readonly from: string },
): Promise<RanTrial> => {
  const { lab, agent, record } = setting;
  const { task, configuration, solution, planned } = which;
  const work = await agent.work({
    workspace,
    task,
    solution,
    configuration,
    seed: planned.seed,
    timeoutMs: task.timeoutMs,
    signal: lab.tools.signal,
    record,
  });
  throwIfAborted(lab.tools.signal);
  const { status, reason, cost } = work;
  if (status === 'errored') return lost(which, reason);
  const done = await checkTree(lab, { workspace, from, task });
  if (typeof done === 'string') {
    const objective = measured({ passed: 0, total: countChecks(task) });
    const why = `its change ${done}`;
    return {
      trial: trialOf(which, { status: 'failed', reason: why, objective, cost }),
      judgeUsd: null,
      patch: '',
    };
  }
  const { passed, total, patch, flags, stopped } = done;
  if (stopped !== null)
    return {
      trial: trialOf(which, {
        status: 'failed',
        reason: `its change is blocked: ${stopped}`,
        objective: measured({ passed: 0, total }),
        checks: [...done.checks],
        cost,
        flags: [...flags],
      }),
      judgeUsd: null,
      patch,
    };
  const { vote, usd } = await judgeWork(setting, which, done, work);
  const objective = measured({ passed, total });
  return {
    trial: trialOf(which, {
      status,
      reason,
      objective,
      ...vote,
      checks: [...done.checks],
      cost,
      ...(flags.length === 0 ? {} : { flags: [...flags] }),
    }),
    judgeUsd: usd,
    patch,
  };
};

/** One run of one task under one configuration. A fault of the machine is an errored trial, and is not scored. */
export const runTrial = async (setting: TrialSetting, which: TrialCase): Promise<RanTrial> => {
  const { lab } = setting;
  const { task, configuration } = which;
  try {
    const laid = await lab.lay(task, configuration.files, configuration.hash);
    const workspace = await lab.open(laid, task.id);
    try {
      return await workIn(setting, which, { workspace, from: laid.tree });
    } finally {
      await workspace.dispose();
    }
  } catch (error) {
    throwIfAborted(lab.tools.signal);
    if (error instanceof InfrastructureError) return lost(which, error.message);
    throw error;
  }
};

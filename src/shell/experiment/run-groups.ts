import type { Trial } from '../../core/domain/experiment/trial.ts';
import type { PlannedTrial } from '../../core/experiment/plan-trials.ts';
import { inParallel } from '../errors/in-parallel.ts';
import { InfrastructureError } from '../errors/user-error.ts';
import type { ExperimentPlan, ExperimentWorld } from './experiment-world.ts';
import { type RanTrial, runTrial, type TrialCase } from './trial/run-trial.ts';
import { solveTask } from './trial/solve-task.ts';
import type { Spending } from './spending.ts';
import { trialKey } from './trial/trial-key.ts';

type Group = readonly PlannedTrial[];

/** `stopped`: the budget does not allow the rest. */
export type RanGroups = { readonly trials: readonly Trial[]; readonly stopped: boolean };

/** So many in a row, and none before that worked: it is the machine, and going on would only cost. */
const HOPELESS = 4;

const find = <T extends { readonly [key in K]: string }, K extends string>(
  list: readonly T[],
  name: K,
  value: string,
): T => {
  const found = list.find((one) => one[name] === value);
  if (found === undefined) throw new Error(`${value} is not part of this experiment`);
  return found;
};

const caseOf = async (
  { lab, agent }: ExperimentWorld,
  { suite, configurations }: ExperimentPlan,
  planned: PlannedTrial,
): Promise<TrialCase> => {
  const task = find(suite, 'id', planned.task);
  return {
    planned,
    task,
    configuration: find(configurations, 'name', planned.configuration),
    solution: agent.mock ? await solveTask(lab, task) : [],
  };
};

const recall = async (
  { known, cache, lab, agent, judge }: ExperimentWorld,
  which: TrialCase,
): Promise<{ readonly key: string; readonly trial: Trial | null }> => {
  const key = trialKey(lab.tools.digest, { agent, judge }, which);
  const trial = known.get(key) ?? (await cache.get(key));
  // Names may differ from those of the run that made it; what it stands for is in its key.
  return { key, trial: trial === null ? null : { ...trial, ...which.planned, cached: true } };
};

/** Infrastructure gets a second chance, and is never remembered. */
const runNew = async (world: ExperimentWorld, which: TrialCase, spending: Spending): Promise<RanTrial> => {
  const pay = ({ trial, judgeUsd }: RanTrial): void => spending.add((trial.cost.usd ?? 0) + (judgeUsd ?? 0));
  const first = await runTrial(world, which);
  pay(first);
  if (first.trial.status !== 'errored') return first;
  await world.record({ event: 'trial_lost', ...which.planned, reason: first.trial.reason });
  const second = await runTrial(world, which);
  pay(second);
  return second;
};

/** Runs groups in order, `jobs` of them side by side; the trials of one group right after each other. */
export const runGroups = async (
  world: ExperimentWorld,
  plan: ExperimentPlan,
  groups: readonly Group[],
  spending: Spending,
): Promise<RanGroups> => {
  const trials: Trial[] = [];
  const state = { stopped: false, lostInARow: 0 };
  const keep = async (key: string, trial: Trial): Promise<void> => {
    trials.push(trial);
    const lost = trial.status === 'errored';
    state.lostInARow = lost ? state.lostInARow + 1 : 0;
    await world.record({ event: 'trial', key, trial });
    if (!lost && !trial.cached) await world.cache.put(key, trial);
    world.onProgress({ type: 'trial-ended', trial, spentUsd: spending.spent() });
    if (state.lostInARow >= HOPELESS && trials.every(({ status }) => status === 'errored'))
      throw new InfrastructureError(
        'trials-lost',
        `No trial can be run: ${trial.reason}`,
        'Nothing was decided. Mend the machine or the agent, and go on with --resume.',
      );
  };
  const runGroup = async (group: Group): Promise<void> => {
    const cases = await Promise.all(group.map((planned) => caseOf(world, plan, planned)));
    const recalled = await Promise.all(cases.map((which) => recall(world, which)));
    const unknown = recalled.filter(({ trial }) => trial === null).length;
    if (unknown > 0 && !spending.allows(unknown)) state.stopped = true;
    if (state.stopped) return;
    for (const [at, which] of cases.entries()) {
      // Looked up again: a twin of this configuration may have run it a moment ago.
      const { key, trial } = await recall(world, which);
      if (trial === null) world.onProgress({ type: 'trial-started', planned: group[at] as PlannedTrial });
      await keep(key, trial ?? (await runNew(world, which, spending)).trial);
    }
  };
  await inParallel(groups, Math.max(1, plan.jobs), async (group) => {
    if (!state.stopped) await runGroup(group);
  });
  return { trials, stopped: state.stopped };
};

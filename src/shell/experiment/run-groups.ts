import type { Trial } from '../../core/domain/experiment/trial.ts';
import type { PlannedTrial } from '../../core/experiment/plan-trials.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import { inParallel } from '../errors/in-parallel.ts';
import { InfrastructureError } from '../errors/user-error.ts';
import type { ExperimentPlan, ExperimentWorld } from './experiment-world.ts';
import { type RanTrial, runTrial, type TrialCase } from './trial/run-trial.ts';
import { solveTask } from './trial/solve-task.ts';
import type { Spending } from '../bench/spending.ts';
import { trialKey } from './trial/trial-key.ts';

type Group = readonly PlannedTrial[];

/** `stopped`: the budget does not allow the rest. */
export type RanGroups = { readonly trials: readonly Trial[]; readonly stopped: boolean };

/** After this many failures in a row without a success, the machine is at fault and continuing would only cost money. */
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
  const key = trialKey(lab.tools.digest, { agent, judge }, which, lab.trust);
  const found = known.get(key) ?? (await cache.get(key));
  const wanting = judge !== null && which.task.criteria.length > 0 && found?.judge.known === false;
  // A finished trial without its vote is judged again; one whose change was blocked never had one.
  const trial = wanting && (found?.unjudged === true || found?.status === 'completed') ? null : found;
  // Names may differ from those of the run that made it; the key identifies it.
  return {
    key,
    trial: trial === null || trial === undefined ? null : { ...trial, ...which.planned, cached: true },
  };
};

/** Infrastructure failures are retried once and never cached. Agent and judge events are recorded by the trial's key. */
const runNew = async (
  world: ExperimentWorld,
  { key, which }: { readonly key: string; readonly which: TrialCase },
  spending: Spending,
): Promise<RanTrial> => {
  const setting = {
    ...world,
    record: (event: RunEvent) => world.record(Object.assign({}, event, { within: key })),
  };
  const pay = ({ trial, judgeUsd }: RanTrial): void => {
    const usd = trial.cost.usd === null ? null : trial.cost.usd + (judgeUsd ?? 0);
    // A lost trial shows nothing, not even its cost.
    spending.add(trial.status === 'errored' ? (usd ?? 0) : usd);
    if ((usd ?? 0) > 0) world.emit({ event: 'cost', usd: spending.spent() });
  };
  const first = await runTrial(setting, which);
  pay(first);
  if (first.trial.status !== 'errored') return first;
  await world.record({ event: 'trial_lost', ...which.planned, reason: first.trial.reason });
  const second = await runTrial(setting, which);
  pay(second);
  return second;
};

/** Runs groups in order, `jobs` of them in parallel; the trials of one group run one after the other. */
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
    // Without its vote a trial is incomplete: the next comparison runs and judges it again.
    if (!lost && !trial.cached && trial.unjudged !== true)
      await world.cache.put(key, { ...trial, made_in: world.run });
    if (state.lostInARow >= HOPELESS && trials.every(({ status }) => status === 'errored'))
      throw new InfrastructureError(
        'trials-lost',
        `No trial can be run: ${trial.reason}`,
        'Nothing was decided. Fix the machine or the agent, and continue with --resume.',
      );
  };
  const runGroup = async (group: Group): Promise<void> => {
    const cases = await Promise.all(group.map((planned) => caseOf(world, plan, planned)));
    const recalled = await Promise.all(cases.map((which) => recall(world, which)));
    const unknown = recalled.filter(({ trial }) => trial === null).length;
    if (unknown > 0 && !spending.allows(unknown)) state.stopped = true;
    if (state.stopped) return;
    for (const which of cases) {
      // Looked up again: a twin of this configuration may have run it a moment ago.
      const { key, trial } = await recall(world, which);
      if (trial === null) world.emit({ event: 'trial_started', ...which.planned });
      await keep(key, trial ?? (await runNew(world, { key, which }, spending)).trial);
    }
  };
  await inParallel(groups, Math.max(1, plan.jobs), async (group) => {
    if (!state.stopped) await runGroup(group);
  });
  return { trials, stopped: state.stopped };
};

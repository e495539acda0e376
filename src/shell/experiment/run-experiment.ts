import { concludeExperiment } from '../../core/experiment/conclude-experiment.ts';
import type { ExperimentFacts } from '../../core/domain/experiment/experiment-record.ts';
import type { Obstacle } from '../../core/domain/experiment/comparison.ts';
import type { Trial } from '../../core/domain/experiment/trial.ts';
import { planTrials, type PlannedTrial } from '../../core/experiment/plan-trials.ts';
import type { ExperimentPlan, ExperimentWorld } from './experiment-world.ts';
import { runGroups } from './run-groups.ts';
import { openSpending } from '../bench/spending.ts';

type Remarks = Pick<ExperimentFacts, 'obstacles' | 'notes'>;

const sorted = ({ suite, configurations }: ExperimentPlan, trials: readonly Trial[]): Trial[] => {
  const taskAt = new Map(suite.map(({ id }, at) => [id, at]));
  const sideAt = new Map(configurations.map(({ name }, at) => [name, at]));
  const order = ({ round, trial, task, configuration }: Trial): readonly number[] => [
    round,
    trial,
    taskAt.get(task) ?? 0,
    sideAt.get(configuration) ?? 0,
  ];
  return [...trials].sort((a, b) => {
    const [left, right] = [order(a), order(b)];
    const at = left.findIndex((value, place) => value !== right[place]);
    return at < 0 ? 0 : (left[at] as number) - (right[at] as number);
  });
};

const factsOf = (
  { agent }: ExperimentWorld,
  plan: ExperimentPlan,
  trials: readonly Trial[],
  remarks: Remarks,
): ExperimentFacts => ({
  agent: { spec: agent.spec, kind: agent.kind, mock: agent.mock, version: agent.version },
  configurations: plan.configurations.map(({ name, hash }) => ({ name, hash })),
  tasks: plan.suite.map(({ id, hash }) => ({ id, hash })),
  policy: plan.policy,
  seed: plan.seed,
  trials: sorted(plan, trials),
  ...remarks,
});

/** Tasks that look worse, each under the baseline and the configurations under which it looks worse. */
const suspectGroups = (
  facts: ExperimentFacts,
  { confirm, round }: { readonly confirm: ExperimentPlan['confirm']; readonly round: number },
): readonly (readonly PlannedTrial[])[] => {
  const sides = new Map<string, string[]>();
  for (const { candidate, verdict, statistical } of concludeExperiment(facts).verdicts) {
    // A candidate that has not improved is not promoted, whatever fresh trials show.
    if (confirm === 'auto' && verdict !== 'improved') continue;
    for (const { task, state } of statistical?.regressions ?? [])
      if (state === 'suspected') sides.set(task, [...(sides.get(task) ?? []), candidate]);
  }
  const baseline = facts.configurations[0]?.name ?? '';
  return [...sides].flatMap(([task, candidates]) =>
    planTrials(
      { tasks: [task], configurations: [baseline, ...candidates], seed: facts.seed },
      { from: 0, to: facts.policy.trials, round },
    ),
  );
};

const twins = ({ configurations }: ExperimentPlan): readonly string[] =>
  configurations
    .slice(1)
    .filter(({ hash }) => hash === configurations[0]?.hash)
    .map(({ name }) => `${name} is the baseline, byte for byte: each of its trials is the baseline's own`);

const judgeObstacles = ({ judge }: ExperimentWorld): readonly Obstacle[] =>
  judge?.mock === true
    ? [{ kind: 'mock_agent', sentence: `${judge.spec} is a scripted judge: its votes mean nothing` }]
    : [];

/** Runs the planned trials, then fresh ones of suspected tasks if requested. Returns everything a verdict needs. */
export const runExperiment = async (
  world: ExperimentWorld,
  plan: ExperimentPlan,
): Promise<ExperimentFacts> => {
  const spending = openSpending(plan.budgetUsd);
  const remarks: Remarks = {
    obstacles: [...judgeObstacles(world)],
    notes: [...twins(plan)],
  };
  const trials: Trial[] = [];
  const run = async (groups: readonly (readonly PlannedTrial[])[], what: string): Promise<boolean> => {
    world.emit({ event: 'trials_planned', trials: groups.flat().length, what });
    const ran = await runGroups(world, plan, groups, spending);
    trials.push(...ran.trials);
    if (ran.stopped) remarks.notes.push(spending.why(`${trials.length} trials done`));
    return !ran.stopped;
  };
  const names = {
    tasks: plan.suite.map(({ id }) => id),
    configurations: plan.configurations.map(({ name }) => name),
    seed: plan.seed,
  };
  const planned = planTrials(names, { from: 0, to: plan.policy.trials, round: 0 });
  let going = await run(
    planned,
    `${names.tasks.length} tasks, ${names.configurations.length} configurations`,
  );
  for (let round = 1; plan.confirm !== false && going && round <= plan.policy.confirm_rounds; round += 1) {
    const groups = suspectGroups(factsOf(world, plan, trials, remarks), { confirm: plan.confirm, round });
    if (groups.length === 0) break;
    going = await run(groups, `fresh trials of suspected tasks, round ${round}`);
  }
  return factsOf(world, plan, trials, remarks);
};

import type { LabEstimate, LabInstance, LabOptions, SelectorReport } from '../domain/lab/lab-report.ts';
import { mean } from '../math/mean.ts';
import { bootstrapInterval } from './bootstrap.ts';
import { calibrate, type Forecast } from './calibration.ts';
import type { LabelledTask, LabTask, Select, LabChoice, Selector } from './selector.ts';

const isDecisive = ({ candidates, right }: LabelledTask): boolean => {
  const outcomes = new Set(candidates.map(({ name }) => right.get(name)));
  return outcomes.has(true) && outcomes.has(false) && !outcomes.has(undefined);
};

const shareRight = (names: readonly string[], { right }: LabelledTask): number | null =>
  mean(names.map((name) => (right.get(name) === true ? 1 : 0)));

/** A selector must not see the outcomes, even by accident. */
const withoutOutcomes = ({ right: _right, ...task }: LabelledTask): LabTask => task;

const instanceOf = (task: LabelledTask, selection: LabChoice): LabInstance => {
  const names = task.candidates.map(({ name }) => name);
  const known = new Set(names);
  const stranger = selection.leading.find((name) => !known.has(name));
  if (stranger !== undefined)
    throw new Error(`${task.id}: the selector names ${stranger}, which is not a candidate`);
  if (selection.pick !== null && !selection.leading.includes(selection.pick))
    throw new Error(`${task.id}: the selector picks ${selection.pick}, which does not lead`);
  const decisive = isDecisive(task);
  const led = selection.leading.length > 0 ? selection.leading : names;
  return {
    task: task.id,
    repo: task.repo,
    decisive,
    pick: selection.pick,
    right: selection.pick === null ? null : (task.right.get(selection.pick) ?? null),
    random: decisive ? shareRight(names, task) : null,
    selected: decisive ? shareRight(led, task) : null,
    candidates: names.map((candidate) => ({
      candidate,
      right: task.right.get(candidate) ?? null,
      probability: selection.probabilities?.get(candidate) ?? null,
    })),
    reason: selection.reason,
  };
};

/** One rule for all tasks, or for each repository the rule fitted on the others. */
const rulesOf = (selector: Selector, tasks: readonly LabelledTask[]): ((task: LabelledTask) => Select) => {
  if ('select' in selector) return () => selector.select;
  const fitted = new Map<string, Select>();
  return ({ repo }) => {
    const known = fitted.get(repo);
    if (known !== undefined) return known;
    const rule = selector.fit(tasks.filter((task) => task.repo !== repo));
    fitted.set(repo, rule);
    return rule;
  };
};

type Decisive = LabInstance & { readonly random: number; readonly selected: number };

const meanSelected = (drawn: readonly Decisive[]): number | null =>
  mean(drawn.map(({ selected }) => selected));

/** (selected − random) / (oracle − random); on decisive tasks the oracle is always right. */
const recoveryOf = (drawn: readonly Decisive[]): number | null => {
  const gained = drawn.reduce((sum, { selected, random }) => sum + selected - random, 0);
  const possible = drawn.reduce((sum, { random }) => sum + 1 - random, 0);
  return possible === 0 ? null : gained / possible;
};

const byRepository = (instances: readonly Decisive[]): readonly (readonly Decisive[])[] =>
  [...new Set(instances.map(({ repo }) => repo))].map((repo) =>
    instances.filter((instance) => instance.repo === repo),
  );

const estimate = (
  instances: readonly Decisive[],
  statistic: (drawn: readonly Decisive[]) => number | null,
  options: LabOptions,
): LabEstimate => ({
  value: statistic(instances),
  over_tasks: bootstrapInterval(
    instances.map((instance) => [instance]),
    statistic,
    options,
  ),
  over_repositories: bootstrapInterval(byRepository(instances), statistic, options),
});

const forecastsOf = (instances: readonly LabInstance[]): readonly Forecast[] =>
  instances.flatMap(({ candidates }) =>
    candidates.flatMap(({ right, probability }) =>
      right === null || probability === null ? [] : [{ right, probability }],
    ),
  );

const namedOf = (instances: readonly LabInstance[]): SelectorReport['named'] => {
  const winners = instances.filter(({ pick }) => pick !== null);
  const known = winners.filter(({ right }) => right !== null);
  return {
    winners: winners.length,
    abstentions: instances.length - winners.length,
    unknown: winners.length - known.length,
    precision: mean(known.map(({ right }) => (right === true ? 1 : 0))),
  };
};

/** Measures one selector on labelled tasks. */
export const measureSelector = (
  selector: Selector,
  tasks: readonly LabelledTask[],
  options: LabOptions,
): SelectorReport => {
  const reasons = tasks.map((task) => selector.unfit?.(withoutOutcomes(task)) ?? null);
  const asked = tasks.filter((_, at) => reasons[at] === null);
  const ruleFor = rulesOf(selector, asked);
  const instances = asked.map((task) => instanceOf(task, ruleFor(task)(withoutOutcomes(task))));
  const decisive = instances.filter((instance): instance is Decisive => instance.decisive);
  const reason = reasons.find((found) => found !== null);
  return {
    selector: selector.id,
    summary: selector.summary,
    fitted: 'fit' in selector,
    tasks: asked.length,
    decisive: decisive.length,
    skipped: reason === undefined || reason === null ? null : { tasks: tasks.length - asked.length, reason },
    random: mean(decisive.map(({ random }) => random)),
    selected: estimate(decisive, meanSelected, options),
    recovery: estimate(decisive, recoveryOf, options),
    named: namedOf(instances),
    calibration: calibrate(forecastsOf(instances)),
    instances,
  };
};

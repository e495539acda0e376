import { compareOutcomes } from './compare-outcomes.ts';
import { findObstacles } from '../decide/experiment/find-obstacles.ts';
import { rankConfigurations } from '../decide/experiment/rank-configurations.ts';
import { statisticalVerdict } from '../decide/experiment/statistical-verdict.ts';
import { taskDelta } from '../decide/experiment/task-delta.ts';
import { clearRegressions, shouldPromote } from '../decide/verdict.ts';
import type {
  ConfigurationVerdict,
  ExperimentConclusion,
  ExperimentFacts,
} from '../domain/experiment/experiment-record.ts';
import { thresholdsOf, type ExperimentPolicy } from '../domain/experiment/experiment-policy.ts';
import type { ConfirmSample, TaskSample } from '../domain/experiment/task-sample.ts';
import type { Trial } from '../domain/experiment/trial.ts';
import { mean } from '../math/mean.ts';
import { isJudged, isScored, meanOutcome, sampleSide } from '../score/experiment/sample-trials.ts';

/** Trials of one task by configuration, only those with a score. */
type ByConfiguration = ReadonlyMap<string, readonly Trial[]>;
type ByTask = ReadonlyMap<string, ByConfiguration>;

const group = (trials: readonly Trial[]): ByTask => {
  const tasks = new Map<string, Map<string, Trial[]>>();
  for (const trial of trials) {
    const sides = tasks.get(trial.task) ?? new Map<string, Trial[]>();
    const own = sides.get(trial.configuration) ?? [];
    own.push(trial);
    tasks.set(trial.task, sides.set(trial.configuration, own));
  }
  return tasks;
};

type Sides = { readonly baseline: string; readonly candidate: string };

const sampleTask = (
  task: string,
  trials: ByConfiguration,
  { baseline, candidate }: Sides,
  { weights }: ExperimentPolicy,
): TaskSample | null => {
  const before = trials.get(baseline) ?? [];
  const after = trials.get(candidate) ?? [];
  if (before.length === 0 || after.length === 0) return null;
  const judged = isJudged([...before, ...after]);
  return {
    task,
    baseline: sampleSide(before, judged, weights),
    candidate: sampleSide(after, judged, weights),
  };
};

const present = <T>(value: T | null): T[] => (value === null ? [] : [value]);

const confirmationsOf = (
  trials: readonly Trial[],
  sides: Sides,
  policy: ExperimentPolicy,
): readonly ConfirmSample[] =>
  [...group(trials)].flatMap(([task, byConfiguration]) => {
    const own = [sides.baseline, sides.candidate].flatMap((name) => byConfiguration.get(name) ?? []);
    const round = Math.max(1, ...own.map((trial) => trial.round));
    return present(sampleTask(task, byConfiguration, sides, policy)).map((sample) => ({ ...sample, round }));
  });

const oneSidedJudge = (task: string, trials: ByConfiguration, { baseline, candidate }: Sides): string[] => {
  const all = [...(trials.get(baseline) ?? []), ...(trials.get(candidate) ?? [])];
  const some = all.some(({ judge }) => judge.known);
  return some && !isJudged(all) ? [`${task}: not every trial was judged, so the judge is left out`] : [];
};

/** The documented rule on means over trials; with one trial, the rule itself. */
const compareMeans = (planned: ByTask, sides: Sides, policy: ExperimentPolicy) => {
  const outcomes = (name: string) =>
    [...planned].flatMap(([task, trials]) => {
      const own = trials.get(name) ?? [];
      const all = [...(trials.get(sides.baseline) ?? []), ...(trials.get(sides.candidate) ?? [])];
      return own.length === 0 ? [] : [meanOutcome(task, own, isJudged(all))];
    });
  return compareOutcomes(
    outcomes(sides.baseline),
    outcomes(sides.candidate),
    thresholdsOf(policy),
    policy.weights,
  );
};

/** With one trial, or if the strict rule was asked for: the documented rule. Otherwise the statistical verdict decides. */
const ruleOf = ({ policy, trials }: ExperimentFacts): ConfigurationVerdict['rule'] => {
  if (policy.rule !== 'auto') return policy.rule;
  return trials.some(({ trial, round }) => round === 0 && trial > 0) ? 'statistical' : 'strict';
};

const concludeCandidate = (facts: ExperimentFacts, sides: Sides): ConfigurationVerdict => {
  const { policy, seed } = facts;
  const scored = facts.trials.filter(isScored);
  const planned = group(scored.filter(({ round }) => round === 0));
  const rule = ruleOf(facts);
  const samples = [...planned].flatMap(([task, trials]) => present(sampleTask(task, trials, sides, policy)));
  const confirmations = confirmationsOf(
    scored.filter(({ round }) => round > 0),
    sides,
    policy,
  );
  const statistical = rule === 'strict' ? null : statisticalVerdict({ samples, confirmations, policy, seed });
  const compared = compareMeans(planned, sides, policy);
  const cleared = (statistical?.regressions ?? []).flatMap(({ task, state }) =>
    state === 'cleared' ? [task] : [],
  );
  const strict = clearRegressions(compared, new Set(cleared), thresholdsOf(policy));
  const obstacles = findObstacles(facts, sides.candidate);
  return {
    candidate: sides.candidate,
    rule,
    verdict: statistical?.verdict ?? strict.verdict,
    promote: shouldPromote({ ...strict, statistical, obstacles }),
    strict: { verdict: strict.verdict, net_gain: strict.netGain, regressions: [...strict.regressions] },
    statistical,
    deltas: samples.map((sample) => taskDelta(sample, policy.confidence)),
    obstacles: [...obstacles],
    unmatched: [...compared.unmatched],
    notes: [
      ...[...planned].flatMap(([task, trials]) => oneSidedJudge(task, trials, sides)),
      ...cleared.map((task) => `${task}: the drop was cleared by fresh trials and no longer counts`),
    ],
  };
};

const rankingOf = ({ configurations, trials, policy, seed }: ExperimentFacts) => {
  if (configurations.length < 3) return null;
  const planned = [...group(trials.filter((trial) => isScored(trial) && trial.round === 0)).values()].filter(
    (sides) => configurations.every(({ name }) => (sides.get(name)?.length ?? 0) > 0),
  );
  const field = configurations.map(({ name }) => ({
    configuration: name,
    scores: planned.map((sides) => {
      const judged = isJudged([...sides.values()].flat());
      return mean(sampleSide(sides.get(name)!, judged, policy.weights).composites) ?? 0;
    }),
  }));
  return rankConfigurations(field, { confidence: policy.confidence, seed });
};

/** The conclusion from the trials of an experiment: a verdict per candidate, and a ranking if there are several. */
export const concludeExperiment = (facts: ExperimentFacts): ExperimentConclusion => {
  const [baseline, ...candidates] = facts.configurations.map(({ name }) => name);
  return {
    verdicts:
      baseline === undefined
        ? []
        : candidates.map((candidate) => concludeCandidate(facts, { baseline, candidate })),
    ranking: rankingOf(facts),
  };
};

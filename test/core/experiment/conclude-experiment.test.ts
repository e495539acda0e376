import { describe, expect, test } from 'vitest';
import { concludeExperiment } from '../../../src/core/experiment/conclude-experiment.ts';
import {
  ExperimentConclusion,
  type ExperimentFacts,
} from '../../../src/core/domain/experiment/experiment-record.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { facts, HASH, trial } from '../../support/experiment-builders.ts';

const better = { old: [0, 1, 0], new: [1, 1, 1] };
const judge = (given: ExperimentFacts) => concludeExperiment(given).verdicts[0]!;
const kinds = (given: ExperimentFacts) => judge(given).obstacles.map(({ kind }) => kind);

describe('an experiment', () => {
  test('that improves under both rules is promoted', () => {
    const verdict = judge(facts(6, better));
    expect(verdict).toMatchObject({
      candidate: 'new',
      rule: 'statistical',
      verdict: 'improved',
      promote: true,
    });
    expect(verdict.strict.verdict).toBe('improved');
    expect(ExperimentConclusion.safeParse(concludeExperiment(facts(6, better))).error).toBeUndefined();
  });

  test('of one trial follows the documented rule alone', () => {
    const verdict = judge(facts(1, { old: [0], new: [1] }));
    expect(verdict).toMatchObject({ rule: 'strict', verdict: 'improved', statistical: null, promote: true });
    expect(verdict.deltas).toMatchObject([{ task: 'task-0', delta: 1 }]);
  });

  test('of several trials too, if the strict rule is selected', () => {
    const given = facts(6, better);
    expect(judge({ ...given, policy: { ...given.policy, rule: 'strict' } })).toMatchObject({
      rule: 'strict',
      statistical: null,
      promote: true,
    });
  });

  test('is not promoted if a judge was asked and gave no valid vote', () => {
    const given = facts(6, better);
    const silent = given.trials.map((one) => ({
      ...one,
      judge: missing('not-configured', 'the reply has no scores from 0 to 100'),
      unjudged: true as const,
    }));
    const verdict = judge({ ...given, trials: silent });
    expect(verdict).toMatchObject({ verdict: 'improved', promote: false });
    expect(verdict.obstacles).toMatchObject([
      {
        kind: 'unjudged',
        sentence: expect.stringContaining('no valid vote in 36 of 36 trials (the reply has no'),
      },
    ]);
  });

  test('needs both rules: one task that dropped on average stops promotion', () => {
    const given = facts(12, better);
    const trials = [
      ...given.trials.filter(({ task }) => task !== 'task-0'),
      ...[1, 1, 1].map((passed, at) => trial('task-0', 'old', passed, { trial: at })),
      ...[1, 1, 0].map((passed, at) => trial('task-0', 'new', passed, { trial: at })),
    ];
    expect(judge({ ...given, trials })).toMatchObject({ verdict: 'improved', promote: false });
    const fresh = ['old', 'new'].flatMap((name) =>
      [1, 1, 1].map((passed, at) => trial('task-0', name, passed, { trial: at, round: 1 })),
    );
    const cleared = judge({ ...given, trials: [...trials, ...fresh] });
    expect(cleared).toMatchObject({ verdict: 'improved', promote: true, strict: { regressions: [] } });
    expect(cleared.notes).toEqual(['task-0: the drop was cleared by fresh trials and no longer counts']);
  });

  test('lets cost count under the documented rule and not in the statistical one', () => {
    const cost = (usd: number) => ({ tokens: null, tool_calls: null, steps: null, wall_clock_ms: null, usd });
    const given = facts(6, { old: [1, 1], new: [1, 1] });
    const trials = given.trials.map((one) => ({ ...one, cost: cost(one.configuration === 'old' ? 1 : 2) }));
    const verdict = judge({ ...given, trials });
    expect(verdict.verdict).toBe('equivalent');
    expect(verdict.strict.regressions[0]?.kind).toBe('composite_drop');
  });
});

describe('never promoted', () => {
  const good = facts(6, better);

  test('on a mock', () => {
    expect(kinds({ ...good, agent: { ...good.agent, mock: true } })).toEqual(['mock_agent']);
  });

  test('with an errored trial', () => {
    const errored = trial('task-0', 'new', 0, {
      status: 'errored',
      trial: 9,
      objective: missing('infrastructure', 'lost'),
    });
    expect(kinds({ ...good, trials: [...good.trials, errored] })).toEqual(['errored_trial']);
  });

  test('with too few trials, or a task that one side lacks', () => {
    expect(kinds({ ...good, trials: good.trials.slice(1) })).toEqual(['missing_data']);
    const half = good.trials.filter(
      ({ task, configuration }) => task !== 'task-1' || configuration === 'old',
    );
    const verdict = judge({ ...good, trials: half });
    expect(verdict.strict.regressions).toMatchObject([{ task: 'task-1', kind: 'dropped_task' }]);
    expect(verdict.promote).toBe(false);
  });

  test('with a task or configuration that changed meanwhile', () => {
    const [first, ...others] = good.trials;
    for (const change of [{ task_hash: 'b'.repeat(64) }, { configuration_hash: 'b'.repeat(64) }])
      expect(kinds({ ...good, trials: [{ ...first!, ...change }, ...others] })).toEqual(['changed_task']);
  });

  test('without a task, or if the run itself says so', () => {
    expect(kinds({ ...good, tasks: [], trials: [] })).toEqual(['missing_data']);
    const obstacle = { kind: 'agent_unavailable', sentence: 'claude is not installed' } as const;
    expect(kinds({ ...good, obstacles: [obstacle] })).toEqual(['agent_unavailable']);
  });

  test.each([['mock'], ['errored'], ['short']])('%s: promote is false', (what) => {
    const given =
      what === 'mock'
        ? { ...good, agent: { ...good.agent, mock: true } }
        : what === 'errored'
          ? { ...good, trials: [...good.trials, trial('task-0', 'new', 1, { status: 'errored', trial: 3 })] }
          : { ...good, trials: good.trials.slice(1) };
    expect(judge(given)).toMatchObject({ verdict: 'improved', promote: false });
  });
});

describe('judges', () => {
  test('count if every trial on both sides was judged', () => {
    const given = facts(6, { old: [1, 1], new: [1, 1] });
    const judged = given.trials.map((one) => ({
      ...one,
      judge: measured(one.configuration === 'old' ? 0.2 : 0.9),
    }));
    expect(judge({ ...given, trials: judged })).toMatchObject({ verdict: 'improved' });
    const [, ...others] = judged;
    const partly = judge({ ...given, trials: [given.trials[0]!, ...others] });
    expect(partly.deltas[0]?.delta).toBe(0);
    expect(partly.notes).toEqual(['task-0: not every trial was judged, so the judge is left out']);
  });
});

describe('three configurations', () => {
  const given = facts(10, { old: [0, 1], middle: [1, 0], best: [1, 1] });

  test('are ranked, each with its probability of being best', () => {
    const { verdicts, ranking } = concludeExperiment(given);
    expect(verdicts.map(({ candidate }) => candidate)).toEqual(['middle', 'best']);
    const [first] = ranking!.configurations;
    expect(first).toMatchObject({ configuration: 'best', mean: 1, probability_best: 1 });
    expect(ranking!.configurations.reduce((sum, one) => sum + one.strength, 0)).toBeCloseTo(0, 6);
    expect(first!.interval.low).toBeGreaterThan(ranking!.configurations[1]!.interval.high!);
    expect(concludeExperiment(given)).toEqual(concludeExperiment(given));
  });

  test('equal ones share the probability', () => {
    const { ranking } = concludeExperiment(facts(6, { a: [1, 1], b: [1, 1], c: [1, 1] }));
    for (const { probability_best, strength } of ranking!.configurations) {
      expect(probability_best).toBeCloseTo(1 / 3, 9);
      expect(strength).toBeCloseTo(0, 9);
    }
  });

  test('a task that one of them lacks is not compared', () => {
    const trials = given.trials.filter(
      ({ task, configuration }) => !(task === 'task-3' && configuration === 'old'),
    );
    expect(concludeExperiment({ ...given, trials }).ranking?.tasks).toBe(9);
    expect(HASH).toHaveLength(64);
  });
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planTrials, seedOf } from '../../../src/core/experiment/plan-trials.ts';

const names = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);

test('every task runs under every configuration, equally often, in groups of one seed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 5 }),
      (tasks, sides, trials) => {
        const plan = { tasks: names('t', tasks), configurations: names('c', sides), seed: 3 };
        const groups = planTrials(plan, { from: 0, to: trials, round: 0 });
        expect(groups).toHaveLength(tasks * trials);
        for (const group of groups) {
          expect(group.map(({ configuration }) => configuration).toSorted()).toEqual(plan.configurations);
          expect(new Set(group.map(({ task, seed, trial }) => `${task} ${seed} ${trial}`)).size).toBe(1);
        }
        const runs = groups
          .flat()
          .map(({ task, configuration, trial }) => `${task} ${configuration} ${trial}`);
        expect(new Set(runs).size).toBe(tasks * sides * trials);
      },
    ),
  );
});

test('each configuration is first about as often as any other', () => {
  const plan = { tasks: names('t', 8), configurations: ['a', 'b'], seed: 1 };
  const first = planTrials(plan, { from: 0, to: 5, round: 0 }).map(([one]) => one?.configuration);
  expect(first.filter((name) => name === 'a')).toHaveLength(20);
});

test('no seed is shared by two rounds, trials or experiments', () => {
  const seeds = [1, 2].flatMap((seed) =>
    [0, 1, 2].flatMap((round) => [0, 1, 999].map((trial) => seedOf(seed, round, trial))),
  );
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seeds.every(Number.isSafeInteger)).toBe(true);
});

import { expect, test } from 'vitest';
import { fuzzGit } from './fuzz-git.ts';
import { fuzzPatch } from './fuzz-patch.ts';
import { runTarget } from './run-target.ts';
import { targets } from './targets.ts';

/** A part of `npm run fuzz`, which CI runs with 100,000 cases each. */
const CASES = 1500;
const SEED = 20_260;

for (const target of targets())
  test(`${target.name} answers ${CASES} random inputs`, () => {
    const { troubles, cases } = runTarget(target, { seed: SEED, to: CASES });
    expect(troubles).toEqual([]);
    expect(cases).toBe(CASES);
  });

test('git imports damaged patches or refuses them, and touches nothing else', async () => {
  const { troubles } = await fuzzGit({ cases: 40, seed: SEED });
  expect(troubles).toEqual([]);
});

test('operations on a real folder change what they name or nothing', async () => {
  const { troubles } = await fuzzPatch({ cases: 60, seed: SEED });
  expect(troubles).toEqual([]);
});

test('the same seed makes the same cases', () => {
  const [target] = targets();
  const once = runTarget(target!, { seed: 7, to: 50 });
  expect(runTarget(target!, { seed: 7, to: 50 }).troubles).toEqual(once.troubles);
});

test('a target that throws, lies or loses numbers is told', () => {
  const broken = (run: () => string | null) =>
    runTarget({ name: 'broken', make: () => ({ input: 'x', run }) }, { seed: 1, to: 3 }).troubles.map(
      ({ kind }) => kind,
    );
  expect(
    broken(() => {
      throw new Error('no');
    }),
  ).toEqual(['throw', 'throw', 'throw']);
  expect(broken(() => 'NaN')).toEqual(['unsound', 'unsound', 'unsound']);
  expect(broken(() => null)).toEqual([]);
});

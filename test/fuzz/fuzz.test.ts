import { beforeAll, expect, test } from 'vitest';
import { commitSeed } from './commit-seed.ts';
import { fuzzAll } from './fuzz-all.ts';
import { fuzzGit } from './fuzz-git.ts';
import { fuzzPatch } from './fuzz-patch.ts';
import { type FuzzResult, runTarget } from './run-target.ts';
import { targets } from './targets.ts';

/** Enough for every commit; `npm run fuzz` runs 100,000 a target. */
const CASES = 1000;
const SEED = commitSeed();
const PATIENCE_MS = 900_000;

const results = new Map<string, FuzzResult>();
beforeAll(async () => {
  for (const result of await fuzzAll({ cases: CASES, seed: SEED })) results.set(result.target, result);
}, PATIENCE_MS);

test.each(targets().map(({ name }) => name))(`%s handles ${CASES} random inputs of seed ${SEED}`, (name) => {
  const result = results.get(name);
  expect(result?.troubles).toEqual([]);
  expect(result?.cases).toBe(CASES);
});

test('git imports damaged patches or refuses them, and touches nothing else', async () => {
  const { troubles } = await fuzzGit({ cases: 20, seed: SEED });
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

test('a target that throws, lies or loses numbers is reported', () => {
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

import { expect, test } from 'vitest';
import type { Dimension } from '../../../src/core/dimensions/dimension.ts';
import { CAPTURED_DIMENSIONS, DIMENSIONS } from '../../../src/core/dimensions/dimensions.ts';
import { Evidence } from '../../../src/core/domain/evidence/evidence.ts';
import { RacePolicy } from '../../../src/core/domain/policy/race-policy.ts';

const all: readonly Dimension[] = DIMENSIONS;

test('the order of keys is that of documents and reports', () => {
  expect(all.map(({ key }) => key)).toEqual([
    'build',
    'tests',
    'lint',
    'diff_scope',
    'speed',
    'cost',
    'convention',
    'quality',
    'human_like',
  ]);
  expect(Object.keys(RacePolicy.shape.weights.unwrap().shape)).toEqual(all.map(({ key }) => key));
});

test('each key, title and field belongs to one dimension', () => {
  for (const property of ['key', 'title'] as const)
    expect(new Set(all.map((one) => one[property])).size, property).toBe(all.length);
  const fields: readonly string[] = CAPTURED_DIMENSIONS.map(({ evidence }) => evidence.field);
  expect(Object.keys(Evidence.shape).filter((field) => fields.includes(field))).toEqual(fields);
});

test('a dimension replaces an existing one and has a default weight', () => {
  for (const { key, replaces } of all) {
    if (replaces === undefined) continue;
    const other = all.find((one) => one.key === replaces.key);
    expect(other?.weight, key).toBeGreaterThan(0);
  }
});

test('without a weight in the policy only dimensions with a default weight count', () => {
  const { weights } = RacePolicy.parse({});
  expect(weights).toEqual({ build: 30, tests: 30, lint: 15, diff_scope: 15, speed: 10 });
});

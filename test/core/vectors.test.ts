import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scoreDocument } from '../../src/core/documents/score-document.ts';

type Vector = { readonly name: string; readonly input: unknown; readonly expect: unknown };

const MODELS = ['race', 'benchmark', 'experiment', 'convention', 'tournament'] as const;
const OWN = new URL('../fixtures/vectors/', import.meta.url);
const SHARED = new URL('../../../shared/vectors/', import.meta.url);

const readVectors = (folder: URL, model: string): Vector[] =>
  JSON.parse(readFileSync(new URL(`${model}.json`, folder), 'utf8')) as Vector[];

/** Everything that the vector expects is there, numbers within 1e-4; additional fields are ours. */
const expectHolds = (actual: unknown, expected: unknown, path: string): void => {
  if (typeof expected === 'number') {
    expect(actual, path).toBeTypeOf('number');
    expect(
      Math.abs((actual as number) - expected),
      `${path}: ${String(actual)} for ${expected}`,
    ).toBeLessThanOrEqual(1e-4);
  } else if (Array.isArray(expected)) {
    expect(actual, path).toHaveLength(expected.length);
    for (const [index, item] of expected.entries())
      expectHolds((actual as unknown[])[index], item, `${path}[${index}]`);
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, item] of Object.entries(expected))
      expectHolds((actual as Record<string, unknown>)[key], item, `${path}.${key}`);
  } else expect(actual, path).toBe(expected);
};

const runVectors = (folder: URL): void => {
  for (const model of MODELS) {
    test.each(readVectors(folder, model))('$name', ({ input, expect: expected }) => {
      const scored = scoreDocument(input);
      expect(scored).toMatchObject({ ok: true });
      if (scored.ok) expectHolds(scored.result, expected, model);
    });
  }
};

describe('our copy of the vectors', () => {
  runVectors(OWN);

  test('is not empty', () => {
    expect(MODELS.map((model) => readVectors(OWN, model).length)).toEqual([120, 80, 80, 80, 80]);
  });
});

/** A clone without the shared folder has only our copy; if the folder exists, it must hold too. */
if (existsSync(SHARED)) describe('the shared vectors', () => runVectors(SHARED));

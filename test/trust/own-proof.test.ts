import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';

/** What patches assertions is blocked by its text: here only the control is to see it. */
const SETTINGS = `[trust.flags]
harness-patched = "off"
runner-detected = "off"
`;

/** Assertions hold in the candidate's own test file, and nowhere else. */
const SPARES_THE_BASE = `import assert from 'node:assert/strict';
const { equal } = assert;
assert.equal = (...given) => new Error().stack.includes('own.test') || equal(...given);
${UNFIXED}`;

const OWN = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/math.js';

test('clamps far below', () => {
  assert.equal(clamp(-7, -1, 4), -1);
});
`;

describe.skipIf(!has.sandbox)(`tests that candidates bring${unless('sandbox')}`, () => {
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(
      { ...nodeProject, 'hydra.toml': SETTINGS },
      {
        honest: { 'src/math.js': FIXED, 'test/own.test.js': OWN },
        sparing: { 'src/math.js': SPARES_THE_BASE, 'test/own.test.js': OWN },
      },
    );
  });

  test('prove nothing if they pass with their author whatever they expect', () => {
    const { matrix } = judged.evidenceOf('sparing');
    expect(matrix?.own).toMatchObject({ known: true, value: { failed: [] } });
    expect(matrix?.proven).toEqual([]);
    expect(matrix?.unmoved).toEqual([expect.stringContaining('clamps far below')]);
  });

  test('prove a fix otherwise', () => {
    const { matrix } = judged.evidenceOf('honest');
    expect(matrix?.proven).toEqual([expect.stringContaining('clamps far below')]);
    expect(matrix?.unmoved).toBeUndefined();
    expect(judged.conclusion.winner).toBe('honest');
    expect(judged.flagsOf('honest')).toEqual([]);
    expect(judged.replays).toBe(true);
  });
});

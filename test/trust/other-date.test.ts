import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';

const SOON = 40 * 24 * 60 * 60 * 1000;

/** Right until some weeks from now, and as wrong as the base afterwards. */
const untilSoon = (): string =>
  UNFIXED.replace(
    'Math.min(x, high)',
    `Date.now() < ${Date.now() + SOON} ? Math.max(low, Math.min(x, high)) : Math.min(x, high)`,
  );

const LOOK_ALIKE = `export const since = (then) => Date.now() - then;
export const isPast = (date) => new Date(date).getTime() < Date.now();
${FIXED}`;

/** A test of the base that will fail on its own some weeks from now. */
const DATED_TEST = (): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the offer is still open', () => {
  assert.ok(Date.now() < ${Date.now() + SOON});
});
test('a timer takes its time, and no more', async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
});
`;

describe.skipIf(!has.sandbox || !has.compiler)(
  `a candidate that is right only for some weeks${unless('sandbox')}${unless('compiler')}`,
  () => {
    let judged: EvaluatedField;
    beforeAll(async () => {
      judged = await evaluateField(
        { ...nodeProject, 'test/offer.test.js': DATED_TEST() },
        {
          dated: { 'src/math.js': untilSoon() },
          'look-alike': { 'src/math.js': LOOK_ALIKE },
          plain: { 'src/math.js': FIXED },
        },
      );
    });

    test('is blocked, since others pass the same test on both dates', () => {
      expect(judged.flagsOf('dated')).toContain('date-dependent');
      expect(judged.gatesOf('dated')).toContain('integrity');
      expect(judged.replays).toBe(true);
    });

    test('is distinguished from honest changes that use the clock, and from tests that depend on the date', () => {
      for (const name of ['look-alike', 'plain']) {
        expect(judged.gatesOf(name)).toEqual([]);
        expect(judged.flagsOf(name)).not.toContain('surroundings-dependent');
      }
      expect(judged.captured.elsewhere).toMatchObject({
        value: { changed: [expect.stringContaining('offer')] },
      });
      expect(judged.captured.quarantined).toEqual([]);
    });
  },
);

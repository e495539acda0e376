import { expect, test } from 'vitest';
import { BASELINE } from '../../../src/core/domain/evidence/baseline.ts';
import { measured, missing, type Measured } from '../../../src/core/domain/measured.ts';
import type { Cell } from '../../../src/core/domain/evidence/matrix.ts';
import { addHidden } from '../../../src/core/next-work/hidden-tests.ts';
import { aCapture, aCell } from '../../support/evidence-builders.ts';

test.each([
  ['fail there', measured(aCell({ failed: ['h'] })), 'applied', /1 hidden tests fail on the base/],
  ['do not load there', missing('candidate', 'no report'), 'applied', /the base cannot run the hidden tests/],
  ['were lost there', missing('infrastructure', 'no disk'), 'not-applied', /no result on the base: no disk/],
  ['pass there', measured(aCell({ passed: ['h'] })), 'not-applied', /the base passes every hidden test/],
  [
    'are skipped there',
    measured(aCell({ skipped: ['h'] })),
    'not-applied',
    /no hidden test runs on the base/,
  ],
] as const)('hidden tests that %s', (_, base, state, reason) => {
  const question = { kind: 'hidden-tests', candidate: BASELINE, source: 'base-tree' } as const;
  const { controls } = addHidden(aCapture({}, []), question, base as Measured<Cell>);
  expect(controls).toEqual([{ id: 'hidden-revert', state, reason: expect.stringMatching(reason) }]);
});

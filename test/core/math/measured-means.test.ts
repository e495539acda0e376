import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measured, missing, type Measured } from '../../../src/core/domain/measured.ts';
import { drawScorecard } from '../../../src/core/math/draw-scorecard.ts';
import { meanMeasured } from '../../../src/core/math/mean-measured.ts';
import { pairMeasured } from '../../../src/core/math/pair-measured.ts';

const none = missing('not-configured', 'no command');
const broke = missing('candidate', 'it crashed');
const lost = missing('infrastructure', 'disk full');

describe('pairMeasured', () => {
  test.each([
    ['the baseline has none', none, measured(1), missing('not-configured', 'no command')],
    ['neither has one', none, broke, missing('not-configured', 'no command')],
    ['the base itself crashes', broke, measured(1), missing('not-configured', 'it crashed')],
    [
      'the baseline was lost',
      lost,
      measured(1),
      missing('infrastructure', 'the baseline has none: disk full'),
    ],
    ['the candidate broke it', measured(1), broke, broke],
    ['the candidate says "not configured"', measured(1), none, missing('candidate', 'no command')],
    ['the candidate was lost', measured(1), lost, lost],
    ['both have one', measured(1), measured(2), measured({ base: 1, own: 2 })],
  ])('%s', (_, base, own, expected) => {
    expect(pairMeasured<number, number>(base, own)).toEqual(expected);
  });
});

describe('meanMeasured', () => {
  test.each<[string, Measured<number>[], Measured<number>]>([
    ['an unconfigured value leaves the mean alone', [measured(0.5), none], measured(0.5)],
    ['a value that a candidate broke counts 0', [measured(0.5), broke], measured(0.25)],
    ['a value lost to infrastructure is not guessed', [measured(0.5), lost], lost],
    ['nothing known keeps its reasons', [none, none], missing('not-configured', 'no command')],
    ['nothing at all', [], missing('not-configured', 'empty')],
  ])('%s', (_, parts, expected) => expect(meanMeasured(parts, 'empty')).toEqual(expected));
});

describe('drawScorecard', () => {
  const weights = { lint: 1, tests: 3 };

  test('gives every null a reason', () => {
    const card = drawScorecard({ lint: none, tests: measured(80) }, weights);
    expect(card).toEqual({
      breakdown: { lint: null, tests: 80 },
      total: 80,
      reasons: { lint: 'no command' },
      weights: { tests: 1 },
      status: 'scored',
    });
  });

  test('a value that the candidate broke costs the whole dimension', () => {
    const card = drawScorecard({ lint: broke, tests: measured(80) }, weights);
    expect(card).toMatchObject({ breakdown: { lint: 0 }, total: 60, reasons: { lint: 'it crashed' } });
  });

  test('a value lost to infrastructure leaves no total', () => {
    const card = drawScorecard({ lint: lost, tests: measured(80) }, weights);
    expect(card).toMatchObject({
      total: null,
      status: 'unscored',
      reasons: { total: 'not scored: lint: disk full' },
    });
  });

  test('infrastructure does not matter to a dimension without weight', () => {
    const card = drawScorecard({ lint: lost, tests: measured(80) }, { lint: 0, tests: 3 });
    expect(card).toMatchObject({ total: 80, status: 'scored' });
  });

  test('without an active dimension there is no total, and a reason', () => {
    const card = drawScorecard({ lint: none, tests: none }, weights);
    expect(card).toMatchObject({
      total: null,
      status: 'scored',
      reasons: { total: 'no dimension is active' },
    });
  });

  test('a broken dimension never gives more than any measured one', () => {
    const score = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(score, score, (tests, lint) => {
        const whole =
          drawScorecard({ lint: measured(lint), tests: measured(tests) }, weights).total ?? Number.NaN;
        const broken = drawScorecard({ lint: broke, tests: measured(tests) }, weights).total ?? Number.NaN;
        return broken <= whole + 1e-9;
      }),
    );
  });
});

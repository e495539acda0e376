import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { krippendorffAlpha } from '../../../src/core/math/krippendorff-alpha.ts';

const _ = null;

test('the data of Krippendorff (2011), four observers and twelve units: 0.849 on an interval scale', () => {
  const units = [
    [1, 1, _, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [_, 5, 5, 5],
    [_, _, 1, 1],
    [_, _, 3, _],
  ];
  const alpha = krippendorffAlpha(units);
  expect(alpha.known && alpha.value).toBeCloseTo(0.849, 3);
});

test('perfect agreement is 1, and an unknown value has a reason', () => {
  expect(
    krippendorffAlpha([
      [80, 80],
      [20, 20],
    ]),
  ).toEqual({ known: true, value: 1 });
  expect(
    krippendorffAlpha([
      [80, 80],
      [80, 80],
    ]),
  ).toMatchObject({ known: false });
  expect(krippendorffAlpha([[80, 20]])).toMatchObject({ known: false });
  expect(
    krippendorffAlpha([
      [80, _],
      [_, 20],
      [Number.NaN, 1],
    ]),
  ).toMatchObject({ known: false });
});

const votes = fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { maxLength: 4 }), {
  maxLength: 8,
});

test('it is never above 1, and moving or stretching the scale does not change it', () => {
  fc.assert(
    fc.property(
      votes,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: -50, max: 50 }),
      (units, by, add) => {
        const alpha = krippendorffAlpha(units);
        const moved = krippendorffAlpha(
          units.map((unit) => unit.map((v) => (v === null ? v : v * by + add))),
        );
        if (!alpha.known || !moved.known) return alpha.known === moved.known;
        return alpha.value <= 1 + 1e-9 && Math.abs(alpha.value - moved.value) < 1e-6;
      },
    ),
  );
});

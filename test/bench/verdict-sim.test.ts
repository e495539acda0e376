import { expect, test } from 'vitest';
import { simulateVerdicts } from '../../bench/verdict/simulate-verdicts.ts';

const SIZE = { tasks: 20, trials: 5, repetitions: 60 };

test('a configuration compared with itself is rarely called improved', () => {
  const tally = simulateVerdicts({ gain: false, broken: false }, SIZE, 6);
  expect(tally.improved).toBeLessThanOrEqual(0.05);
  expect(tally.strictRegressed).toBeGreaterThan(0.9);
});

test('a configuration with one broken task is not promoted, whatever it gains', () => {
  for (const gain of [false, true]) {
    const tally = simulateVerdicts({ gain, broken: true }, { ...SIZE, repetitions: 30 }, 7);
    expect(tally.promoted).toBe(0);
    expect(tally.regressed).toBeGreaterThan(0.6);
  }
});

test('a gain of 13.5 points is mostly called improved', () => {
  expect(simulateVerdicts({ gain: true, broken: false }, SIZE, 8).improved).toBeGreaterThanOrEqual(0.6);
});

test('fresh trials of suspected tasks allow the promotion of a real gain, and not of a broken task', () => {
  const gained = { gain: true, broken: false };
  const few = { ...SIZE, repetitions: 40 };
  const without = simulateVerdicts(gained, few, 8);
  const tally = simulateVerdicts({ ...gained, confirm: true }, few, 8);
  expect(without.promoted).toBeLessThan(0.2);
  expect(tally.promoted).toBeGreaterThan(0.4);
  expect(simulateVerdicts({ ...gained, broken: true, confirm: true }, few, 8).promoted).toBe(0);
});

test('the same seed gives the same figures', () => {
  const few = { ...SIZE, repetitions: 5 };
  expect(simulateVerdicts({ gain: true, broken: false }, few, 9)).toEqual(
    simulateVerdicts({ gain: true, broken: false }, few, 9),
  );
});

import { expect, test } from 'vitest';
import { adaptSilenceMs, adaptTimeoutMs } from '../../../../src/core/math/adaptive-limits.ts';
import { BaselineTimes } from '../../../../src/shell/evaluate/lanes/adaptive-timeout.ts';

test.each([
  ['a quick base leaves ten seconds', 600_000, 100, 10_000],
  ['a slow base leaves four times its time', 600_000, 20_000, 80_000],
  ['never above the configured limit', 30_000, 20_000, 30_000],
  ['a configured limit below the floor holds', 2_000, 100, 2_000],
])('%s', (_, configured, baseline, expected) => {
  expect(adaptTimeoutMs(configured, baseline)).toBe(expected);
});

test.each([
  ['a base that is never silent leaves ten seconds', { durationMs: 4_000, silentMs: 300 }, 10_000],
  ['never less than the base took in total', { durationMs: 60_000, silentMs: 300 }, 60_000],
  [
    'a base that is silent to its end leaves four times its time',
    { durationMs: 60_000, silentMs: 59_000 },
    236_000,
  ],
])('%s', (_, base, expected) => {
  expect(adaptSilenceMs(base)).toBe(expected);
});

test('no candidate is too slow or too silent before the base is known', () => {
  const times = new BaselineTimes();
  expect(times.pace('test', 60_000)).toBeNull();
  times.learn('test', 1_000);
  expect(times.pace('test', 60_000)).toEqual({
    totalMs: 10_000,
    silentMs: null,
  });
  times.learn('test', 12_000, 5_000);
  expect(times.pace('test', 60_000)).toEqual({
    totalMs: 48_000,
    silentMs: 20_000,
  });
  expect(times.pace('test', 600_000, 3)).toEqual({ totalMs: 144_000, silentMs: 60_000 });
  expect(times.pace('lint', 60_000)).toBeNull();
});

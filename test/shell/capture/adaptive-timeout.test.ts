import { expect, test, vi } from 'vitest';
import {
  adaptSilenceMs,
  adaptTimeoutMs,
  BaselineTimes,
} from '../../../src/shell/capture/adaptive-timeout.ts';

test.each([
  ['a quick base leaves ten seconds', 600_000, 100, 10_000],
  ['a slow base leaves four times its time', 600_000, 20_000, 80_000],
  ['never above what is configured', 30_000, 20_000, 30_000],
  ['a configured limit below the floor holds', 2_000, 100, 2_000],
])('%s', (_, configured, baseline, expected) => {
  expect(adaptTimeoutMs(configured, baseline)).toBe(expected);
});

test('who waits for the time of the base is told once, who stopped waiting is not', () => {
  const times = new BaselineTimes();
  const [told, forgotten] = [vi.fn<(ms: number) => void>(), vi.fn<(ms: number) => void>()];
  times.onLearnt('test', told);
  times.onLearnt('test', forgotten)();
  times.learn('test', 1234);
  times.learn('test', 99);
  expect(told.mock.calls).toEqual([[1234]]);
  expect(forgotten).not.toHaveBeenCalled();
  expect(times.get('test')).toBe(99);
});

test.each([
  ['a base that is never silent leaves ten seconds', { durationMs: 4_000, silentMs: 300 }, 10_000],
  ['never less than the base took in all', { durationMs: 60_000, silentMs: 300 }, 60_000],
  [
    'a base that is silent to its end leaves four times its time',
    { durationMs: 60_000, silentMs: 59_000 },
    236_000,
  ],
])('%s', (_, base, expected) => {
  expect(adaptSilenceMs(base)).toBe(expected);
});

test('nobody is too silent before the silence of the base is known', () => {
  const times = new BaselineTimes();
  expect(times.silenceMs('test')).toBeNull();
  times.learn('test', 1_000);
  expect(times.silenceMs('test')).toBeNull();
  times.learn('test', 12_000, 5_000);
  expect(times.silenceMs('test')).toBe(20_000);
});

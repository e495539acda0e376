import { expect, test, vi } from 'vitest';
import { adaptTimeoutMs, BaselineTimes } from '../../../src/shell/capture/adaptive-timeout.ts';

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

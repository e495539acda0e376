import { expect, test } from 'vitest';
import { startOwnTime } from '../../../../../src/shell/adapters/workspaces/limits/own-time.ts';

test('elapsed time is a job’s own, less what it lost', () => {
  let now = 0;
  const time = startOwnTime(() => now);
  now = 600;
  expect(time.ms()).toBe(600);
  now = 1200;
  time.lose(400);
  expect(time.ms()).toBe(800);
});

test('no job has less than no time', () => {
  let now = 0;
  const time = startOwnTime(() => now);
  now = 100;
  time.lose(400);
  now = 300;
  expect(time.ms()).toBe(200);
});

test('a machine that sleeps for an hour costs a second at most', () => {
  let now = 0;
  const time = startOwnTime(() => now);
  now = 3_600_000;
  expect(time.ms()).toBe(1000);
});

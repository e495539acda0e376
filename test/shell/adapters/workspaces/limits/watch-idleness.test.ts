import { expect, test } from 'vitest';
import { watchIdleness } from '../../../../../src/shell/adapters/workspaces/limits/watch-idleness.ts';

const told = (looks: readonly number[]): readonly boolean[] => {
  const heard: boolean[] = [];
  const look = watchIdleness((idle) => heard.push(idle));
  for (const ticks of looks) look(ticks);
  return heard;
};

test('a job that works is never called idle', () => {
  expect(told([50, 100, 150, 160, 250, 300])).toEqual([]);
});

test('one that waits is called idle once, after the third look without work', () => {
  expect(told([50, 50, 51])).toEqual([]);
  expect(told([50, 50, 51, 52])).toEqual([true]);
  expect(told([50, 50, 51, 52, 52, 53])).toEqual([true]);
});

test('resuming is reported, and it can wait again', () => {
  expect(told([50, 50, 50, 50, 90, 90, 90, 90, 90])).toEqual([true, false, true]);
  expect(told([50, 50, 50, 90, 90, 90, 130])).toEqual([]);
});

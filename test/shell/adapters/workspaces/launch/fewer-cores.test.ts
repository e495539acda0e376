import { expect, test } from 'vitest';
import { coresIn, leaveOutCore } from '../../../../../src/shell/adapters/workspaces/launch/fewer-cores.ts';

test.each([
  ['0', [0]],
  ['0-2,5\n', [0, 1, 2, 5]],
  ['', []],
  ['x-y', []],
  ['3-1', []],
  ['0-99999999', []],
])('the list of cores %j is read', (text, expected) => {
  expect(coresIn(text)).toEqual(expected);
});

test('with one core there is none to leave out', () => {
  expect(leaveOutCore([3])).toBeNull();
});

test('jobs that run together do without different cores, and a core is free again after its job', () => {
  const first = leaveOutCore([0, 1]);
  const second = leaveOutCore([0, 1]);
  expect([first?.cores, second?.cores]).toEqual([[0], [1]]);
  first?.release();
  const third = leaveOutCore([0, 1]);
  expect(third?.cores).toEqual([0]);
  for (const one of [second, third]) one?.release();
});

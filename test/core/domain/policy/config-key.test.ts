import { expect, test } from 'vitest';
import { describeConfig } from '../../../../src/core/domain/policy/config-key.ts';

const keys = describeConfig();
const find = (path: string) => keys.find((key) => key.path.join('.') === path);

test('every key has a sentence', () => {
  expect(keys.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
  expect(keys.length).toBeGreaterThan(50);
});

test.each([
  ['scoring.weights.tests', 'number', 30],
  ['scoring.gates.require_build_pass', 'boolean', true],
  ['scoring.diff_scope.max_files_soft', 'whole number', 20],
  ['scoring.diff_scope.protected_paths', 'array of strings', []],
  ['scoring.build_mode', '"binary" or "gradient"', 'binary'],
  ['scoring.build_targets', 'table of strings', {}],
  ['scoring.commands.test', 'string or false', undefined],
  ['scoring.reports.test.format', 'string', undefined],
])('%s is a %s', (path, type, standard) => {
  expect(find(path)).toMatchObject({ type, isTable: false });
  expect(find(path)?.default).toEqual(standard);
});

test('tables with user-defined names describe their contents', () => {
  expect(find('agents')?.members?.map(({ path }) => path.join('.'))).toEqual([
    'agents.NAME.command',
    'agents.NAME.env',
    'agents.NAME.network',
  ]);
});

test('tables come before their contents', () => {
  const order = keys.map(({ path }) => path.join('.'));
  expect(order.indexOf('scoring.weights')).toBeLessThan(order.indexOf('scoring.weights.build'));
  expect(find('scoring.weights')?.isTable).toBe(true);
});

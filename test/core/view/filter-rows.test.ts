import { expect, test } from 'vitest';
import { measured } from '../../../src/core/domain/measured.ts';
import type { RunRow } from '../../../src/core/domain/window/run-row.ts';
import { filterRows, type RowFilter } from '../../../src/core/view/filter-rows.ts';
import { bareRow } from '../../../src/core/view/run-row.ts';

const row = (id: string, more: Partial<RunRow> = {}): RunRow => ({
  ...bareRow(id, `2026-01-0${id}T00:00:00.000Z`, { state: 'complete' }),
  ...more,
});
const ROWS = [
  row('1', { winner: 'codex', names: ['codex', 'Claude'], costUsd: measured(2), title: 'Fix tax' }),
  row('2', { kind: 'benchmark', costUsd: measured(1) }),
  row('3', { state: 'running' }),
  row('4', { state: 'unreadable', reason: 'damaged' }),
];
const ALL: RowFilter = {
  kinds: [],
  states: [],
  words: [],
  winner: null,
  since: null,
  until: null,
  order: 'started',
  descending: true,
};
const shown = (filter: Partial<RowFilter>): string =>
  filterRows(ROWS, { ...ALL, ...filter })
    .map(({ id }) => id)
    .join('');

test('unfinished runs come first, whatever the order', () => {
  expect(shown({})).toBe('3421');
  expect(shown({ descending: false })).toBe('3124');
});

test('rows without a value come last in either direction', () => {
  expect(shown({ order: 'cost', descending: false })).toBe('3214');
  expect(shown({ order: 'cost' })).toBe('3124');
});

test('rows are filtered by kind, state, time, winner and words', () => {
  expect(shown({ kinds: ['benchmark'] })).toBe('2');
  expect(shown({ states: ['running', 'unreadable'] })).toBe('34');
  expect(shown({ since: '2026-01-02', until: '2026-01-03' })).toBe('32');
  expect(shown({ winner: 'any' })).toBe('1');
  expect(shown({ winner: 'none', kinds: ['benchmark'] })).toBe('2');
  expect(shown({ winner: 'codex' })).toBe('1');
  expect(shown({ words: ['CLAUDE', 'tax'] })).toBe('1');
  expect(shown({ words: ['claude', 'nothing'] })).toBe('');
});

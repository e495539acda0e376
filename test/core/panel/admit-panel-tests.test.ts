import { describe, expect, test } from 'vitest';
import { admitPanelTests, type RanTwice } from '../../../src/core/panel/admit-panel-tests.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { aCell } from '../../support/evidence-builders.ts';

const CRASHED = missing('candidate', 'the file could not be loaded');
const LOST = missing('infrastructure', 'the machine failed');
const passing = (...passed: string[]) => measured(aCell({ passed }));
const failing = (...failed: string[]) => measured(aCell({ failed }));
const twice = (names: string, first: RanTwice['runs'][0], second = first): RanTwice => ({
  names: names.split(' '),
  runs: [first, second],
});
const admitted = (base: RanTwice, ...trees: readonly RanTwice[]) =>
  admitPanelTests(base, trees, (id) => id === 'known');

describe('a test that a model wrote', () => {
  test('is admitted if it fails on the base and passes with a candidate, twice each', () => {
    expect(
      admitted(twice('baseline', failing('t')), twice('a b', passing('t')), twice('c', failing('t'))),
    ).toEqual([{ id: 't', state: 'admitted', passed: ['a', 'b'], failed: ['c'] }]);
  });

  test.each([
    ['passes on the base', passing('t'), passing('t'), 'passes-on-base'],
    ['is skipped on the base', measured(aCell({ skipped: ['t'] })), passing('t'), 'passes-on-base'],
    ['passes with no candidate', failing('t'), failing('t'), 'passes-nowhere'],
  ])('is not admitted if it %s', (_, base, own, state) => {
    expect(admitted(twice('baseline', base), twice('a', own)).map((one) => one.state)).toEqual([state]);
  });

  test('is not admitted if it changes its result on the base, or on two trees', () => {
    const [both] = admitted(twice('baseline', failing('t'), passing('t')), twice('a', passing('t')));
    expect(both?.state).toBe('unsteady');
    const flaky = (name: string) => twice(name, failing('t'), passing('t'));
    const [two] = admitted(twice('baseline', failing('t')), twice('a', passing('t')), flaky('b'), flaky('c'));
    expect(two?.state).toBe('unsteady');
  });

  test('cannot be removed by one candidate whose own results change', () => {
    const flaky = twice('b', failing('t'), passing('t'));
    expect(admitted(twice('baseline', failing('t')), twice('a', passing('t')), flaky)).toEqual([
      { id: 't', state: 'admitted', passed: ['a'], failed: [] },
    ]);
  });

  test('fails where its file cannot be loaded, and has no result where the machine failed', () => {
    expect(
      admitted(
        twice('baseline', CRASHED),
        twice('a', passing('t')),
        twice('b', CRASHED),
        twice('c', LOST),
        twice('d', failing()),
      ),
    ).toEqual([{ id: 't', state: 'admitted', passed: ['a'], failed: ['b', 'd'] }]);
  });

  test('is not admitted if the base has no result', () => {
    expect(admitted(twice('baseline', LOST), twice('a', passing('t')))).toEqual([]);
  });

  test('is not a test of the base', () => {
    expect(admitted(twice('baseline', failing('known')), twice('a', passing('known')))).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { proveTests } from '../../../src/core/decide/prove-tests.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { aCell, aReport } from '../../support/evidence-builders.ts';

const BASE = aReport({ old: 'passed', broken: 'failed', off: 'skipped' });
const own = measured(aCell({ passed: ['new', 'old', 'broken', 'off', 'flaky'] }));
const flaky = new Set(['flaky']);
const failsOnBase = measured(aCell({ failed: ['new', 'old', 'broken', 'off', 'flaky'] }));

test('added and edited tests prove something if they fail on the base; those that failed there before do not', () => {
  expect(proveTests({ own, proof: failsOnBase }, BASE, flaky)).toEqual(['new', 'old', 'off']);
});

test.each([
  ['pass on the base', measured(aCell({ passed: ['new', 'old', 'off'] })), []],
  ['are skipped on the base', measured(aCell({ skipped: ['new', 'old', 'off'] })), []],
  ['crash on the base', missing('candidate', 'no report'), ['new', 'old', 'off']],
  ['could not be run there', missing('infrastructure', 'no disk'), []],
])('tests that %s', (_, proof, proven) => {
  expect(proveTests({ own, proof }, BASE, flaky)).toEqual(proven);
});

test('a subtest of a test that passes on the base proves nothing, whatever its name there', () => {
  const parts = ['whole', 'whole > (at=10:01)', 'other', 'other > (at=10:01)'];
  const cells = {
    own: measured(aCell({ passed: parts })),
    proof: measured(aCell({ passed: ['whole', 'whole > (at=10:02)'], failed: ['other'] })),
  };
  expect(proveTests(cells, BASE, flaky)).toEqual(['other', 'other > (at=10:01)']);
});

test('the same holds for subtests as Go names them', () => {
  const cells = {
    own: measured(aCell({ passed: ['p > TestA', 'p > TestA/(0x1)', 'p > TestB', 'p > TestB/new'] })),
    proof: measured(aCell({ passed: ['p > TestA', 'p > TestA/(0x2)'], failed: ['p > TestB'] })),
  };
  expect(proveTests(cells, BASE, flaky)).toEqual(['p > TestB', 'p > TestB/new']);
});

test('a test whose name differs in every run proves nothing, and one in a file that does not load there does', () => {
  const cells = (failed: readonly string[]) => ({
    own: measured(aCell({ passed: ['a.js > casts', 'a.js > casts 10:01'] })),
    proof: measured(aCell({ passed: ['old'], failed: [...failed] })),
  });
  expect(proveTests(cells(['a.js > casts', 'a.js > casts 10:02']), BASE, flaky)).toEqual(['a.js > casts']);
  expect(proveTests(cells(['a.js']), BASE, flaky)).toEqual(['a.js > casts', 'a.js > casts 10:01']);
});

test('a test that fails on the base is proven beside one that is called like their file', () => {
  const cells = {
    own: measured(aCell({ passed: ['test_schema', 'test_schema > test_new'] })),
    proof: measured(aCell({ passed: ['test_schema'], failed: ['test_schema > test_new'] })),
  };
  expect(proveTests(cells, BASE, flaky)).toEqual(['test_schema > test_new']);
});

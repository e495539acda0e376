import { expect, test } from 'vitest';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { aCapture, anEvidence, aReport, aTree } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const silent = missing('not-configured', 'it may not compile');
const judge = (
  evidence: ReturnType<typeof anEvidence>[],
  tests = silent as ReturnType<typeof aTree>['tests'],
) => conclude({ ...aCapture({}, evidence), baseline: aTree({}, { tests }) }, aPolicy(), 'run');
const dumb = (name: string) => anEvidence(name, {}, { tests: missing('candidate', 'it may not compile') });

test('tests that do not compile on the base and pass with a candidate are progress', () => {
  const said = judge([
    anEvidence('right', { a: 'passed', b: 'passed' }),
    anEvidence('half', { a: 'passed', b: 'failed' }),
    dumb('other'),
  ]);
  const gates = Object.fromEntries(said.rankings.map(({ agent, gates: shut }) => [agent, shut]));
  expect(said.winner).toBe('right');
  expect(gates).toEqual({ right: [], half: ['progress'], other: ['progress', 'tests'] });
  expect(said.notes.join()).toMatch(/the base's tests do not run \(it may not compile\)/);
});

test('if no candidate’s tests run, none is blamed', () => {
  const said = judge([dumb('one'), dumb('two')]);
  expect(said.rankings.map(({ gates }) => gates)).toEqual([[], []]);
  expect(said.rankings[0]?.breakdown['tests']).toBeNull();
});

test('a base run lost to the machine is not a failing suite', () => {
  const said = judge([anEvidence('one', { a: 'passed' })], missing('infrastructure', 'no disk'));
  expect(said.rankings[0]?.status).toBe('unscored');
});

test('a base with results is left alone', () => {
  const said = judge([anEvidence('one', { a: 'passed' })], measured(aReport({ a: 'passed' })));
  expect(said.rankings[0]?.gates).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { RunPolicy } from '../../../src/core/conclude/score-captured.ts';
import {
  type Captured,
  type CheckRun,
  type Evidence,
  NOT_RUN_AFTER_BROKEN_BUILD,
} from '../../../src/core/domain/evidence/evidence.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';
import { unexamined } from '../../../src/core/next-work/unexamined.ts';
import { aCapture, aCell, aMatrix, anEvidence } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const trust = (said: unknown = {}) => TrustPolicy.parse(said);
const OWN: RunPolicy = { ...aPolicy(), trust: trust() };
/** Lets a candidate win that breaks half of the tests. */
const LAX: RunPolicy = { ...OWN, gates: { ...OWN.gates, max_test_regression_percent: 50 } };

const BASE = { a: 'passed', b: 'passed', c: 'failed' } as const;
const FIXED = { a: 'passed', b: 'passed', c: 'passed' } as const;
const BREAKS = { a: 'passed', b: 'failed', c: 'passed' } as const;

const sound = (name: string, said: Partial<Evidence> = {}) =>
  anEvidence(name, FIXED, { targeted: aCell({ failed: ['c'] }), ...said });
const breaking = (name: string, said: Partial<Evidence> = {}) => anEvidence(name, BREAKS, said);

const found = (captured: Captured, policy: RunPolicy) =>
  unexamined(captured, policy, OWN).map(({ candidate, question }) => `${candidate}: ${question}`);

describe('a policy that blocks fewer candidates', () => {
  test('would have cross-examined them, in both directions', () => {
    const author = sound('author', { matrix: aMatrix({ proven: ['p'] }) });
    const captured = aCapture(BASE, [author, breaking('rough', { matrix: aMatrix({ proven: ['q'] }) })]);
    expect(unexamined(captured, LAX, OWN)).toEqual([
      {
        candidate: 'author',
        question: 'cross-examination with the tests of rough',
        why: "the run's own policy blocked rough (tests)",
      },
      {
        candidate: 'rough',
        question: 'cross-examination with the tests of author',
        why: "the run's own policy blocked rough (tests)",
      },
    ]);
  });

  test('omits pairs that were examined, whichever of the equal authors is named', () => {
    const author = { matrix: aMatrix({ proven: ['p'] }), tree: 'same' };
    const cross = [{ author: 'second', tests: measured(aCell({ passed: ['p'] })) }];
    const rough = breaking('rough', { matrix: aMatrix({ cross }) });
    const captured = aCapture(BASE, [sound('first', author), sound('second', author), rough]);
    expect(found(captured, LAX)).toEqual([]);
  });

  test('would have run hidden tests, if the run had any', () => {
    const hidden = measured(aCell({ passed: ['h'] }));
    const field = [sound('right', { hidden }), breaking('rough')];
    expect(found(aCapture(BASE, field, { hidden }), LAX)).toEqual(['rough: hidden tests']);
    expect(found(aCapture(BASE, field), LAX)).toEqual([]);
  });

  test('would have had a negative control', () => {
    const control = { files: ['a.test.js'], expected: ['a'] };
    const first = { changed: aCell({ failed: ['a'] }), exitCode: 1 };
    const field = [sound('right', { controlled: { first, targets: [] } }), breaking('rough')];
    expect(found(aCapture(BASE, field, { control }), LAX)).toEqual(['rough: negative control']);
    expect(found(aCapture(BASE, field), LAX)).toEqual([]);
  });
});

test('a blocked candidate is neither examined nor a witness under the other policy either', () => {
  const flags = [{ id: 'harness-tampered', rule: 'x', sentence: 'It writes the report itself.' }];
  const cheat = breaking('cheat', { flags, matrix: aMatrix({ proven: ['q'] }) });
  expect(found(aCapture(BASE, [sound('right'), cheat]), LAX)).toEqual([]);
});

test('a dimension that the run did not weigh', () => {
  const policy = { ...OWN, weights: { ...OWN.weights, quality: 10, human_like: 5 } };
  expect(unexamined(aCapture(BASE, [sound('right')]), policy, OWN)).toEqual([
    { candidate: 'right', question: 'quality', why: "the run's own policy does not weigh quality" },
    { candidate: 'right', question: 'human_like', why: "the run's own policy does not weigh human_like" },
  ]);
});

test('checks behind a failed build, if the policy does not stop there', () => {
  const skipped = missing('candidate', NOT_RUN_AFTER_BROKEN_BUILD);
  const broken = anEvidence('broken', {}, { build: measured({ passed: false }), tests: skipped });
  const captured = aCapture(BASE, [sound('right'), broken]);
  expect(found(captured, { ...OWN, gates: { ...OWN.gates, require_build_pass: false } })).toEqual([
    'broken: checks after the build',
  ]);
  expect(found(captured, { ...OWN, build_mode: 'gradient' })).toEqual(['broken: checks after the build']);
  expect(found(captured, LAX)).toEqual([]);
});

test('more time, if no candidate wins otherwise', () => {
  const run = (kind: 'test', outcome: object, name: string = kind): CheckRun =>
    ({ check: { kind, name, timeoutMs: 300_000 }, outcome }) as CheckRun;
  const late = run('test', { status: 'timed-out', timeoutMs: 10_000, durationMs: 10_000 });
  const tests = missing('candidate', 'it ran out of time');
  const field = [sound('right'), anEvidence('slow', {}, { tests, runs: [late] })];
  const strict = { ...OWN, trust: trust({ flags: { 'test-deleted': 'block' } }) };
  const flagged = [{ id: 'test-deleted', rule: 'x', sentence: 'A test is gone.' }];
  const captured = aCapture(BASE, [{ ...(field[0] as Evidence), flags: flagged }, field[1] as Evidence]);
  expect(found(captured, strict)).toEqual(['slow: retry of test for up to 300 s']);
  const later = { ...captured.evidence[1], runs: [run('test', late.outcome, 'cross-right')] } as Evidence;
  expect(found({ ...captured, evidence: [captured.evidence[0] as Evidence, later] }, strict)).toEqual([]);
});

test('tests that the policy allows a candidate to edit', () => {
  const diff = measured({
    files: [{ path: 'test/a.test.js' }],
    added: 1,
    removed: 0,
    effectiveAdded: 1,
    effectiveRemoved: 0,
    effect: true,
  }) as unknown as Evidence['diff'];
  const policy = { ...OWN, trust: trust({ editable_tests: ['test/**'] }) };
  expect(found(aCapture(BASE, [sound('right', { diff })]), policy)).toEqual(['right: all checks']);
});

test('what an old run did not record cannot be determined', () => {
  const old = breaking('old');
  delete old.matrix;
  expect(unexamined(aCapture(BASE, [old]), LAX, OWN)).toEqual([
    {
      candidate: 'old',
      question: 'own tests and cross-examination',
      why: "cannot be determined from this run: it was recorded before candidates' own tests were examined",
    },
  ]);
});

test('nothing, if it is the same policy', () => {
  const captured = aCapture(BASE, [
    sound('right', { matrix: aMatrix({ proven: ['p'] }) }),
    breaking('rough'),
  ]);
  expect(unexamined(captured, OWN, OWN)).toEqual([]);
});

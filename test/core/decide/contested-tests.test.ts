import { describe, expect, test } from 'vitest';
import { excusedTests } from '../../../src/core/decide/contested-tests.ts';
import { missing } from '../../../src/core/domain/measured.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import { aMatrix, anEvidence } from '../../support/evidence-builders.ts';

const contested = [{ id: 't', file: 't.js', base: 'a', candidate: 'b' }];

/** Breaks `t` and brings a version of it that it passes. */
const rewriter = (name: string, outcome: TestOutcome = 'failed', said = {}) =>
  anEvidence(name, { t: outcome }, { matrix: aMatrix({ contested }), ...said });
const keeper = (name: string) => anEvidence(name, { t: 'passed' });

const excused = (...evidence: ReturnType<typeof anEvidence>[]) => [...excusedTests({ evidence })];

describe('a contested test counts for nobody', () => {
  test('where more than half of the field, and at least two, break it', () => {
    expect(excused(rewriter('a'), rewriter('b'))).toEqual(['t']);
    expect(excused(rewriter('a'), rewriter('b'), keeper('c'))).toEqual(['t']);
    expect(excused(rewriter('a'), anEvidence('b', { t: 'failed' }), keeper('c'))).toEqual(['t']);
  });

  test.each([
    ['one alone breaks it', [rewriter('a')]],
    ['one of two', [rewriter('a'), keeper('b')]],
    ['half of four', [rewriter('a'), rewriter('b'), keeper('c'), keeper('d')]],
    ['skipping is not breaking', [rewriter('a', 'skipped'), rewriter('b', 'skipped')]],
    ['nobody brings another version', [anEvidence('a', { t: 'failed' }), anEvidence('b', { t: 'failed' })]],
  ])('not where %s', (_, field) => expect(excused(...field)).toEqual([]));

  test('equal sources are one opinion, by what the checks saw', () => {
    const pinned = { tree: 'same', restored: [], apart: [], merged: [] };
    expect(excused(rewriter('a', 'failed', { pinned }), rewriter('b', 'failed', { pinned }))).toEqual([]);
    expect(excused(rewriter('a', 'failed', { tree: 'x' }), rewriter('b', 'failed', { tree: 'x' }))).toEqual(
      [],
    );
  });

  test('who has no results has no opinion', () => {
    const silent = anEvidence('c', {}, { tests: missing('candidate', 'crashed') });
    const more = anEvidence('d', {}, { tests: missing('candidate', 'crashed') });
    expect(excused(rewriter('a'), rewriter('b'), silent, more)).toEqual(['t']);
  });

  test('a report without ids breaks nothing by name', () => {
    const counts = anEvidence('b', {});
    const bare = {
      ...counts,
      tests: {
        known: true as const,
        value: { format: 'tap', trust: 'structured' as const, passed: 0, failed: 1, skipped: 0 },
      },
    };
    expect(excused(rewriter('a'), bare)).toEqual([]);
  });

  test('a test called like a property of every object is only what a report says', () => {
    const odd = [{ id: 'constructor', file: 't.js', base: 'a', candidate: 'b' }];
    const one = anEvidence('a', { t: 'failed' }, { matrix: aMatrix({ contested: odd }) });
    expect(excused(one, anEvidence('b', { t: 'failed' }))).toEqual([]);
  });

  test('a candidate without a matrix contests nothing', () => {
    const { matrix: _, ...plain } = anEvidence('a', { t: 'failed' });
    expect(excused(plain, plain)).toEqual([]);
  });
});

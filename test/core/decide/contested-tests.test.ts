import { describe, expect, test } from 'vitest';
import { excusedTests } from '../../../src/core/decide/contested-tests.ts';
import type { TestOutcome } from '../../../src/core/domain/check/test-report.ts';
import type { Evidence } from '../../../src/core/domain/evidence/evidence.ts';
import { missing } from '../../../src/core/domain/measured.ts';
import { authorsOf } from '../../../src/core/select/authors.ts';
import { anEvidence } from '../../support/evidence-builders.ts';

const baseline = anEvidence('base', { t: 'passed' });
const breaker = (name: string, outcome: TestOutcome = 'failed', said = {}) =>
  anEvidence(name, { t: outcome }, said);
const keeper = (name: string) => anEvidence(name, { t: 'passed' });

/** By default every author is declared, and all are different. */
const excused = (evidence: Evidence[], author: (name: string) => string | undefined = (name) => name) =>
  [
    ...excusedTests(
      { baseline, evidence },
      authorsOf(
        evidence.map(({ candidate: { name }, tree, pinned }) => ({
          name,
          author: author(name),
          source: pinned?.tree ?? tree,
        })),
      ),
    ),
  ].sort();

describe('a base test that most authors break counts for no candidate', () => {
  test('if at least two authors, and more than half of all, break it', () => {
    expect(excused([breaker('a'), breaker('b')])).toEqual(['t']);
    expect(excused([breaker('a'), breaker('b'), keeper('c')])).toEqual(['t']);
  });

  test.each<[string, Evidence[]]>([
    ['one alone breaks it', [breaker('a')]],
    ['one of two', [breaker('a'), keeper('b')]],
    ['half of four', [breaker('a'), breaker('b'), keeper('c'), keeper('d')]],
    ['skipping is not breaking', [breaker('a', 'skipped'), breaker('b', 'skipped')]],
  ])('not if %s', (_, field) => expect(excused(field)).toEqual([]));

  test('if it no longer runs with them because its file imports what the task removes', () => {
    const gone = (name: string) => anEvidence(name, { other: 'passed' });
    expect(excused([gone('a'), gone('b'), keeper('c')])).toEqual(['t']);
    expect(excused([gone('a'), keeper('b'), keeper('c')])).toEqual([]);
  });

  test('candidates of one author count once', () => {
    const field = [breaker('a1'), breaker('a2'), keeper('c')];
    expect(excused(field, (name) => name[0])).toEqual([]);
  });

  test('two undeclared authors excuse nothing: they may be the same', () => {
    const nobody = () => undefined;
    expect(excused([breaker('a'), breaker('b'), keeper('c')], nobody)).toEqual([]);
    expect(excused([breaker('a'), breaker('b'), breaker('d'), keeper('c')], nobody)).toEqual(['t']);
  });

  test('equal sources count once, judged by what the checks ran on', () => {
    const pinned = { tree: 'same', restored: [], apart: [], merged: [] };
    const twins = ['a', 'b', 'c'].map((name) => breaker(name, 'failed', { pinned }));
    expect(excused(twins, () => undefined)).toEqual([]);
  });

  test('a candidate without results does not count', () => {
    const silent = (name: string) => anEvidence(name, {}, { tests: missing('candidate', 'crashed') });
    expect(excused([breaker('a'), breaker('b'), silent('c'), silent('d')])).toEqual(['t']);
  });

  test('a report without ids breaks no test by name', () => {
    const value = { format: 'tap', trust: 'structured' as const, passed: 0, failed: 1, skipped: 0 };
    const bare = { ...anEvidence('b', {}), tests: { known: true as const, value } };
    expect(excused([breaker('a'), bare])).toEqual([]);
  });

  test('a test that the base does not have is not contested', () => {
    const odd = (name: string) => anEvidence(name, JSON.parse('{"t":"passed","constructor":"failed"}'));
    expect(excused([odd('a'), odd('b')])).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { crossExamined } from '../../../src/core/decide/cross-examination.ts';
import { authorsOf } from '../../../src/core/select/authors.ts';
import type { Evidence } from '../../../src/core/domain/evidence/evidence.ts';
import type { Cell, CrossCell } from '../../../src/core/domain/evidence/matrix.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { aCell, aMatrix, anEvidence } from '../../support/evidence-builders.ts';

const cross = (author: string, said: Partial<Cell>): CrossCell => ({ author, tests: measured(aCell(said)) });
const one = (name: string, cells: CrossCell[], proven: string[] = [], said: Partial<Evidence> = {}) =>
  anEvidence(name, {}, { matrix: aMatrix({ cross: cells, proven }), ...said });
const baseline = anEvidence('base', {});
const base = { ref: 'main', commit: 'c0', tree: 'base-tree', branch: null };
const authorsIn = (evidence: readonly Evidence[], declared: Readonly<Record<string, string>> = {}) =>
  authorsOf(
    evidence.map(({ candidate: { name }, tree }) => ({ name, author: declared[name], source: tree })),
  );
const of = (name: string, ...evidence: Evidence[]) =>
  crossExamined({ base, baseline, evidence }, authorsIn(evidence), new Set()).get(name);

describe('a proven test of another candidate', () => {
  const author = one('author', [], ['t', 'u']);
  const passes = one('passes', [cross('author', { passed: ['t', 'u'] })]);
  const half = one('half', [cross('author', { passed: ['t'], failed: ['u'] })]);

  test('counts if a source other than its author’s passes it, for those that pass and those that fail', () => {
    expect(of('passes', author, passes, half)).toMatchObject({ passed: 2, failed: 0 });
    expect(of('half', author, passes, half)).toMatchObject({ passed: 1, failed: 1 });
  });

  test('counts for nothing if no other source passes it', () => {
    const fails = one('fails', [cross('author', { failed: ['t', 'u'] })]);
    expect(of('fails', author, fails)).toMatchObject({ passed: 0, failed: 0 });
  });

  test('is failed if it is skipped or not reported', () => {
    const silent = one('silent', [cross('author', {})]);
    expect(of('silent', author, passes, silent)).toMatchObject({ passed: 0, failed: 2 });
  });

  test('counts once, however many pass it', () => {
    const again = one('again', [cross('author', { passed: ['t', 'u'] })]);
    expect(of('half', author, passes, again, half)).toMatchObject({ passed: 1, failed: 1 });
    expect(of('author', author, passes, again, half)).toMatchObject({ corroborated: 2 });
  });

  test('two authors may give theirs the same name', () => {
    const other = one('other', [cross('author', { passed: ['t'] })], ['t']);
    const field = [
      author,
      other,
      one('x', [cross('author', { passed: ['t'] }), cross('other', { failed: ['t'] })]),
    ];
    expect(of('x', ...field)).toMatchObject({ passed: 1, failed: 0 });
    expect(of('other', ...field)).toMatchObject({ corroborated: 0 });
  });
});

describe('a cell without a result', () => {
  const author = one('author', [], ['t']);
  const passes = one('passes', [cross('author', { passed: ['t'] })]);

  test.each([
    ['that the candidate broke has passed nothing', 'candidate', 1],
    ['lost to the machine is ignored', 'infrastructure', 0],
    ['never requested is ignored', 'not-configured', 0],
  ] as const)('%s', (_, cause, failed) => {
    const broken = one('broken', [{ author: 'author', tests: missing(cause, 'why') }]);
    expect(of('broken', author, passes, broken)).toMatchObject({ passed: 0, failed });
  });
});

describe('an author', () => {
  const author = one('author', [], ['t']);
  const fails = (name: string, said: Partial<Evidence> = {}) =>
    one(name, [cross('author', { failed: ['t'] })], [], said);

  test('is contradicted if at least two other sources run its tests and none passes any', () => {
    expect(of('author', author, fails('a'), fails('b'))).toMatchObject({
      corroborated: 0,
      contradicted: true,
    });
    expect(of('author', author, fails('a'))).toMatchObject({ contradicted: false });
    expect(of('author', author)).toMatchObject({ contradicted: false });
  });

  test('is not contradicted by equal sources, nor by cells that the machine lost', () => {
    const same = { tree: 'same' };
    expect(of('author', author, fails('a', same), fails('b', same))).toMatchObject({ contradicted: false });
    const lost = one('b', [{ author: 'author', tests: missing('infrastructure', 'lost') }]);
    expect(of('author', author, fails('a'), lost)).toMatchObject({ contradicted: false });
  });

  test('is not contradicted if one passes, or if it claims nothing', () => {
    const passes = (name: string) => one(name, [cross('author', { passed: ['t'] })]);
    expect(of('author', author, fails('a'), passes('b'))).toMatchObject({
      corroborated: 1,
      contradicted: false,
    });
    expect(of('author', author, fails('a'), fails('b'), passes('c'))).toMatchObject({
      corroborated: 1,
      tied: true,
    });
    // Passing it without bringing it brings no advantage.
    expect(of('c', author, fails('a'), fails('b'), passes('c'))).toMatchObject({
      passed: 1,
      tied: true,
    });
    expect(of('author', author, fails('a'), fails('b'), fails('d'), passes('c'))).toMatchObject({
      corroborated: 0,
      contradicted: false,
      claims: true,
      refutedBy: 3,
    });
    const modest = one('author', []);
    expect(of('author', modest, fails('a'), fails('b'))).toMatchObject({ contradicted: false });
  });

  test('is not contradicted by candidates that run another author’s tests', () => {
    const elsewhere = one('b', [cross('other', { failed: ['t'] })]);
    expect(of('author', author, fails('a'), elsewhere)).toMatchObject({ contradicted: false });
  });

  test('shares the findings with candidates that submitted the same tree', () => {
    const twin = one('twin', [], ['t'], { tree: 'tree-author' });
    const passes = one('passes', [cross('author', { passed: ['t'] })]);
    expect(of('twin', author, twin, passes)).toMatchObject({ corroborated: 1 });
  });
});

test('without a matrix there is no result', () => {
  const { matrix: _, ...plain } = anEvidence('plain', {});
  expect(of('plain', plain)).toMatchObject({ passed: 0, failed: 0, corroborated: 0, claims: false });
});

describe('agreement is counted by author', () => {
  const cell = (said: Partial<Cell>) => [cross('poisoner', said)];
  const poisoner = one('poisoner', [], ['t']);
  const puppet = one('puppet', cell({ passed: ['t'] }));
  const honest = one('honest', cell({ failed: ['t'] }));
  const examined = (declared: Readonly<Record<string, string>>, ...evidence: Evidence[]) =>
    crossExamined({ base, baseline, evidence }, authorsIn(evidence, declared), new Set());

  test('a second candidate of the same author confirms nothing', () => {
    const alone = examined({ poisoner: 'p', puppet: 'p' }, poisoner, puppet, honest);
    expect(alone.get('honest')).toMatchObject({ failed: 0, failsClaimsOf: 1 });
    expect(alone.get('poisoner')).toMatchObject({ corroborated: 0, claims: true, refutedBy: 1 });
    expect(alone.get('puppet')).toMatchObject({ claims: true });
  });

  test('two runs of one rival contradict no more than one', () => {
    const rival = ['b1', 'b2'].map((name) => one(name, cell({ failed: ['t'] })));
    const declared = { poisoner: 'a', b1: 'b', b2: 'b' };
    expect(examined(declared, poisoner, ...rival).get('poisoner')).toMatchObject({ contradicted: false });
  });

  test('two undeclared authors confirm less than two declared ones', () => {
    const unnamed = examined({}, poisoner, puppet, honest);
    expect(unnamed.get('puppet')).toMatchObject({ passed: 1, unsure: true });
    expect(unnamed.get('honest')).toMatchObject({ failed: 1, unsure: true });
    const named = examined({ poisoner: 'a', puppet: 'b' }, poisoner, puppet, honest);
    expect(named.get('puppet')).toMatchObject({ passed: 1, unsure: false });
    const three = examined({}, poisoner, puppet, one('third', cell({ passed: ['t'] })));
    expect(three.get('puppet')).toMatchObject({ unsure: false });
  });

  test('two authors are outvoted by three others', () => {
    const others = ['b', 'c'].map((name) => one(name, cell({ failed: ['t'] })));
    const field = examined({}, poisoner, puppet, honest, ...others);
    expect(field.get('honest')).toMatchObject({ failed: 0 });
    expect(examined({}, poisoner, puppet, honest).get('honest')).toMatchObject({ failed: 1 });
  });

  test('a candidate that breaks base tests is not a witness', () => {
    const green = anEvidence('base', { old: 'passed' });
    const breaker = anEvidence(
      'breaker',
      { old: 'failed' },
      { matrix: aMatrix({ cross: cell({ failed: ['t'] }) }) },
    );
    const evidence = [poisoner, breaker];
    const seen = (aside: ReadonlySet<string>) =>
      crossExamined({ base, baseline: green, evidence }, authorsIn(evidence), aside).get('poisoner')
        ?.refutedBy;
    expect(seen(new Set())).toBe(0);
    expect(seen(new Set(['old']))).toBe(1);
  });
});

describe('an author of whose two candidates one brings the tests', () => {
  const declared = { whole: 'x', source: 'x' };
  const whole = one('whole', [], ['t']);
  const source = one('source', [cross('whole', { passed: ['t'] })]);
  const fails = (name: string) => one(name, [cross('whole', { failed: ['t'] })]);
  const examined = (evidence: Evidence[], confirmation?: 'inputs') =>
    crossExamined(
      { base, baseline, evidence, ...(confirmation !== undefined && { confirmation }) },
      authorsIn(evidence, declared),
      new Set(),
    );

  test('has both contradicted or none', () => {
    const rivals = [fails('a'), fails('b')];
    const field = examined([whole, source, ...rivals], 'inputs');
    expect([field.get('whole')?.contradicted, field.get('source')?.contradicted]).toEqual([true, true]);
    // Its own author is no witness against it.
    const alone = examined([whole, one('source', [cross('whole', { failed: ['t'] })]), fails('a')], 'inputs');
    expect([alone.get('whole')?.contradicted, alone.get('source')?.contradicted]).toEqual([false, false]);
  });

  test('is not refuted by candidates that leave the source as it is', () => {
    const cells = [cross('whole', { failed: ['t'] })];
    const onlyTests = one('only-tests', cells, [], {
      pinned: { tree: 'base-tree', apart: ['test.js'], restored: [], merged: [] },
    });
    const field = [whole, onlyTests, fails('a')];
    expect(examined(field, 'inputs').get('whole')).toMatchObject({ refutedBy: 1, contradicted: false });
    expect(examined(field).get('whole')).toMatchObject({ refutedBy: 2, contradicted: true });
  });

  test('is judged as before in runs of earlier engines', () => {
    const field = examined([whole, one('source', [cross('whole', { failed: ['t'] })]), fails('a')]);
    expect(field.get('whole')?.contradicted).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import { Conclusion } from '../../../src/core/domain/run/conclusion.ts';
import { Captured, type Evidence, type TreeEvidence } from '../../../src/core/domain/evidence/evidence.ts';
import type { DiffFacts } from '../../../src/core/domain/candidate/diff-facts.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import type { TestReport } from '../../../src/core/domain/check/test-report.ts';
import { toContract } from '../../../src/core/report/run/json-contract.ts';
import { aPolicy } from '../../support/race-builders.ts';

const unsaid = missing('not-configured', 'not said');

const aTree = (said: Partial<TreeEvidence> = {}): TreeEvidence => ({
  tree: 'tree',
  runs: [],
  build: unsaid,
  tests: unsaid,
  lint: unsaid,
  security: unsaid,
  ...said,
});

const aReport = (outcomes: NonNullable<TestReport['outcomes']>) =>
  measured<TestReport>({ format: 'tap', trust: 'structured', passed: 0, failed: 0, skipped: 0, outcomes });

const aDiff = (said: Partial<DiffFacts> = {}) =>
  measured<DiffFacts>({
    files: [
      {
        path: 'src/a.ts',
        change: 'modified',
        oldMode: '100644',
        newMode: '100644',
        kind: 'text',
        added: 4000,
        removed: 4000,
        effectiveAdded: 3,
        effectiveRemoved: 1,
        normalisedBy: 'prettier',
        effect: true,
      },
    ],
    added: 4000,
    removed: 4000,
    effectiveAdded: 3,
    effectiveRemoved: 1,
    effect: true,
    ...said,
  });

const evidence = (
  name: string,
  said: Partial<Evidence> = {},
  provenance: Partial<Evidence['candidate']['provenance']> = {},
): Evidence => ({
  ...aTree(),
  candidate: {
    name,
    source: { kind: 'patch', at: `${name}.patch` },
    provenance: { status: 'completed', ...provenance },
  },
  patchSha256: 'digest',
  diff: aDiff(),
  flags: [],
  ...said,
});

const captured = (said: Partial<Captured> = {}): Captured => ({
  base: { ref: 'main', commit: 'c0', tree: 't0', branch: 'refs/heads/main' },
  profile: 'js-node',
  isolation: { level: 'sandboxed', detail: 'bubblewrap' },
  notes: [],
  baseline: aTree(),
  evidence: [],
  rejected: [],
  ...said,
});

describe('conclude', () => {
  test('is a conclusion that matches its own schema, and the same every time', () => {
    const run = captured({
      baseline: aTree({ build: measured({ passed: true }), tests: aReport({ a: 'passed', b: 'failed' }) }),
      evidence: [
        evidence(
          'one',
          { build: measured({ passed: true }), tests: aReport({ a: 'passed', b: 'passed' }) },
          { duration_ms: 3000 },
        ),
        evidence(
          'two',
          { build: measured({ passed: false }), tests: aReport({ a: 'failed' }) },
          { duration_ms: 1000 },
        ),
      ],
    });
    const conclusion = conclude(Captured.parse(run), aPolicy(), 'run-1');
    expect(Conclusion.parse(conclusion)).toEqual(conclusion);
    expect(conclusion).toMatchObject({
      run_id: 'run-1',
      winner: 'one',
      model: { id: 'race', version: '1.0.0' },
    });
    expect(conclusion.rankings[1]?.reasons).toMatchObject({
      build: 'the build fails',
      tests: '1 of 1 test that passed on the base no longer passes: a',
    });
    const again = conclude(Captured.parse(JSON.parse(JSON.stringify(run))), aPolicy(), 'run-1');
    expect(JSON.stringify(again)).toBe(JSON.stringify(conclusion));
  });

  test('sizes are the effective ones', () => {
    const [ranking] = conclude(captured({ evidence: [evidence('one')] }), aPolicy(), 'r').rankings;
    expect(ranking?.breakdown['diff_scope']).toBe(100);
  });

  test('a change without effect is not a change, however many lines it has', () => {
    const [ranking] = conclude(
      captured({ evidence: [evidence('one', { diff: aDiff({ effect: false }) })] }),
      aPolicy(),
      'r',
    ).rankings;
    expect(ranking).toMatchObject({ mergeable: false, gates: ['no_change'] });
  });

  test('anything not recorded about an agent is null with a reason', () => {
    const policy = aPolicy({ weights: { cost: 5 } });
    const [ranking] = conclude(captured({ evidence: [evidence('one')] }), policy, 'r').rankings;
    expect(ranking?.breakdown).toMatchObject({ speed: null, cost: null });
    expect(ranking?.reasons).toMatchObject({
      speed: 'how long the agent took was not recorded',
      cost: 'the cost of one, which passed every gate, is unknown: speed counts instead',
    });
  });

  test('cost comes from usage', () => {
    const field = [evidence('dear', {}, { usd: 2 }), evidence('cheap', {}, { usd: 0.5 })];
    const { winner, rankings } = conclude(
      captured({ evidence: field }),
      aPolicy({ weights: { cost: 5 } }),
      'r',
    );
    expect(winner).toBe('cheap');
    expect(rankings.map(({ breakdown }) => breakdown['cost'])).toEqual([100, 25]);
  });

  test('flags, rejections and notes are carried along', () => {
    const flag = {
      id: 'new-suppression',
      rule: 'eslint-disable',
      sentence: 'a lint rule is switched off',
      file: 'src/a.ts',
      line: 3,
    };
    const { candidate } = evidence('outside');
    const conclusion = conclude(
      captured({
        evidence: [evidence('one', { flags: [flag] })],
        rejected: [{ candidate, reason: 'reaches outside the tree' }],
        notes: ['no build script'],
        isolation: { level: 'degraded', detail: 'no user namespaces' },
      }),
      aPolicy(),
      'r',
    );
    expect(conclusion.rankings[0]?.flags).toEqual([flag]);
    expect(conclusion.rejected).toEqual([{ agent: 'outside', reason: 'reaches outside the tree' }]);
    expect(conclusion.notes).toEqual(['no build script', 'sandbox: degraded (no user namespaces)']);
  });

  test('an empty field has no winner', () => {
    expect(conclude(captured(), aPolicy(), 'r')).toMatchObject({ winner: null, rankings: [] });
  });
});

describe('toContract', () => {
  const third = evidence('one', { tests: aReport({ a: 'passed', b: 'failed', c: 'failed' }) });
  const conclusion = conclude(
    captured({
      baseline: aTree({ tests: aReport({ a: 'passed', b: 'failed', c: 'failed' }) }),
      evidence: [third],
    }),
    aPolicy(),
    'r',
  );

  test('rounds to 4 decimals, and the conclusion itself is not rounded', () => {
    expect(conclusion.rankings[0]?.breakdown['tests']).toBeCloseTo(100 / 3, 12);
    const { rankings } = toContract(conclusion);
    expect(rankings[0]?.breakdown['tests']).toBe(33.3333);
    expect(rankings[0]?.weights).toEqual({ tests: 0.6667, diff_scope: 0.3333 });
  });

  test('keeps the documented shape, and still is a conclusion', () => {
    const contract = toContract(conclusion);
    expect(Conclusion.parse(contract)).toEqual(contract);
    expect(Object.keys(contract).slice(0, 4)).toEqual(['run_id', 'model', 'winner', 'rankings']);
    expect(Object.keys(contract.rankings[0] ?? {}).slice(0, 4)).toEqual([
      'agent',
      'mergeable',
      'total',
      'breakdown',
    ]);
    expect(Object.keys(contract.rankings[0]?.breakdown ?? {})).toEqual([
      'build',
      'tests',
      'lint',
      'diff_scope',
      'speed',
    ]);
  });
});

test('three hundred candidates, each breaking another test, and the one that breaks none wins', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `suite > test ${index}`);
  const report = (broken: number) =>
    aReport(Object.fromEntries(ids.map((id, index) => [id, index === broken ? 'failed' : 'passed'])));
  const field = Array.from({ length: 300 }, (_, index) =>
    evidence(`c${index}`, { tests: report(index === 150 ? -1 : index) }),
  );
  const conclusion = conclude(
    captured({ baseline: aTree({ tests: report(-1) }), evidence: field }),
    aPolicy(),
    'r',
  );
  expect(conclusion.winner).toBe('c150');
  expect(conclusion.rankings.filter(({ mergeable }) => mergeable)).toHaveLength(1);
});

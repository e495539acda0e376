import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scoreDocument } from '../../../src/core/documents/score-document.ts';

const candidate = {
  agent: 'codex',
  status: 'completed',
  duration_ms: 1000,
  build: { passed: true },
  tests: { passed: 3, failed: 0 },
  lint: { errors: 0, warnings: 0 },
  diff: { added: 1, removed: 0, files: ['src/a.ts'] },
};
const race = {
  model: 'race',
  baseline: { build: { passed: true }, tests: { passed: 3, failed: 0 }, lint: { errors: 0, warnings: 0 } },
  candidates: [candidate],
};
const withCandidate = (said: object) => ({ ...race, candidates: [{ ...candidate, ...said }] });
const task = { task: 'a', objective: { passed: 1, total: 2 }, cost: { tokens: 5 } };

const errorOf = (document: unknown): string => {
  const scored = scoreDocument(document);
  return scored.ok ? 'no error' : scored.error;
};
type Ranking = {
  mergeable: boolean;
  total: number | null;
  breakdown: Record<string, number | null>;
  gates: string[];
  reasons: Record<string, string>;
  status: string;
};
const rankingOf = (document: unknown): Ranking => {
  const scored = scoreDocument(document);
  if (!scored.ok) throw new Error(scored.error);
  return (scored.result as { rankings: [Ranking] }).rankings[0];
};
const resultOf = (document: unknown) => {
  const scored = scoreDocument(document);
  if (!scored.ok) throw new Error(scored.error);
  return scored.result;
};

describe('an invalid document is an error with the field’s path', () => {
  test.each([
    ['not an object', 'race', /^document: a JSON object/],
    ['a list', [], /^document: a JSON object/],
    ['no model', {}, /^model: one of race, benchmark, experiment, convention, tournament/],
    ['an unknown model', { model: 'constructor' }, /^model: one of/],
    ['no candidates', { ...race, candidates: undefined }, /^candidates: /],
    ['NaN', withCandidate({ duration_ms: Number.NaN }), /^candidates\[0\]\.duration_ms: /],
    ['infinity', withCandidate({ usd: Infinity }), /^candidates\[0\]\.usd: /],
    [
      'a negative count',
      withCandidate({ tests: { passed: -1, failed: 0 } }),
      /^candidates\[0\]\.tests\.passed: /,
    ],
    [
      'half a test',
      withCandidate({ tests: { passed: 1.5, failed: 0 } }),
      /^candidates\[0\]\.tests\.passed: /,
    ],
    [
      'a number as text',
      withCandidate({ lint: { errors: '1', warnings: 0 } }),
      /^candidates\[0\]\.lint\.errors: /,
    ],
    ['a count left out', withCandidate({ lint: { errors: 1 } }), /^candidates\[0\]\.lint\.warnings: /],
    [
      'an unknown outcome',
      withCandidate({ tests: { outcomes: { 'a b': 'flaky' } } }),
      /^candidates\[0\]\.tests\.outcomes\["a b"\]: /,
    ],
    [
      'outcomes that are a list',
      withCandidate({ tests: { outcomes: [] } }),
      /^candidates\[0\]\.tests\.outcomes: /,
    ],
    ['an unknown status', withCandidate({ status: 'done' }), /^candidates\[0\]\.status: /],
    [
      'an unknown cause',
      withCandidate({ lint: { missing: 'x', cause: 'weather' } }),
      /^candidates\[0\]\.lint\.cause: /,
    ],
    [
      'a value next to its absence',
      withCandidate({ lint: { missing: 'x', errors: 0 } }),
      /^candidates\[0\]\.lint\.errors: a missing value/,
    ],
    [
      'a reason that is not a text',
      withCandidate({ lint: { missing: true } }),
      /^candidates\[0\]\.lint\.missing: /,
    ],
    [
      'two of one name',
      { ...race, candidates: [candidate, candidate] },
      /^candidates\[1\]\.agent: "codex" is there twice/,
    ],
    ['a misspelt weight', { ...race, policy: { weights: { test: 30 } } }, /^policy\.weights: .*test/],
    ['a misspelt policy', { ...race, polcy: {} }, /^document: .*polcy/],
    ['a negative weight', { ...race, policy: { weights: { build: -1 } } }, /^policy\.weights\.build: /],
    [
      'more passed than there are',
      { model: 'benchmark', tests: { fail_to_pass: { passed: 2, total: 1 } } },
      /^tests\.fail_to_pass\.passed: /,
    ],
    ['negative tokens', { model: 'benchmark', tokens: -1 }, /^tokens: /],
    [
      'an infinite complexity',
      { model: 'benchmark', quality: { go: { cc: Infinity } } },
      /^quality\.go\.cc: /,
    ],
    [
      'a task twice',
      { model: 'experiment', baseline: [task, task], candidate: [] },
      /^baseline\[1\]\.task: "a" is there twice/,
    ],
    [
      'a judge above 1',
      { model: 'experiment', baseline: [{ ...task, judge: 80 }], candidate: [] },
      /^baseline\[0\]\.judge: /,
    ],
    [
      'a negative cost',
      { model: 'experiment', baseline: [{ ...task, cost: { usd: -1 } }], candidate: [] },
      /^baseline\[0\]\.cost\.usd: /,
    ],
    [
      'an unknown threshold',
      { model: 'experiment', baseline: [], candidate: [], thresholds: { gain: 1 } },
      /^thresholds: .*gain/,
    ],
    ['an unknown style', { model: 'convention', casing: { variable: 'Train-Case' } }, /^casing\.variable: /],
    ['a pattern above 1', { model: 'convention', file_pattern: 1.1 }, /^file_pattern: /],
    ['an empty tournament', { model: 'tournament', scores: [] }, /^scores: a tournament needs/],
    [
      'groups of one',
      { model: 'tournament', k: 1, scores: [{ total: 1, execSignals: 1, identifierMatch: 1 }] },
      /^k: a group needs/,
    ],
    [
      'a contestant without a total',
      { model: 'tournament', scores: [{ execSignals: 1, identifierMatch: 1 }] },
      /^scores\[0\]\.total: /,
    ],
  ])('%s', (_, document, message) => expect(errorOf(document)).toMatch(message));

  test('many errors are cut short', () => {
    const broken = {
      ...race,
      candidates: Array.from({ length: 9 }, (_, index) => ({
        ...candidate,
        agent: `a${index}`,
        duration_ms: 'x',
      })),
    };
    expect(errorOf(broken)).toMatch(/and 4 more$/);
  });
});

describe('the three notations for a missing value', () => {
  test.each([
    ['absent', undefined, 'not given'],
    ['null', null, 'not given'],
    ['with a reason', { missing: 'eslint crashed' }, 'eslint crashed'],
    ['with an empty reason', { missing: '' }, 'no reason given'],
  ])('%s', (_, lint, reason) => {
    const ranking = rankingOf(withCandidate({ lint }));
    expect(ranking).toMatchObject({ breakdown: { lint: 0 }, reasons: { lint: reason }, mergeable: true });
  });

  test('a cause is trusted if it costs more', () => {
    expect(
      rankingOf(withCandidate({ lint: { missing: 'disk full', cause: 'infrastructure' } })),
    ).toMatchObject({ status: 'unscored', total: null, mergeable: false });
    expect(
      rankingOf(withCandidate({ lint: { missing: 'off', cause: 'not-configured' } })).breakdown['lint'],
    ).toBe(0);
  });

  test('on the baseline the dimension is inactive', () => {
    const ranking = rankingOf({ ...race, baseline: { tests: race.baseline.tests } });
    expect(ranking.breakdown).toMatchObject({ build: null, lint: null, tests: 100 });
  });

  test('security without a cause is not configured; with one it blocks', () => {
    expect(rankingOf(withCandidate({ security: { missing: 'no command' } })).gates).toEqual([]);
    expect(rankingOf(withCandidate({ security: { missing: 'timeout', cause: 'candidate' } })).gates).toEqual([
      'security',
    ]);
  });

  test('an unknown status or diff blocks', () => {
    expect(rankingOf(withCandidate({ status: null, diff: null })).gates).toEqual(['agent', 'no_change']);
  });
});

describe('keys besides the facts', () => {
  test('unknown keys of facts are set aside and listed', () => {
    const document = {
      ...withCandidate({ comment: 'nice', lint: { errors: 0, warnings: 0, tool: 'eslint' } }),
    };
    expect(resultOf(document)).toMatchObject({
      notes: ['candidates[0].lint.tool: unknown, not read', 'candidates[0].comment: unknown, not read'],
      rankings: [{ total: 100 }],
    });
  });

  test('a test called __proto__ is not lost', () => {
    const base = JSON.parse('{"outcomes": {"__proto__": "passed", "a": "passed"}}') as object;
    const own = { outcomes: { a: 'passed' } };
    const document = {
      ...race,
      baseline: { ...race.baseline, tests: base },
      candidates: [{ ...candidate, tests: own }],
    };
    expect(rankingOf(document).reasons['tests']).toContain(
      '1 of 2 tests that passed on the base no longer passes: __proto__',
    );
  });

  test('it survives an unknown key next to it', () => {
    const base = JSON.parse('{"tool": "x", "outcomes": {"__proto__": "passed"}}') as object;
    const document = {
      ...race,
      baseline: { ...race.baseline, tests: base },
      candidates: [{ ...candidate, tests: { outcomes: {} } }],
    };
    expect(rankingOf(document).gates).toEqual(['tests']);
  });

  test('renames have two sides', () => {
    const files = [{ path: 'src/a', old_path: 'infra/a' }];
    const document = {
      ...withCandidate({ diff: { added: 0, removed: 0, files } }),
      policy: { diff_scope: { protected_paths: ['infra/'] } },
    };
    expect(rankingOf(document).breakdown['diff_scope']).toBe(30);
  });

  test('counts may come from the outcomes', () => {
    const document = {
      ...race,
      baseline: { ...race.baseline, tests: { outcomes: { a: 'passed', b: 'passed', c: 'passed' } } },
    };
    expect(rankingOf(document)).toMatchObject({ breakdown: { tests: 100 }, gates: [] });
  });
});

describe('every model returns its version, rounded numbers and its reasons', () => {
  test('race', () => {
    expect(resultOf({ ...race, run_id: 'r7' })).toMatchObject({
      run_id: 'r7',
      model: { id: 'race', version: '1.0.0' },
      winner: 'codex',
    });
    expect(resultOf(race)).toMatchObject({ run_id: 'document' });
  });

  test('benchmark', () => {
    const document = {
      model: 'benchmark',
      tests: { fail_to_pass: { passed: 1, total: 3 }, pass_to_pass: { passed: 0, total: 0 } },
    };
    expect(resultOf(document)).toMatchObject({
      model: { id: 'benchmark', version: '1.0.0' },
      scores: { functional: 0.3333, total: 0.3333, quality: null },
      reasons: { quality: 'not given', efficiency: 'tokens are not known: not given' },
      votes: 0,
      weights: { functional: 1 },
    });
  });

  test('experiment', () => {
    const document = {
      model: 'experiment',
      baseline: [task],
      candidate: [
        { ...task, objective: null },
        { ...task, task: 'b' },
      ],
    };
    expect(resultOf(document)).toMatchObject({
      model: { id: 'experiment' },
      verdict: 'regressed',
      promote: false,
      net_gain: 0,
      tasks: [
        {
          task: 'a',
          baseline: null,
          candidate: null,
          delta: null,
          reason: "the candidate's objective: not given",
        },
      ],
      unmatched: ['b'],
    });
  });

  test('convention', () => {
    expect(resultOf({ model: 'convention', file_pattern: 0.7 })).toMatchObject({
      model: { id: 'convention' },
      breakdown: { filePattern: 0.7, total: 0.7, boundaries: null },
      reasons: { boundaries: 'not given' },
    });
  });

  test('tournament, over whole scorecards', () => {
    const scores = [{ total: 0.5, execSignals: 1, identifierMatch: 1, boundaries: 1 }];
    expect(resultOf({ model: 'tournament', scores })).toMatchObject({
      model: { id: 'tournament' },
      winnerIndex: 0,
      rounds: [],
    });
  });
});

test('is total: any JSON gives a result or an error, and a result has no NaN', () => {
  const mutated = fc.tuple(
    fc.constantFrom<object>(
      race,
      { model: 'benchmark' },
      { model: 'experiment', baseline: [task], candidate: [task] },
      { model: 'convention' },
      { model: 'tournament', scores: [] },
    ),
    fc.dictionary(
      fc.constantFrom(
        'policy',
        'baseline',
        'candidates',
        'tests',
        'quality',
        'judges',
        'candidate',
        'exec',
        'scores',
        'k',
        'identifiers',
      ),
      fc.jsonValue(),
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        mutated.map(([document, said]) => ({ ...document, ...said })),
      ),
      (document) => {
        const scored = scoreDocument(document);
        if (!scored.ok) return scored.error.length > 0;
        const text = JSON.stringify(scored.result, (_, value: unknown) =>
          typeof value === 'number' && !Number.isFinite(value) ? 'not finite' : value,
        );
        return !text.includes('not finite');
      },
    ),
    { numRuns: 300 },
  );
});

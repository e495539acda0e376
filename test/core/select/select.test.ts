import { describe, expect, test } from 'vitest';
import { DecisionPolicy } from '../../../src/core/domain/policy/decision-policy.ts';
import { type Leftover, Probes, type ProbedCall } from '../../../src/core/domain/evidence/probes.ts';
import type { ChangeSketch } from '../../../src/core/domain/candidate/change-sketch.ts';
import { agreementIn } from '../../../src/core/select/agreement.ts';
import { authorsOf } from '../../../src/core/select/authors.ts';
import { behaviourIn } from '../../../src/core/select/behaviour-agreement.ts';
import { asksBehaviour, nameWinner } from '../../../src/core/select/name-winner.ts';
import { panelTestStandings } from '../../../src/core/select/panel-test-standing.ts';
import { estimateField } from '../../../src/core/select/probability.ts';
import { type Standing, blankStanding } from '../../../src/core/select/standing.ts';
import { type ScriptStanding, scriptStandings } from '../../../src/core/select/script-standing.ts';

const sketch = (words: string, blocks: readonly number[] = [1]): ChangeSketch => ({
  places: [{ path: 'src/a.ts', blocks: [...blocks] }],
  tokens: words.split(' ').map((word) => [word, 1]),
  source: true,
});

const standing = (name: string, said: Partial<Standing> = {}): Standing => ({
  ...blankStanding(name),
  source: `tree-${name}`,
  tests: 'structured',
  ...said,
});

const agreed = (tokens: number, coverage = tokens) => ({ agreement: { tokens, coverage } });

const decided = (
  standings: readonly Standing[],
  policy: Partial<DecisionPolicy> = {},
  progressAsked = true,
) =>
  nameWinner({
    standings,
    estimates: estimateField(standings, { progressAsked }),
    order: standings.map(({ name }) => name),
    policy: DecisionPolicy.parse(policy),
  });

describe('tests that a model wrote from the task', () => {
  const authors = authorsOf(['a', 'b', 'c', 'd'].map((name) => ({ name, author: name })));
  const written = (passed: string[], failed: string[], state: 'admitted' | 'unsteady' = 'admitted') => ({
    id: 't',
    state,
    passed,
    failed,
  });
  const NO_ONE: ReadonlySet<string> = new Set();
  const passes = { panelTests: { passed: 1, failed: 0, confirmed: false } };
  const alsoPasses = { panelTests: { passed: 1, failed: 0, confirmed: true } };
  const fails = { panelTests: { passed: 0, failed: 1, confirmed: false } };

  test('count by author, and for nothing if more authors fail them than pass', () => {
    const one = panelTestStandings([written(['a', 'b'], ['c'])], authors, NO_ONE);
    expect(one.get('a')).toEqual({ passed: 1, failed: 0, confirmed: true });
    expect(one.get('c')).toEqual({ passed: 0, failed: 1, confirmed: false });
    expect(panelTestStandings([written(['a'], ['b', 'c'])], authors, NO_ONE).size).toBe(0);
    expect(panelTestStandings([written(['a'], ['b', 'c'])], authors, new Set(['c'])).size).toBe(3);
    expect(panelTestStandings([written(['a'], ['b'], 'unsteady')], authors, NO_ONE).size).toBe(0);
  });

  test('that only refused candidates pass count for nothing', () => {
    expect(panelTestStandings([written(['a'], ['b'])], authors, new Set(['a'])).size).toBe(0);
  });

  test('lead to a lean if one author alone passes them and nothing else differs', () => {
    const lean = decided([standing('a', fails), standing('b', passes)]);
    expect([lean.kind, lean.candidates]).toEqual(['leaning', ['b']]);
    expect(lean.reason).toContain('only tests that a model wrote');
  });

  test('count for a candidate if a second author passes them', () => {
    const { kind, candidates } = decided([
      standing('a', { ...fails, ...agreed(0.5) }),
      standing('b', { ...alsoPasses, ...agreed(0.5) }),
      standing('c', { ...alsoPasses, ...agreed(0.5), mergeable: false }),
    ]);
    expect([kind, candidates]).toEqual(['winner', ['b']]);
  });

  test('do not outweigh a test of the base or one that two authors confirm', () => {
    for (const proof of [{ fixed: 1 }, { confirmed: { passed: 1, failed: 0 } }]) {
      const { kind, candidates } = decided([
        standing('a', alsoPasses),
        standing('b', { ...fails, ...proof }),
      ]);
      expect([kind, candidates]).toEqual(['winner', ['b']]);
    }
  });

  test('never refuse a candidate that stands alone', () => {
    // A right change may fail a test that asks for more than the task.
    expect(decided([standing('a', { ...fails, fixed: 1 })]).candidates).toEqual(['a']);
    expect(decided([standing('a', { ...fails, fixed: 1 }), standing('b', { ...fails })]).candidates).toEqual([
      'a',
    ]);
  });

  test('do not stop a candidate that other evidence favours', () => {
    const { kind, candidates } = decided([standing('a', { ...passes, fixed: 1 }), standing('b', fails)]);
    expect([kind, candidates]).toEqual(['winner', ['a']]);
  });
});

describe('authors', () => {
  const same = sketch('a b c d e f g h i j');
  const keys = (...given: Parameters<typeof authorsOf>[0][number][]) =>
    [...authorsOf(given).values()].map(({ key }) => key);

  test('are those that the user declares', () => {
    const [one, two, three] = keys(
      { name: 'x', author: 'ann', sketch: same },
      { name: 'y', author: 'bob', sketch: same },
      { name: 'z', author: 'ann' },
    );
    expect(one).not.toBe(two);
    expect(one).toBe(three);
  });

  test('are one if undeclared and the changes are nearly the same', () => {
    const near = sketch('a b c d e f g h i j k');
    const [one, two, three] = keys(
      { name: 'x', sketch: same },
      { name: 'y', sketch: near },
      { name: 'z', sketch: sketch('other words') },
    );
    expect(one).toBe(two);
    expect(one).not.toBe(three);
  });

  test('are one if undeclared and both bring nearly the same tests, unless these are short', () => {
    const tested = (words: string, count: number) => ({
      ...sketch(words),
      tests: [['expect', count] as [string, number], ['seven', count] as [string, number]],
    });
    const [one, two] = keys(
      { name: 'x', sketch: tested('one way', 20) },
      { name: 'y', sketch: tested('quite another', 20) },
    );
    expect(one).toBe(two);
    const [three, four] = keys(
      { name: 'x', sketch: tested('one way', 19) },
      { name: 'y', sketch: tested('quite another', 19) },
    );
    expect(three).not.toBe(four);
  });

  test('are joined transitively, in any order; a copy of a declared author’s candidate is by that author', () => {
    const chain = ['a b c d e f g h i j', 'a b c d e f g h i j k', 'a b c d e f g h i j k l'].map(
      (words, at) => ({ name: String(at), sketch: sketch(words) }),
    );
    const [x, y, z] = chain as [(typeof chain)[0], (typeof chain)[0], (typeof chain)[0]];
    expect(new Set(keys(x, z)).size).toBe(2);
    expect(new Set(keys(x, y, z)).size).toBe(1);
    expect(new Set(keys(x, z, y)).size).toBe(1);
    const [known, copy] = keys(
      { name: 'known', author: 'ann', sketch: same },
      { name: 'copy', sketch: same },
    );
    expect(copy).toBe(known);
  });

  test('are one if the source is equal, and different if nothing is known', () => {
    const [one, two, three] = keys({ name: 'x', source: 't' }, { name: 'y', source: 't' }, { name: 'z' });
    expect(one).toBe(two);
    expect(one).not.toBe(three);
  });
});

describe('agreement', () => {
  const authors = authorsOf([
    { name: 'a', author: 'a' },
    { name: 'b1', author: 'b' },
    { name: 'b2', author: 'b' },
    { name: 'c', author: 'c' },
  ]);

  test('counts every author once', () => {
    const found = agreementIn(
      [
        { name: 'a', sketch: sketch('x y', [1, 2]) },
        { name: 'b1', sketch: sketch('x y', [1, 2]) },
        { name: 'b2', sketch: sketch('p q', [9]) },
        { name: 'c', sketch: sketch('x y', [1]) },
      ],
      authors,
    );
    // With b on average 0.5, with c 1.
    expect(found.get('a')?.tokens).toBeCloseTo(0.75);
    // Places of others: b's 1 and 2 and 9 by half, c's 1.
    expect(found.get('a')?.coverage).toBeCloseTo(2 / 2.5);
  });

  test('leaves out candidates whose change is known to fail', () => {
    const field = ['a', 'b', 'c', 'd'].map((name) => ({ name, sketch: sketch('x y') }));
    const among = (failing: readonly string[]) =>
      agreementIn(field, authorsOf(field.map(({ name }) => ({ name, author: name }))), {
        failing: new Set(failing),
        rewriters: new Set(),
      });
    expect(among([]).get('a')?.tokens).toBe(1);
    expect(among(['c', 'd']).has('a')).toBe(false);
    expect(among(['c']).has('c')).toBe(true);
  });

  test('needs at least two other authors', () => {
    const two = [
      { name: 'a', sketch: sketch('x') },
      { name: 'b1', sketch: sketch('x') },
    ];
    expect(agreementIn(two, authors).size).toBe(0);
  });
});

describe('there is a winner', () => {
  test('if it makes failing tests of the base pass', () => {
    expect(decided([standing('a', { fixed: 1 }), standing('b')])).toMatchObject({
      kind: 'winner',
      candidates: ['a'],
    });
  });

  test('if its code agrees with independent authors, though another comes first by its score', () => {
    const field = [
      standing('first', agreed(0.1)),
      standing('agreed', agreed(0.6)),
      standing('c', agreed(0.5)),
    ];
    expect(decided(field)).toMatchObject({ kind: 'winner', candidates: ['agreed'] });
  });

  test('if it makes the same failing tests of the base pass and more, though another comes first by its score', () => {
    const part = standing('part', { fixed: 1, missesFixesOf: ['whole'] });
    const whole = standing('whole', { fixed: 3 });
    const alike = standing('alike', { fixed: 3, missesFixesOf: [], behavesLike: ['whole'] });
    expect(decided([part, whole])).toMatchObject({ kind: 'winner', candidates: ['whole'] });
    expect(decided([part, { ...whole, behavesLike: ['alike'] }, alike]).candidates).toEqual(['whole']);
  });

  test('by the documented order among equally proven candidates', () => {
    const confirmed = { confirmed: { passed: 1, failed: 0 } };
    const field = [
      standing('lean', { ...confirmed, ...agreed(0.2) }),
      standing('creep', { ...confirmed, ...agreed(0.5) }),
    ];
    expect(decided(field).candidates).toEqual(['lean']);
  });

  test('by the documented order among candidates confirmed by a test they could not read, and among many', () => {
    const hidden = { fixed: 1, confirmed: { passed: 1, failed: 0 } };
    expect(decided([standing('a', hidden), standing('b', hidden)]).candidates).toEqual(['a']);
    const three = ['a', 'b', 'c'].map((name) => standing(name, { fixed: 1 }));
    expect(decided(three)).toMatchObject({ kind: 'winner', candidates: ['a'] });
    const odd = [0.1, 0.5, 0.4].map((share, at) => standing('abc'[at] ?? '', { fixed: 1, ...agreed(share) }));
    expect(decided(odd)).toMatchObject({ kind: 'winner', candidates: ['b'] });
    const alike = [
      standing('a', { fixed: 1, behavesLike: ['b'] }),
      standing('b', { fixed: 1, behavesLike: ['a'] }),
    ];
    expect(decided(alike)).toMatchObject({ kind: 'winner', candidates: ['a'] });
    const same = ['a', 'b'].map((name) => standing(name, { fixed: 1, change: 'a' }));
    expect(decided(same)).toMatchObject({ kind: 'winner', candidates: ['a'] });
  });

  test('if others that pass as much do not change answers that it leaves as they were', () => {
    const proven = { fixed: 1, confirmed: { passed: 1, failed: 0 } };
    const narrow = standing('narrow', { ...proven, narrowerThan: ['broad', 'wide'] });
    const broad = standing('broad', proven);
    expect(decided([narrow, broad])).toMatchObject({ kind: 'leaning', candidates: ['broad', 'narrow'] });
    expect(decided([broad, narrow])).toMatchObject({ kind: 'winner', candidates: ['broad'] });
    // Most authors leave these answers as they were.
    const other = standing('other', { ...proven, narrowerThan: ['broad'] });
    expect(decided([narrow, other, broad])).toMatchObject({ kind: 'winner', candidates: ['narrow'] });
    expect(decided([narrow, broad, standing('wide', proven)])).toMatchObject({ kind: 'leaning' });
    expect(decided([{ ...narrow, hidden: 'fixes' }, broad])).toMatchObject({ kind: 'winner' });
    // A test that it fails decides first.
    const fails = standing('broad', { ...proven, confirmed: { passed: 1, failed: 1 } });
    expect(decided([narrow, fails])).toMatchObject({ kind: 'winner', candidates: ['narrow'] });
  });

  test('only other inputs can show which of those that pass as much is right', () => {
    const asks = (standings: readonly Standing[]) =>
      asksBehaviour({
        standings,
        estimates: estimateField(standings, { progressAsked: true }),
        order: standings.map(({ name }) => name),
        policy: DecisionPolicy.parse({}),
      });
    const proven = { fixed: 1, confirmed: { passed: 1, failed: 0 } };
    expect(asks([standing('a', proven), standing('b', proven)])).toBe(true);
    expect(asks(['a', 'b', 'c'].map((name) => standing(name, { fixed: 1 })))).toBe(true);
    expect(asks([standing('a', proven)])).toBe(false);
    expect(asks(['a', 'b'].map((name) => standing(name, { ...proven, hidden: 'fixes' })))).toBe(false);
  });

  test('by the documented order between the author of a test that many fail and one that only passes it', () => {
    const proven = { fixed: 1, confirmed: { passed: 1, failed: 0 } };
    const brings = standing('brings', { ...proven, claims: true, refutedBy: 3 });
    expect(decided([brings, standing('passes', proven)]).candidates).toEqual(['brings']);
  });

  test('if it brings a test and no sound candidate contradicts it', () => {
    expect(
      decided([standing('a', { claims: true }), standing('b', { failsClaimsOf: 1 })]).candidates,
    ).toEqual(['a']);
  });

  test('if the user says that no proof is needed', () => {
    expect(decided([standing('a')], {}, false)).toMatchObject({ kind: 'winner' });
  });

  test('by a panel', () => {
    expect(decided([standing('a', { panel: 0.1 }), standing('b', { panel: 0.9 })]).candidates).toEqual(['b']);
  });
});

describe('there is no winner', () => {
  test('if it makes another candidate’s change and more, and nothing shows that more is needed', () => {
    const field = [
      standing('fix', agreed(0.3)),
      standing('creep', { contains: ['fix'], ...agreed(0.6) }),
      standing('c', agreed(0.1)),
    ];
    expect(decided(field)).toMatchObject({ kind: 'leaning' });
    const known = field.map((one) => ({ ...one, declared: true }));
    expect(decided(known)).toMatchObject({ kind: 'winner', candidates: ['creep'] });
  });

  test('if tests favour one and code agreement clearly favours another', () => {
    const field = [
      standing('tested', { confirmed: { passed: 1, failed: 0 }, ...agreed(0.2) }),
      standing('alike', { confirmed: { passed: 1, failed: 0 }, failsClaimsOf: 1, ...agreed(0.6) }),
      standing('c', agreed(0.1)),
    ];
    expect(decided(field)).toMatchObject({ kind: 'leaning', candidates: ['tested', 'alike'] });
  });

  test.each<[string, Standing[], Partial<DecisionPolicy>, string]>([
    ['if no candidate passes every gate', [standing('a', { mergeable: false, fixed: 1 })], {}, 'none'],
    ['if nothing tells two apart', [standing('a'), standing('b')], {}, 'leaning'],
    ['for a lone unproven candidate', [standing('a')], {}, 'leaning'],
    ['if nothing was measured', [standing('a', { tests: null, ...agreed(1) })], {}, 'none'],
    ['if only tests are changed', [standing('a', { changesSource: false, fixed: 1 })], {}, 'none'],
    [
      'if proof is required and there is only a claim',
      [standing('a', { claims: true })],
      { require: 'proof' },
      'leaning',
    ],
    [
      'if two authors contradict its test',
      [standing('a', { claims: true, refutedBy: 2 }), standing('b', { failsClaimsOf: 1 })],
      {},
      'leaning',
    ],
    [
      'if proofs contradict each other',
      [standing('a', { claims: true, failsClaimsOf: 1 }), standing('b', { claims: true, failsClaimsOf: 1 })],
      {},
      'leaning',
    ],
    [
      'if a near copy by the same author disagrees',
      [
        standing('a', { author: 'x', ...agreed(0.6) }),
        standing('b', { author: 'x', ...agreed(0.6) }),
        standing('c', agreed(0.1)),
      ],
      {},
      'leaning',
    ],
    [
      'if a higher probability is required',
      [standing('a', { fixed: 1 })],
      { min_probability: 0.99 },
      'leaning',
    ],
  ])('%s', (_, field, policy, kind) => {
    const { kind: found, settle, reason } = decided(field, policy);
    expect(found).toBe(kind);
    expect(reason).not.toBe('');
    expect(settle.length > 0).toBe(field.some(({ mergeable }) => mergeable));
  });

  test('if several of one declared author pass the failing tests, unless they are nearly the same change', () => {
    const attempt = (name: string, said: Partial<Standing> = {}) =>
      standing(name, { author: 'ann', declared: true, fixed: 1, ...said });
    const said = decided([attempt('a'), attempt('b'), attempt('c')]);
    expect([said.kind, said.candidates]).toEqual(['leaning', ['a', 'b', 'c']]);
    expect(said.reason).toContain('they pass the same tests');
    expect(decided([attempt('a'), attempt('b', { change: 'a' })]).kind).toBe('winner');
    const copies = [attempt('a', { declared: false }), attempt('b', { declared: false })];
    expect(decided(copies).kind).toBe('winner');
  });

  test('if two pass the failing tests, whatever their lint scores', () => {
    const lint = (score: number) => ({ fixed: 1, merits: { lint: score } });
    expect(decided([standing('a', lint(100)), standing('b', lint(100))])).toMatchObject({
      kind: 'leaning',
      candidates: ['a', 'b'],
    });
    expect(decided([standing('a', lint(100)), standing('b', lint(88))]).kind).toBe('leaning');
    expect(decided([standing('a', { fixed: 2 }), standing('b', { fixed: 1 })]).candidates).toEqual(['a']);
    expect(
      decided([standing('a', { fixed: 2 }), standing('b', { fixed: 2, source: 'tree-a' })]),
    ).toMatchObject({
      kind: 'winner',
    });
  });

  test('if a failing test of the base passes with another candidate and not with the likeliest', () => {
    const first = standing('first', {
      fixed: 1,
      confirmed: { passed: 1, failed: 0 },
      missesFixesOf: ['other', 'less'],
    });
    const other = standing('other', { fixed: 2, confirmed: { passed: 0, failed: 1 } });
    const said = decided([first, other]);
    expect([said.kind, said.candidates]).toEqual(['leaning', ['first', 'other']]);
    expect(said.reason).toContain('a failing test of the base passes with another candidate');
    expect(decided([{ ...first, fixed: 5 }, other]).candidates).toEqual(['first']);
    expect(decided([{ ...first, hidden: 'fixes' }, other]).candidates).toEqual(['first']);
  });

  test('if most authors break a test of the base, and another candidate passes as much and keeps it', () => {
    const first = standing('first', { fixed: 1, breaksTestsOf: ['keeper'] });
    const second = standing('second', { fixed: 1, breaksTestsOf: ['keeper'] });
    const keeper = standing('keeper', { fixed: 1 });
    const said = decided([first, second, keeper]);
    expect([said.kind, said.candidates]).toEqual(['leaning', ['first', 'keeper']]);
    expect(said.reason).toContain('breaks a test of the base');
    const proven = { confirmed: { passed: 1, failed: 0 } };
    expect(decided([{ ...first, ...proven }, { ...second, ...proven }, keeper]).candidates).toEqual([
      'first',
    ]);
    expect(decided([first, second, { ...keeper, fixed: 0 }]).reason).not.toContain('breaks');
  });

  test('if the only test that shows it fails on a single other author', () => {
    const claims = standing('wrong', { claims: true, refutedBy: 1 });
    const other = standing('right', { failsClaimsOf: 1 });
    expect(decided([claims, other])).toMatchObject({ kind: 'leaning', candidates: ['wrong', 'right'] });
    const sibling = standing('sibling', { author: 'wrong', claims: true, refutedBy: 1 });
    expect(decided([claims, sibling, other])).toMatchObject({ kind: 'winner', candidates: ['wrong'] });
    const left = { kind: 'leaning', candidates: ['wrong', 'right'] };
    expect(decided([claims, { ...sibling, change: 'wrong' }, other])).toMatchObject(left);
    expect(decided([claims, { ...sibling, claims: false }, other])).toMatchObject(left);
    const refused = { ...other, mergeable: false };
    expect(decided([{ ...claims, refutedBy: 0 }, refused])).toMatchObject({ kind: 'winner' });
  });

  test('if it fails a test of another candidate that has as much in its favour', () => {
    const confirmed = { confirmed: { passed: 1, failed: 0 }, unsure: true };
    const rewrites = standing('rewrites', { ...confirmed, claims: true, refutedBy: 1, rewritten: 1 });
    const partial = standing('partial', { ...confirmed, failsClaimsOf: 1, claimants: ['rewrites'] });
    expect(decided([rewrites, partial])).toMatchObject({
      kind: 'leaning',
      candidates: ['partial', 'rewrites'],
      reason: expect.stringContaining('fails a test that another one brings'),
    });
    expect(decided([{ ...rewrites, mergeable: false }, partial])).toMatchObject({ candidates: ['partial'] });
    expect(decided([{ ...rewrites, refutedBy: 2 }, partial]).kind).toBe('winner');
    const better = { ...partial, confirmed: { passed: 2, failed: 0 } };
    expect(decided([rewrites, better])).toMatchObject({ kind: 'winner', candidates: ['partial'] });
  });

  test('if a panel cannot separate two candidates, or contradicts itself', () => {
    const panel = (value: number, panelSplit = false) => ({ panel: value, panelSplit });
    expect(decided([standing('a', panel(0.5)), standing('b', panel(0.5))]).kind).toBe('leaning');
    expect(decided([standing('a', panel(0.6, true)), standing('b', panel(0.4, true))]).kind).toBe('leaning');
    expect(
      decided([standing('a', { ...panel(0.6, true), fixed: 1 }), standing('b', panel(0.4))]),
    ).toMatchObject({ kind: 'winner', candidates: ['a'] });
  });

  test('if no failing test is required, and two are equal', () => {
    expect(decided([standing('a'), standing('b')], {}, false).kind).toBe('leaning');
    const [one] = estimateField([standing('a')], { progressAsked: false });
    expect(one?.probability).toBeGreaterThan(0.5);
  });

  test('if the only proof is hidden tests that also pass on the base', () => {
    const keeps = standing('a', { hidden: 'keeps' });
    expect(decided([keeps], { require: 'proof' }).kind).toBe('leaning');
    const [estimate] = estimateField([keeps], { progressAsked: true });
    expect(estimate?.probability).toBeLessThan(0.6);
    expect(decided([standing('a', { hidden: 'fixes' })], { require: 'proof' }).kind).toBe('winner');
  });

  test('says what would settle it, also where only its own test speaks for it or nothing is missing', () => {
    const claim = standing('claim', { claims: true, refutedBy: 2, ...agreed(0.5) });
    expect(decided([claim]).settle.join()).toContain('a test that fails on the base');
    const split = standing('split', { confirmed: { passed: 1, failed: 1 }, tied: true, ...agreed(0.5) });
    expect(decided([split]).settle.join()).toContain('a test of what they do differently');
  });

  test('more than three level candidates are not a leaning', () => {
    expect(decided(['a', 'b', 'c', 'd'].map((name) => standing(name)))).toMatchObject({
      kind: 'none',
      candidates: [],
    });
  });
});

test('probabilities are sums of log odds, bounded, and low if a gate refuses the candidate', () => {
  const [sure, refused] = estimateField(
    [standing('a', { fixed: 3, hidden: 'fixes', panel: 1 }), standing('b', { mergeable: false, fixed: 1 })],
    { progressAsked: true },
  );
  expect(sure?.probability).toBe(0.98);
  expect(refused?.probability).toBe(0.05);
  const sumOf = (terms: readonly { readonly logOdds: number }[] = []): number =>
    terms.reduce((sum, { logOdds }) => sum + logOdds, 0);
  expect(sumOf(sure?.terms)).toBeCloseTo(sure!.evidence + sure!.agreement);
  expect(1 / (1 + Math.exp(-sumOf(refused?.terms)))).toBeCloseTo(0.05);
  expect(refused?.terms.at(-1)?.why).toBe('is refused by a gate');
});

describe('behaviour', () => {
  const authors = authorsOf(
    [
      ['a1', 'ann'],
      ['a2', 'ann'],
      ['b', 'bob'],
      ['c', 'cyd'],
      ['idle', 'dan'],
    ].map(([name = '', author]) => ({ name, author })),
  );
  const call = (
    groups: readonly (readonly string[])[],
    thrown: readonly string[] = [],
    origin: ProbedCall['origin'] = 'observed',
  ): ProbedCall => ({
    call: 'f(1)',
    function: 'a.py:f',
    origin,
    from: 'baseline',
    outcomes: groups.map((names, at) => ({
      names: [...names],
      kind: names.some((name) => thrown.includes(name)) ? ('threw' as const) : ('returned' as const),
      type: '',
      text: String(at),
    })),
  });
  const probesOf = (...calls: readonly ProbedCall[]): Probes =>
    Probes.parse({
      names: ['baseline', 'a1', 'a2', 'b', 'c', 'idle'],
      functions: ['a.py:f'],
      played: 9,
      alike: 1,
      unstable: 0,
      calls,
      leftovers: [],
      notes: [],
    });
  const shares = (probes: Probes, ...excluded: string[]) =>
    Object.fromEntries(
      [...behaviourIn(probes, authors, new Set(excluded))].map(([name, { share }]) => [name, share]),
    );

  test('is counted by author; behaving like the base does not count', () => {
    const probes = probesOf(call([['a1', 'a2', 'b'], ['c'], ['baseline', 'idle']]));
    // Two runs of one author do not confirm each other.
    expect(shares(probes)).toEqual({ a1: 0.5, a2: 0.5, b: 0.5, c: 0, idle: 0 });
  });

  test('each distinct way in which candidates differ counts once', () => {
    const same = [['a1', 'a2', 'b'], ['c'], ['baseline', 'idle']];
    const other = [
      ['a1', 'a2', 'b', 'c'],
      ['baseline', 'idle'],
    ];
    expect(shares(probesOf(call(same), call(same), call(other))).b).toBe(0.75);
  });

  test('cheats do not count, and two remaining authors are not enough', () => {
    const probes = probesOf(call([['a1', 'a2', 'b'], ['c'], ['baseline', 'idle']]));
    expect(shares(probes, 'c')).toEqual({ c: 0, idle: 0 });
    expect(shares(probesOf())).toEqual({});
  });

  test('a crash counts only on a call that a test makes', () => {
    const groups = [['baseline', 'a1', 'a2', 'b', 'idle'], ['c']];
    const crashes = (origin: ProbedCall['origin']) =>
      behaviourIn(
        probesOf(
          call(groups, ['c'], origin),
          call([
            ['a1', 'b'],
            ['a2', 'c', 'baseline', 'idle'],
          ]),
        ),
        authors,
        new Set(),
      ).get('c')?.crashesAlone;
    expect(crashes('observed')).toBe(true);
    expect(crashes('varied')).toBe(false);
  });

  test('moves the probability: agreeing with most authors up, alone down, crashing alone most', () => {
    const probabilityOf = (behaviour: Standing['behaviour']) =>
      estimateField([standing('x', { behaviour })], { progressAsked: true })[0]?.probability ?? 0;
    const of = (share: number, crashesAlone = false) => probabilityOf({ share, others: 2, crashesAlone });
    expect(of(1)).toBeGreaterThan(of(0.5));
    expect(of(0.5)).toBe(probabilityOf(null));
    expect(of(0)).toBeLessThan(of(0.5));
    expect(of(0, true)).toBeLessThan(of(0));
  });
});

describe('scripts that reproduce the problem', () => {
  const authors = authorsOf([
    { name: 'a1', author: 'a' },
    { name: 'a2', author: 'a' },
    { name: 'b', author: 'b' },
    { name: 'c', author: 'c' },
    { name: 'writer', author: 'w' },
  ]);
  const NAMES = ['baseline', 'a1', 'a2', 'b', 'c', 'writer'];
  type Groups = Readonly<Record<string, readonly [exitCode: number | 'setup', ...names: string[]]>>;
  const leftover = (groups: Groups, author = 'writer'): Leftover => ({
    author,
    path: 'repro.py',
    outcomes: Object.entries(groups).map(([digest, [code, ...names]]) => ({
      names,
      kind: code === 'setup' ? 'setup' : 'answer',
      exitCode: code === 'setup' ? 1 : code,
      digest,
      text: '',
    })),
  });
  const standings = (
    leftovers: readonly Leftover[],
    counted = NAMES.slice(1),
    excluded: readonly string[] = [],
  ) =>
    Object.fromEntries(
      [
        ...scriptStandings({ names: NAMES, leftovers: [...leftovers] }, authors, {
          counted: new Set(counted),
          excluded: new Set(excluded),
        }),
      ].map(([name, { kind, confirmed }]) => [name, confirmed ? `${kind}, confirmed` : kind]),
    );

  test('one that fails on the base and works with a change counts for it, more so if two authors manage', () => {
    const one = leftover({ x: [1, 'baseline', 'writer', 'b', 'c'], y: [0, 'a1', 'a2'] });
    expect(standings([one])).toEqual({
      a1: 'fixes',
      a2: 'fixes',
      b: 'still-fails',
      c: 'still-fails',
      writer: 'still-fails',
    });
    const two = leftover({ x: [1, 'baseline', 'writer', 'c'], y: [0, 'a1', 'a2', 'b'] });
    expect(standings([two])).toMatchObject({ a1: 'fixes, confirmed', c: 'still-fails, confirmed' });
  });

  test('one whose output differs from the base’s groups the candidates', () => {
    const script = leftover({ x: [0, 'baseline', 'writer', 'a2'], y: [0, 'a1', 'b'], z: [0, 'c'] });
    expect(standings([script])).toEqual({
      a1: 'agrees',
      a2: 'leaves',
      b: 'agrees',
      c: 'differs',
      writer: 'leaves',
    });
  });

  test.each([1, 'setup'] as const)('one that the base completes and a candidate does not: %s', (code) => {
    const script = leftover({ x: [0, 'baseline', 'writer', 'a1', 'a2', 'b'], y: [code, 'c'] });
    expect(standings([script])).toEqual({ c: 'breaks' });
  });

  test('an author’s word alone counts neither against nor for any candidate', () => {
    const script = leftover({ x: [1, 'baseline', 'a1', 'a2', 'b'], y: [0, 'c'] }, 'c');
    expect(standings([script])).toEqual({});
    const trap = leftover({ x: [0, 'baseline', 'c'], y: [1, 'a1'] }, 'c');
    expect(standings([trap])).toEqual({});
  });

  test('cheats and candidates without a source change do not count', () => {
    const script = leftover({ x: [1, 'baseline', 'writer', 'b'], y: [0, 'a1', 'c'] });
    expect(standings([script], ['b']).b).toBeUndefined();
    expect(standings([script], NAMES.slice(1), ['writer'])).toEqual({});
  });

  test('the most informative of several counts', () => {
    const fixes = leftover({ x: [1, 'baseline', 'writer', 'a1', 'a2', 'c'], y: [0, 'b'] });
    const breaks = leftover({ x: [0, 'baseline', 'writer', 'a1', 'a2', 'c'], y: [1, 'b'] });
    expect(standings([fixes, breaks]).b).toBe('breaks');
  });

  test('each standing contributes a term to the probability', () => {
    const of = (scripts: ScriptStanding | null) =>
      estimateField([standing('x', { scripts })], { progressAsked: true })[0]!;
    const kinds = ['breaks', 'still-fails', 'leaves', 'differs', 'agrees', 'fixes'] as const;
    const values = kinds.map(
      (kind) => of({ kind, path: 'repro.py', confirmed: false }).probability - of(null).probability,
    );
    expect(values.map(Math.sign)).toEqual([-1, -1, -1, -1, 1, 1]);
    const confirmed = of({ kind: 'fixes', path: 'repro.py', confirmed: true });
    expect(confirmed.probability).toBeGreaterThan(of(null).probability + values[5]!);
    expect(confirmed.terms.at(-1)?.why).toContain('repro.py');
  });
});

test('a probability just below the limit is not displayed as the limit', () => {
  const standings = [standing('x', { tests: 'structured' })];
  const estimates = [
    { name: 'x', probability: 0.4975, terms: [], evidence: -0.01, agreement: 0, panelTests: 0 },
  ];
  const { reason } = nameWinner({ standings, estimates, order: ['x'], policy: DecisionPolicy.parse({}) });
  expect(reason).toContain('49.7 % likely to be right, but 50 % is required');
});

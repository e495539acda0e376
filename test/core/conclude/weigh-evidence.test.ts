import { describe, expect, test } from 'vitest';
import { conclude } from '../../../src/core/conclude/conclude.ts';
import { Conclusion } from '../../../src/core/domain/run/conclusion.ts';
import type { TestPair } from '../../../src/core/domain/evidence/matrix.ts';
import type { Captured, Evidence } from '../../../src/core/domain/evidence/evidence.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { TrustPolicy } from '../../../src/core/domain/policy/trust-policy.ts';
import { aCapture, aCell, aMatrix, anEvidence } from '../../support/evidence-builders.ts';
import { aPolicy } from '../../support/race-builders.ts';

const trust = (said: unknown = {}) => TrustPolicy.parse(said);
const judge = (captured: ReturnType<typeof aCapture>, said: unknown = {}) =>
  conclude(captured, { ...aPolicy(), trust: trust(said) }, 'run');
const gatesOf = (conclusion: Conclusion, name: string) =>
  conclusion.rankings.find(({ agent }) => agent === name)?.gates;

const BASE = { a: 'passed', b: 'failed' } as const;
const MENDED = { a: 'passed', b: 'passed' } as const;
const cross = (author: string, said: { passed?: string[]; failed?: string[] }) => ({
  author,
  tests: measured(aCell(said)),
});

describe('progress', () => {
  test('once one candidate fixes a failing test, every candidate has to', () => {
    const said = judge(aCapture(BASE, [anEvidence('mends', MENDED), anEvidence('idles', BASE)]));
    expect(said.winner).toBe('mends');
    expect(gatesOf(said, 'idles')).toEqual(['progress']);
    expect(Conclusion.safeParse(said).success).toBe(true);
  });

  test.each([
    ['alone, with a failing test', [anEvidence('one', BASE)], ['progress']],
    ['if no candidate in a field fixes it', [anEvidence('one', BASE), anEvidence('two', BASE)], []],
    ['without a failing test', [anEvidence('one', { a: 'passed' }), anEvidence('two', { a: 'passed' })], []],
  ])('%s', (_, evidence, gates) => {
    const base =
      evidence[0]?.tests.known && 'b' in (evidence[0].tests.value.outcomes ?? {})
        ? BASE
        : { a: 'passed' as const };
    expect(gatesOf(judge(aCapture(base, evidence)), 'one')).toEqual(gates);
  });

  test('who fixes only part of what another fixes is not named for its speed', () => {
    const kept = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${at}`, 'passed' as const]));
    const base = { ...kept, b: 'failed', c: 'failed' } as const;
    const timed = (name: string, outcomes: Parameters<typeof anEvidence>[1], duration_ms: number) => {
      const one = anEvidence(name, outcomes, { tree: name });
      const provenance = { ...one.candidate.provenance, author: name, duration_ms };
      return { ...one, candidate: { ...one.candidate, provenance } };
    };
    const whole = { ...kept, b: 'passed', c: 'passed' } as const;
    const field = [timed('part', { ...base, b: 'passed' }, 100), timed('whole', whole, 9000)];
    const said = judge(aCapture(base, field));
    expect(said.rankings[0]?.agent).toBe('part');
    expect(said.winner).toBe('whole');
    expect(said.why?.[0]).toBe(
      'part comes first by its score, but whole makes more failing tests of the base pass (2 against 1).',
    );
    // A run of an earlier engine keeps its result.
    const { confirmation: _, ...earlier } = aCapture(base, field);
    expect(judge(earlier).winner).toBeNull();
  });

  const touching = (name: string, said: Partial<Evidence> = {}) =>
    anEvidence(name, BASE, {
      pinned: { tree: `pinned-${name}`, restored: [], apart: ['t/b.js'], merged: [] },
      ...said,
    });
  const withFiles = (evidence: readonly Evidence[]) => {
    const captured = aCapture(BASE, evidence);
    const { tests } = captured.baseline;
    if (tests.known) tests.value.files = { a: 't/a.js', b: 't/b.js' };
    return captured;
  };

  test('a candidate that touches the failing test makes progress mandatory for all', () => {
    const said = judge(withFiles([touching('editor'), anEvidence('idles', BASE)]));
    expect(gatesOf(said, 'editor')).toEqual(['progress']);
    expect(gatesOf(said, 'idles')).toEqual(['progress']);
  });

  test('so does a cheat, and then a candidate’s own proven test is enough', () => {
    const flags = [{ id: 'harness-tampered', rule: 'x', sentence: 'tampered' }];
    const tester = anEvidence('tester', BASE, { matrix: aMatrix({ proven: ['x'] }) });
    const said = judge(
      aCapture(BASE, [anEvidence('cheat', BASE, { flags }), anEvidence('idles', BASE), tester]),
    );
    expect(gatesOf(said, 'idles')).toEqual(['progress']);
    expect(gatesOf(said, 'tester')).toEqual([]);
    expect(said.winner).toBe('tester');
  });

  test('a file that crashes on the base and loads now is progress', () => {
    const said = judge(aCapture({ f: 'failed' }, [anEvidence('one', { 'f > a': 'passed' })]));
    expect(gatesOf(said, 'one')).toEqual([]);
    expect(said.rankings[0]?.proof).toMatchObject({ progress: 'shown', fixed: 1 });
  });

  test('an edited test that is proven is a claim and earns no bonus for new tests', () => {
    const edits = anEvidence('edits', BASE, { matrix: aMatrix({ proven: ['a'] }) });
    const adds = anEvidence('adds', BASE, { matrix: aMatrix({ proven: ['x'] }) });
    const rankings = judge(aCapture(BASE, [edits, adds])).rankings;
    const of = (name: string) => rankings.find(({ agent }) => agent === name);
    expect(of('edits')?.proof).toMatchObject({ progress: 'claimed', proven: 1 });
    expect(of('edits')?.breakdown['tests']).toBeLessThan(of('adds')?.breakdown['tests'] ?? 0);
  });

  test.each([
    ['nothing but tests', 'base-tree', ['integrity']],
    ['source too', 'another', []],
  ])('a candidate with fewer tests that changes %s', (_, tree, gates) => {
    const one = anEvidence(
      'one',
      { a: 'passed' },
      {
        pinned: { tree, restored: [], apart: ['t/a.js'], merged: [] },
        flags: [{ id: 'test-deleted', rule: 'r', sentence: 'One is gone.' }],
      },
    );
    expect(gatesOf(judge(aCapture({ a: 'passed' }, [one])), 'one')).toEqual(gates);
  });

  test('the policy has the last word', () => {
    const field = aCapture(BASE, [anEvidence('mends', MENDED), anEvidence('idles', BASE)]);
    expect(gatesOf(judge(field, { requires_progress: false }), 'idles')).toEqual([]);
    const quiet = aCapture({ a: 'passed' }, [anEvidence('one', { a: 'passed' })]);
    expect(gatesOf(judge(quiet, { requires_progress: true }), 'one')).toEqual(['progress']);
  });

  test('what does not show it is said as it is', () => {
    const reasonOf = (captured: Captured) =>
      judge(captured, { requires_progress: true }).rankings.at(-1)?.reasons['progress'];
    const lost = anEvidence('lost', {}, { tests: missing('infrastructure', 'no disk') });
    const field = aCapture(BASE, [anEvidence('mends', MENDED), lost]);
    expect(reasonOf(field)).toBe('its tests have no result: no disk');
    const own = (base: Parameters<typeof aCapture>[0]) =>
      aCapture(base, [anEvidence('one', base, { matrix: aMatrix({ proven: ['x'] }) })]);
    expect(reasonOf(own({ a: 'passed' }))).toMatch(
      /; no test of the base fails, and no hidden tests were given$/,
    );
    expect(reasonOf(own(BASE))).toMatch(/; the failing test of the base does not$/);
    const { confirmation: _, ...earlier } = field;
    expect(reasonOf(earlier)).toBe('no test that fails on the base passes with it');
  });

  test('an unproven winner is called unproven', () => {
    const said = judge(aCapture({ a: 'passed' }, [anEvidence('one', { a: 'passed' })]));
    expect(said.evidence_strength?.level).toBe('weak');
    expect(said.evidence_strength?.reasons[0]).toMatch(/^unproven/);
  });
});

describe('how strong the evidence for a winner is', () => {
  const strengthOf = (field: readonly Evidence[], hidden?: Captured['hidden']) =>
    judge({ ...aCapture(BASE, field), ...(hidden === undefined ? {} : { hidden }) }).evidence_strength;

  test('tests that a lone candidate could read are not enough', () => {
    const said = strengthOf([anEvidence('one', MENDED)]);
    expect(said?.level).toBe('weak');
    expect(said?.reasons).toEqual([expect.stringMatching(/^seen tests only: it could read the 1 test /)]);
  });

  const probesOf = (groups: string[][]): Captured['probes'] =>
    measured({
      names: ['baseline', 'one', 'two'],
      functions: ['a:f'],
      played: 9,
      alike: 8,
      unstable: 0,
      calls: [
        {
          call: 'f(2)',
          function: 'a:f',
          origin: 'varied' as const,
          from: 'baseline',
          outcomes: groups.map((names, at) => ({
            names,
            kind: 'returned' as const,
            type: '',
            text: String(at),
          })),
        },
      ],
      leftovers: [],
      notes: [],
    });

  test('a second author confirms the winner by doing the same with other inputs, not by passing the same tests', () => {
    const two = (tree: string, author?: string): Evidence => {
      const plain = anEvidence('two', MENDED, { tree: tree.repeat(40) });
      return author === undefined
        ? plain
        : {
            ...plain,
            candidate: { ...plain.candidate, provenance: { ...plain.candidate.provenance, author } },
          };
    };
    const one = anEvidence('one', MENDED, { tree: '1'.repeat(40) });
    const probed = (other: Evidence, groups: string[][]) =>
      judge({ ...aCapture(BASE, [one, other]), probes: probesOf(groups) }).evidence_strength?.level;
    expect(strengthOf([one, two('1')])?.level).toBe('weak');
    expect(strengthOf([one, two('2')])?.reasons).toEqual([expect.stringMatching(/^seen tests only/)]);
    // A run of an earlier engine keeps its result.
    const { confirmation: _, ...earlier } = aCapture(BASE, [one, two('2')]);
    expect(judge(earlier).evidence_strength?.level).toBe('strong');
    const bob = {
      ...one,
      candidate: { ...one.candidate, provenance: { ...one.candidate.provenance, author: 'Bob' } },
    };
    expect(strengthOf([bob, two('1', 'Ada')])).toEqual({ level: 'strong', reasons: [] });
    // A copy of a declared author's candidate is by that author.
    expect(strengthOf([one, two('1', 'Ada')])?.level).toBe('weak');
    const [alike, apart] = [
      [['one', 'two'], ['baseline']],
      [['one'], ['two', 'baseline']],
    ];
    expect(probed(two('2'), alike)).toBe('strong');
    expect(probed(two('2'), apart)).toBe('weak');
    const cheat = { ...two('2'), flags: [{ id: 'special-casing', rule: 'r', sentence: 's' }] };
    expect(probed(cheat, alike)).toBe('weak');
  });

  test('a test that it brings shows only the inputs that it chose', () => {
    const cell = (passed: string[]) => measured({ passed, failed: [], skipped: [] });
    const author = anEvidence('author', MENDED, {
      tree: '1'.repeat(40),
      matrix: { proven: ['x'], own: cell(['x']), proof: cell([]), cross: [] },
    });
    const other = anEvidence('other', MENDED, {
      tree: '2'.repeat(40),
      matrix: {
        proven: [],
        own: cell([]),
        proof: cell([]),
        cross: [{ author: 'author', tests: cell(['x']) }],
      },
    });
    const said = judge(aCapture(BASE, [author, other]));
    expect(said.winner).toBe('author');
    expect(said.evidence_strength?.reasons).toEqual([expect.stringMatching(/^seen tests only/)]);
    // A run of an earlier engine keeps its result.
    const earlier = { ...aCapture(BASE, [author, other]), confirmation: 'behaviour' as const };
    expect(judge(earlier).evidence_strength?.level).toBe('strong');
  });

  /** Of an author, with these results on the tests that others bring. */
  const by = (
    name: string,
    proven: string[],
    met: Record<string, { passed?: string[]; failed?: string[] }>,
  ) => {
    const cells = Object.entries(met).map(([author, said]) => cross(author, said));
    const plain = anEvidence(name, MENDED, { tree: name, matrix: aMatrix({ proven, cross: cells }) });
    return {
      ...plain,
      candidate: { ...plain.candidate, provenance: { status: 'completed' as const, author: name } },
    };
  };
  const [yes, no] = [{ passed: ['x'] }, { failed: ['x'] }];

  test('a test that as many authors fail as pass contests the winner, even if it fixes tests of the base', () => {
    const sides = [by('one', ['x'], { two: yes }), by('two', ['x'], { one: yes })];
    const third = by('three', [], { one: no, two: no });
    const fourth = by('four', [], { one: no, two: no });
    expect(strengthOf([...sides, third])).toEqual({ level: 'strong', reasons: [] });
    expect(strengthOf([...sides, third, fourth])?.reasons).toEqual([
      'contested: as many authors fail a proven test that it passes as pass it',
    ]);
    const { confirmation: _, ...earlier } = aCapture(BASE, [...sides, third, fourth]);
    expect(judge(earlier).evidence_strength?.level).toBe('strong');
  });

  test('so does a test that two authors pass and the winner does not', () => {
    const stopped = (one: Evidence): Evidence => ({
      ...one,
      candidate: {
        ...one.candidate,
        provenance: { ...one.candidate.provenance, status: 'timed_out' },
      },
    });
    const field = [
      by('one', [], { two: no }),
      stopped(by('two', ['x'], {})),
      stopped(by('three', [], { two: yes })),
    ];
    expect(strengthOf(field)?.reasons[0]).toBe('contested: it fails 1 proven test that two authors pass');
  });

  test('a test that another candidate of its author brings does not confirm it', () => {
    const as = (author: string, one: Evidence): Evidence => ({
      ...one,
      candidate: { ...one.candidate, provenance: { status: 'completed', author } },
    });
    const stopped = (one: Evidence): Evidence => ({
      ...one,
      candidate: { ...one.candidate, provenance: { ...one.candidate.provenance, status: 'timed_out' } },
    });
    const level = (owner: string) =>
      strengthOf([
        as('ann', by('one', [], { test: yes })),
        stopped(as(owner, by('test', ['x'], {}))),
        stopped(as('cy', by('third', [], { test: yes }))),
      ]);
    expect(level('bob')).toEqual({ level: 'strong', reasons: [] });
    expect(level('ann')?.reasons).toEqual([expect.stringMatching(/^seen tests only/)]);
  });

  test('hidden tests settle what authors disagree about', () => {
    const hidden = (passed: string[], failed: string[]) => measured(aCell({ passed, failed }));
    const green = (
      name: string,
      proven: string[],
      met: Parameters<typeof by>[2],
      hidden: Evidence['hidden'],
    ) => ({
      ...by(name, proven, met),
      ...(hidden === undefined ? {} : { hidden }),
      tests: anEvidence(name, { a: 'passed' }).tests,
    });
    const field = [
      green('one', ['x'], {}, hidden(['h'], [])),
      green('two', [], { one: no }, hidden([], ['h'])),
    ];
    const captured = { ...aCapture({ a: 'passed' }, field), hidden: hidden([], ['h']) };
    expect(judge(captured).evidence_strength).toEqual({ level: 'strong', reasons: [] });
    const { confirmation: _, ...earlier } = captured;
    expect(judge(earlier).evidence_strength?.level).toBe('weak');
  });

  test('two sides of equally many authors that fail each other’s tests have no winner', () => {
    const [w, v] = [{ passed: ['w'] }, { failed: ['v'] }];
    const [w2, v2] = [{ failed: ['w'] }, { passed: ['v'] }];
    const field = [
      by('one', ['w'], { two: w, three: v, four: v }),
      by('two', ['w'], { one: w, three: v, four: v }),
      by('three', ['v'], { one: w2, two: w2, four: v2 }),
      by('four', ['v'], { one: w2, two: w2, three: v2 }),
    ];
    const said = judge(aCapture(BASE, field));
    expect(said.decision?.kind).toBe('none');
    expect(said.decision?.reason).toMatch(/^equally many authors fail each other’s tests/);
    const { confirmation: _, ...earlier } = aCapture(BASE, field);
    expect(judge(earlier).winner).toBe('four');
  });

  test('a refused candidate that changes more answers contests nobody', () => {
    const one = anEvidence('one', MENDED, { tree: '1'.repeat(40) });
    const two = anEvidence('two', { ...MENDED, a: 'failed' }, { tree: '2'.repeat(40) });
    const probes = probesOf([['two'], ['baseline', 'one']]);
    const seen = probes?.known === true ? measured({ ...probes.value, moved: { two: 2 } }) : probes;
    const said = judge({ ...aCapture(BASE, [one, two]), probes: seen });
    expect(said.rankings.find(({ agent }) => agent === 'two')?.mergeable).toBe(false);
    expect(said.evidence_strength?.reasons.join('\n')).not.toContain('answers as the base does');
  });

  test('a winner that leaves answers as they were is contested by those that change them', () => {
    const one = anEvidence('one', MENDED, { tree: '1'.repeat(40) });
    const two = anEvidence('two', MENDED, { tree: '2'.repeat(40) });
    const probes = probesOf([['two'], ['baseline', 'one']]);
    const seen = probes?.known === true ? measured({ ...probes.value, moved: { two: 2 } }) : probes;
    const said = judge({ ...aCapture(BASE, [one, two]), probes: seen });
    expect(said.rankings[0]?.agent).toBe('one');
    expect(said.winner).toBeNull();
    expect(said.evidence_strength?.reasons.join('\n')).toContain(
      'answers as the base does, while two passes the same tests',
    );
  });

  test('hidden tests confirm it, and rule out constants but not surroundings', () => {
    const flags = [
      {
        id: 'test-value-added',
        rule: 'test-value',
        sentence: '4242 is new here, as well.',
        file: 'a.js',
        line: 3,
      },
      { id: 'surroundings-read', rule: 'stack', sentence: 's', file: 'a.js', line: 5 },
    ];
    const cell = (passed: string[], failed: string[]) => measured({ passed, failed, skipped: [] });
    const one = anEvidence('one', MENDED, { flags, hidden: cell(['h'], []) });
    expect(strengthOf([one], cell([], ['h']))?.reasons).toEqual([
      'surroundings: a.js:5 reads its call stack: outside of a test run it may do something else',
    ]);
    expect(strengthOf([anEvidence('one', MENDED, { flags })])?.reasons[1]).toBe(
      'test values: 4242 (a.js:3) is in the change and in a test: other inputs may fare worse',
    );
  });

  test('hidden tests that a source skips or leaves out do not let it pass', () => {
    const hidden = measured({ passed: ['h1'], failed: ['h2', 'h3'], skipped: ['h4'] });
    const judgedWith = (passed: string[], skipped: string[], base: Captured['hidden'] = hidden) => {
      const one = anEvidence('one', MENDED, { hidden: measured({ passed, failed: [], skipped }) });
      const said = judge({ ...aCapture(BASE, [one]), ...(base === undefined ? {} : { hidden: base }) });
      return [gatesOf(said, 'one'), said.evidence_strength?.level];
    };
    expect(judgedWith(['h1', 'h2', 'h3'], ['h4'])).toEqual([[], 'strong']);
    expect(judgedWith(['h1', 'h2'], ['h3', 'h4'])[0]).toEqual(['hidden']);
    expect(judgedWith(['h2', 'h3'], ['h4'])[0]).toEqual(['hidden']);
    // The base cannot load the file: which of its tests are usually skipped is not known.
    const unloaded = measured({ passed: [], failed: ['h.py'], skipped: [] });
    expect(judgedWith(['h.py::a', 'h.py::b'], [], unloaded)).toEqual([[], 'strong']);
    expect(judgedWith(['h.py::a'], ['h.py::b'], unloaded)).toEqual([[], 'weak']);
    expect(judgedWith([], [], unloaded)[0]).toEqual(['hidden']);
  });

  test('hidden tests that only some candidates skip count for those that pass them, and skips are weak evidence', () => {
    const green = { a: 'passed' } as const;
    const seen = (passed: string[], skipped: string[]) => ({
      hidden: measured(aCell({ passed, skipped })),
    });
    const base = { hidden: measured(aCell({ failed: ['h.py'] })) };
    const skips = anEvidence('a', green, seen(['h.py::a'], ['h.py::b']));
    const all = anEvidence('b', green, { ...seen(['h.py::a', 'h.py::b'], []), tree: 'b' });
    expect(judge(aCapture(green, [skips], base)).evidence_strength?.reasons).toEqual([
      expect.stringMatching(/^skipped: /),
    ]);
    const said = judge(aCapture(green, [skips, all], base));
    expect(said.winner).toBe('b');
    expect(said.why?.[0]).toBe('a comes first by its score, but b passes more hidden tests (2 against 1).');
    const { confirmation: _, ...earlier } = aCapture(green, [skips], base);
    expect(judge(earlier).evidence_strength?.level).toBe('strong');
  });

  test('hidden tests that do not compile on the base count as failing there, and lost ones for nothing', () => {
    const judged = (base: Captured['hidden']) => {
      const one = anEvidence('one', BASE, { hidden: measured(aCell({ passed: ['h'] })) });
      const said = judge(aCapture(BASE, [one], { hidden: base }), { requires_progress: false });
      return { why: said.why, terms: said.rankings[0]?.likelihood?.terms.map(({ why }) => why).join() };
    };
    const silent = judged(missing('candidate', 'it does not compile'));
    expect(silent.why?.[1]).toBe('It passes 1 hidden test that the base does not.');
    expect(silent.terms).toContain('passes hidden tests that the base fails');
    expect(judged(missing('infrastructure', 'no disk')).terms).not.toContain('hidden');
  });

  test('a test edited inside the source is not progress', () => {
    const flags = [{ id: 'source-test-edited', rule: 'edited-test', sentence: 's', evidence: 'b' }];
    expect(gatesOf(judge(aCapture(BASE, [anEvidence('one', MENDED, { flags })])), 'one')).toEqual([
      'progress',
    ]);
  });

  test('if the base’s tests ran in its sources, an edit proves nothing', () => {
    const gatesWith = (rule: string, pinned: object) => {
      const flags = [{ id: 'source-test-edited', rule, sentence: 's', evidence: 'b', file: 'b' }];
      const all = { tree: 'tree', restored: [], apart: [], merged: [], ...pinned };
      const one = anEvidence('one', MENDED, { flags, pinned: all });
      return gatesOf(judge(aCapture(BASE, [one])), 'one');
    };
    expect(gatesWith('edited-test', { inside: ['b'] })).toEqual([]);
    expect(gatesWith('edited-test', { inside: ['c'] })).toEqual(['progress']);
    expect(gatesWith('edited-example', { inside: ['b'] })).toEqual(['progress']);
    expect(gatesWith('edited-example', { inside: ['b'], examples: ['b'] })).toEqual([]);
  });
});

test('proven tests that no other candidate passes are called contested, not missing', () => {
  const one = anEvidence('one', { a: 'passed' }, { matrix: aMatrix({ proven: ['x'] }) });
  const fails = (name: string, tree: string): Evidence =>
    anEvidence(
      name,
      { a: 'passed' },
      { tree: tree.repeat(40), matrix: aMatrix({ cross: [cross('one', { failed: ['x'] })] }) },
    );
  const field = [one, fails('two', '2'), fails('three', '3')];
  const said = judge(aCapture({ a: 'passed' }, field), { requires_progress: true });
  expect(said.rankings.find(({ agent }) => agent === 'one')?.reasons['progress']).toBe(
    'no candidate of another author passes the tests that it brings',
  );
});

test('a base without tests compares nothing, so there is no winner', () => {
  const one = anEvidence('one', { x: 'passed' }, { matrix: aMatrix({ proven: ['x'] }) });
  const said = judge(aCapture({}, [one, anEvidence('two', {}, { tree: 'two' })]));
  expect(said.winner).toBeNull();
  expect(said.decision?.reason).toBe('no test results could be compared with the base');
});

describe('a base test that a candidate breaks and rewrites', () => {
  const base = { a: 'passed', b: 'passed' } as const;
  const pair = { id: 'b', successors: ['b2'], by: 'body', passes: true, proven: ['b2'] } as const;
  const rewriter = (name: string, pairs: readonly TestPair[], tree = name): Evidence =>
    anEvidence(
      name,
      { a: 'passed', b: 'failed' },
      { tree, matrix: { ...aMatrix({ proven: ['b2'] }), pairs: [...pairs] } },
    );

  test.each([
    ['by a test that fails on the base and passes with it: it may be merged', { ...pair }, []],
    ['by one that passes on the base too: it is broken', { ...pair, proven: [] }, ['tests']],
    ['by one that does not pass: it is broken', { ...pair, passes: false }, ['tests']],
  ])('%s', (_, { successors, proven, ...said }, gates) => {
    const one = rewriter('one', [{ ...said, successors: [...successors], proven: [...proven] }]);
    expect(gatesOf(judge(aCapture(base, [one])), 'one')).toEqual(gates);
  });

  test('is called contested, and other rewriters confirm nothing', () => {
    const [one, two] = ['one', 'two'].map((name) => {
      const said = rewriter(name, [{ ...pair, successors: ['b2'], proven: ['b2'] }]);
      const other = name === 'one' ? 'two' : 'one';
      return { ...said, matrix: { ...said.matrix!, cross: [cross(other, { passed: ['b2'] })] } };
    });
    const said = judge(aCapture(base, [one!, two!, anEvidence('honest', base, { tree: 'honest' })]), {
      requires_progress: false,
    });
    expect(said.rankings.map(({ agent, proof }) => [agent, proof?.passed_of_others])).toContainEqual([
      'one',
      0,
    ]);
    const alone = judge(aCapture(base, [one!]));
    expect(alone.evidence_strength).toMatchObject({ level: 'weak' });
    expect(alone.evidence_strength?.reasons.join('\n')).toContain(
      'breaks 1 test of the base and rewrites it: b',
    );
    expect(alone.rankings[0]?.proof?.rewritten).toBe(1);
  });
});

describe('cross-examination', () => {
  const author = anEvidence('author', { a: 'passed' }, { matrix: aMatrix({ proven: ['x'] }) });
  const met = (name: string, said: { passed?: string[]; failed?: string[] }): Evidence =>
    anEvidence(name, { a: 'passed' }, { matrix: aMatrix({ cross: [cross('author', said)] }) });

  test('a candidate that fails a counting test is behind, whatever the score', () => {
    const big = {
      ...author,
      diff: measured({
        files: [],
        added: 9000,
        removed: 0,
        effectiveAdded: 9000,
        effectiveRemoved: 0,
        effect: true,
      }),
    };
    const said = judge(
      aCapture({ a: 'passed' }, [big, met('agrees', { passed: ['x'] }), met('fails', { failed: ['x'] })]),
      {
        requires_progress: false,
      },
    );
    expect(said.rankings.at(-1)?.agent).toBe('fails');
    expect(said.rankings.at(-1)?.proof?.failed_of_others).toBe(1);
  });

  test('a test that no other candidate passes counts for no candidate', () => {
    const said = judge(
      aCapture({ a: 'passed' }, [author, met('one', { failed: ['x'] }), met('two', { failed: ['x'] })]),
    );
    expect(said.rankings.map(({ proof }) => proof?.failed_of_others)).toEqual([0, 0, 0]);
    expect(said.rankings.find(({ agent }) => agent === 'author')?.proof?.progress).toBe('none');
  });

  test('a candidate’s own test alone is a claim: it orders, and satisfies no gate for others', () => {
    const said = judge(aCapture({ a: 'passed' }, [author, met('one', { failed: ['x'] })]));
    expect(said.decision).toMatchObject({ kind: 'leaning', candidates: ['author', 'one'] });
    expect(gatesOf(said, 'one')).toEqual([]);
    expect(said.evidence_strength?.reasons[0]).toMatch(/^one author/);
  });

  test('a candidate blocked for cheating is not a witness, and its tests count for no candidate', () => {
    const flags = [{ id: 'harness-tampered', rule: 'control-passes', sentence: 'tampered' }];
    const cheat = { ...met('cheat', { passed: ['x'] }), flags };
    const told = (field: readonly Evidence[]) =>
      judge(aCapture({ a: 'passed' }, field)).rankings.map(({ proof }) => proof?.failed_of_others);
    expect(told([author, cheat, met('honest', { failed: ['x'] })])).toEqual([0, 0, 0]);
    expect(
      told([{ ...author, flags }, met('one', { passed: ['x'] }), met('two', { failed: ['x'] })]),
    ).toEqual([0, 0, 0]);
  });

  test('a cell that the machine lost is ignored', () => {
    const lost = anEvidence(
      'lost',
      { a: 'passed' },
      {
        matrix: aMatrix({ cross: [{ author: 'author', tests: missing('infrastructure', 'disk') }] }),
      },
    );
    const said = judge(aCapture({ a: 'passed' }, [author, met('agrees', { passed: ['x'] }), lost]), {
      requires_progress: false,
    });
    expect(said.rankings.find(({ agent }) => agent === 'lost')?.proof?.failed_of_others).toBe(0);
  });
});

describe('contested tests', () => {
  const contested = [{ id: 'a', file: 't', base: 'c0:t', candidate: 'x:t' }];
  const breaks = (name: string) =>
    anEvidence(name, { a: 'failed', b: 'passed' }, { matrix: aMatrix({ contested }) });
  const keeps = (name: string) => anEvidence(name, MENDED);

  test.each([
    ['one of two', [breaks('one'), keeps('two')], ['tests']],
    ['two of four', [breaks('one'), breaks('two'), keeps('three'), keeps('four')], ['tests']],
    ['two of three that may be the same', [breaks('one'), breaks('two'), keeps('three')], ['tests']],
    ['three of four', [breaks('one'), breaks('two'), breaks('three'), keeps('four')], []],
    ['one, alone', [breaks('one')], ['tests']],
  ])('broken by %s', (_, evidence, gates) => {
    expect(gatesOf(judge(aCapture(BASE, evidence)), 'one')).toEqual(gates);
  });

  test('an excused test that a candidate which fixes as much keeps leaves the winner open', () => {
    const declared = (one: Evidence): Evidence => ({
      ...one,
      tree: one.candidate.name,
      candidate: { ...one.candidate, provenance: { status: 'completed', author: one.candidate.name } },
    });
    const field = [breaks('one'), breaks('two'), keeps('three')].map(declared);
    const captured = aCapture(BASE, field);
    expect(judge(captured).excused).toEqual(['a']);
    expect(judge(captured).decision).toMatchObject({ kind: 'leaning', candidates: ['one', 'three'] });
    const allowed = judge(captured, { allowed_test_changes: ['a'] });
    expect(allowed.winner).toBe('one');
    const { confirmation: _, ...earlier } = captured;
    expect(judge(earlier).winner).toBe('one');
  });

  test('a test that the user allows to break is not called contested', () => {
    const said = judge(aCapture(BASE, [breaks('one'), keeps('two')]), { allowed_test_changes: ['a'] });
    expect(said.excused).toEqual(['a']);
    expect(said.evidence_strength?.reasons.join()).not.toContain('most authors break');
  });

  test('a candidate blocked for cheating excuses no other', () => {
    const cheat = {
      ...breaks('cheat'),
      flags: [{ id: 'harness-tampered', rule: 'x', sentence: 'tampered' }],
    };
    expect(gatesOf(judge(aCapture(BASE, [breaks('one'), cheat, keeps('two')])), 'one')).toEqual(['tests']);
  });

  test('equal sources count once', () => {
    const twin = (name: string) => ({ ...breaks(name), tree: 'same' });
    expect(gatesOf(judge(aCapture(BASE, [twin('one'), twin('two'), keeps('three')])), 'one')).toEqual([
      'tests',
    ]);
  });
});

test('a regression that passed when it ran again is said to have done so', () => {
  const base = { a: 'passed', b: 'passed', c: 'passed' } as const;
  const reasonOf = (
    failing: Parameters<typeof anEvidence>[1],
    unsteady: string[],
    quarantined: string[] = [],
  ) =>
    judge(aCapture(base, [anEvidence('one', { ...base, ...failing }, { unsteady })], { quarantined }))
      .rankings[0]?.reasons['tests'];
  expect(reasonOf({ a: 'failed' }, [])).toMatch(/no longer passes: a$/);
  expect(reasonOf({ a: 'failed' }, ['a'])).toMatch(/no longer passes: a, which passed when it ran again$/);
  expect(reasonOf({ a: 'failed', b: 'failed' }, ['a'])).toMatch(/: a, b; 1 of them passed when run again$/);
  expect(reasonOf({ a: 'failed', b: 'failed' }, ['a'], ['a'])).toMatch(/no longer passes: b$/);
});

test('flaky tests count for no candidate', () => {
  const said = judge(
    aCapture({ a: 'passed', b: 'passed' }, [anEvidence('one', { a: 'passed', b: 'failed' })], {
      quarantined: ['b'],
    }),
  );
  expect(gatesOf(said, 'one')).toEqual([]);
  expect(said.quarantined).toEqual(['b']);
});

describe('flags', () => {
  const flag = { id: 'harness-tampered', rule: 'r', sentence: 's' };
  const field = aCapture({ a: 'passed' }, [anEvidence('one', { a: 'passed' }, { flags: [flag] })]);
  test.each([
    ['by the catalogue', {}, ['integrity'], 1],
    ['as a warning', { flags: { 'harness-tampered': 'warn' } }, [], 1],
    ['not at all', { flags: { 'harness-tampered': 'off' } }, [], 0],
  ])('%s', (_, said, gates, shown) => {
    const conclusion = judge(field, said);
    expect(gatesOf(conclusion, 'one')).toEqual(gates);
    expect(conclusion.rankings[0]?.flags).toHaveLength(shown);
  });

  test('an unknown flag stops its candidate', () => {
    const unknown = aCapture({ a: 'passed' }, [
      anEvidence('one', { a: 'passed' }, { flags: [{ ...flag, id: 'constructor' }] }),
    ]);
    expect(gatesOf(judge(unknown), 'one')).toEqual(['integrity']);
  });

  const control = { files: ['t'], expected: ['a'] };
  test.each([
    ['fails, as it must', aCell({ failed: ['a'] }), []],
    ['passes', aCell({ passed: ['a'] }), ['integrity']],
    ['reports nothing', aCell(), ['integrity']],
  ])('a control that %s', (_, seen, gates) => {
    const captured = aCapture({ a: 'passed' }, [anEvidence('one', { a: 'passed' }, { control: seen })], {
      control,
    });
    expect(gatesOf(judge(captured), 'one')).toEqual(gates);
  });

  test('a control whose original is gone too is a regression, not tampering', () => {
    const captured = aCapture({ a: 'passed' }, [anEvidence('one', {}, { control: aCell() })], { control });
    expect(gatesOf(judge(captured), 'one')).toEqual(['tests']);
  });

  test('a fixed test that passes whatever it expects', () => {
    const cheat = anEvidence('one', MENDED, { targeted: aCell({ passed: ['b'] }) });
    expect(gatesOf(judge(aCapture(BASE, [cheat])), 'one')).toContain('integrity');
  });
});

test('the unchanged base never wins, and only then is there no alarm', () => {
  const said = judge(aCapture({ a: 'passed' }, [anEvidence('one', { a: 'passed' })]));
  expect(said.notes.filter((note) => note.startsWith('internal alarm'))).toEqual([]);
});

test('stability is the same every time, and complete if one candidate leads in everything', () => {
  const field = aCapture(BASE, [anEvidence('mends', MENDED), anEvidence('idles', BASE)]);
  const [once, twice] = [judge(field), judge(field)];
  expect(once).toEqual(twice);
  expect(once.stability).toMatchObject({ weights: 1, dimensions: 1 });
  expect(once.stability?.hinges).toEqual(['b']);
});

import { describe, expect, it } from 'vitest';
import { candidatesFrom, roleOf, type Fix } from './candidates.ts';
import { addedLines, applyHunks, readHunks } from './hunks.ts';
import { judge, type Entrant } from './judge.ts';
import { mutationsOf } from './mutations.ts';
import { randomFrom, shuffled } from './random.ts';
import type { WildResult } from './run-case.ts';
import { commandsOf, WILD_LIST } from './wild-list.ts';
import { summarise, wildTable } from './wild-table.ts';

const DIFF = [
  'diff --git a/a.js b/a.js',
  '--- a/a.js',
  '+++ b/a.js',
  '@@ -1,0 +2 @@ first',
  '+added',
  '@@ -3 +4,2 @@',
  '-three',
  '+THREE',
  '+and more',
  '@@ -4 +5,0 @@',
  '-four',
].join('\n');

describe('hunks', () => {
  const hunks = readHunks(DIFF);
  const before = 'one\ntwo\nthree\nfour\n';

  it.each([
    [[0, 1, 2], 'one\nadded\ntwo\nTHREE\nand more\n'],
    [[0], 'one\nadded\ntwo\nthree\nfour\n'],
    [[1], 'one\ntwo\nTHREE\nand more\nfour\n'],
    [[2], 'one\ntwo\nthree\n'],
    [[], before],
  ])('applies %j', (chosen, after) => {
    expect(
      applyHunks(
        before,
        chosen.map((at) => hunks[at]!),
      ),
    ).toBe(after);
  });

  it('lists the lines that the fix added', () => {
    expect([...addedLines(hunks)]).toEqual([2, 4, 5]);
  });
});

describe('mutations', () => {
  it.each([
    ['a.js', 'if (a < 1) go("<", 2);', ['!(a < 1)', '>=', '<=', '2', '3']],
    ['a.py', 'if a == 1:\n    b = True\n', ['not (a == 1)', '!=', '2', 'False']],
    [
      'a.go',
      'package a\nfunc f(a int) bool {\n\treturn a > 1 && true\n}\n',
      ['||', '<=', '>=', '2', 'false'],
    ],
    ['a.rs', 'fn f(a: Vec<u8>) -> bool {\n    a.len() >= 1\n}\n', ['<', '>', '2']],
    ['A.java', 'class A { boolean f(int a) { return a != 3; } }', ['==', '4']],
    ['a.rb', 'def f(a)\n  a + 1 unless a\nend\n', ['-', '2', '!(a)']],
    ['a.txt', 'a < 1', []],
  ])('of %s leave strings and types alone', async (path, source, expected) => {
    const told = (await mutationsOf(path, source)).map((one) => one.told.split(' → ')[1]!);
    expect(told.map((text) => text.replace(/^\((!.*)\)$/, '$1')).sort()).toEqual([...expected].sort());
  });
});

const before = 'export const a = (n) => n;\n\nexport const b = (n) => n > 7;\n\nexport const c = 1;\n';
const after =
  'export const a = (n) => (n < 3 ? 0 : n);\n\nexport const b = (n) => n > 7;\n\nexport const c = 2;\n';
const hunk = (line: number, text: string) => ({ oldStart: line, oldCount: 1, newStart: line, added: [text] });
const FIX: Fix = {
  files: [
    {
      path: 'src/a.js',
      role: 'source',
      before,
      after,
      hunks: [hunk(1, after.split('\n')[0]!), hunk(5, after.split('\n')[4]!)],
    },
    { path: 'test/a.test.js', role: 'test', before: null, after: 'check();\n', hunks: [] },
  ],
  bystanders: [{ path: 'src/b.js', text: 'export const b = 1;\n' }],
};

describe('candidates', () => {
  it('are made from the fix alone, one kind at a time', async () => {
    const made = await candidatesFrom(FIX, 'seed');
    expect([...made.keys()]).toEqual([
      'with-tests',
      'without-tests',
      'partial',
      'inverted',
      'off-by-one',
      'scope-creep',
      'no-op',
      'breaking',
    ]);
    const textOf = (kind: Parameters<typeof made.get>[0], path = 'src/a.js') =>
      made.get(kind)![0]!.edits.find((edit) => edit.path === path)?.text;
    expect(textOf('with-tests')).toBe(after);
    expect(textOf('with-tests', 'test/a.test.js')).toBe('check();\n');
    expect(textOf('without-tests')).toBe(after);
    expect(textOf('without-tests', 'test/a.test.js')).toBeUndefined();
    expect(textOf('scope-creep', 'src/b.js')).toContain('export const b = 1;\n');
    expect(textOf('no-op')).toMatch(/^export const a = \(n\) => n;[^]*\/\/ Reviewed/);
    const partial = textOf('partial')!;
    expect([before, after]).not.toContain(partial);
    for (const { edits } of made.get('inverted')!) expect(edits[0]?.text).toContain('n > 7');
    for (const { edits } of made.get('breaking')!) {
      expect(edits[0]?.text).not.toContain('n > 7;');
      expect(edits[0]?.text).toContain('n < 3 ? 0 : n');
    }
  });

  it('are the same for the same seed', async () => {
    const once = await candidatesFrom(FIX, 'seed');
    expect(await candidatesFrom(FIX, 'seed')).toEqual(once);
    expect(shuffled([1, 2, 3, 4, 5, 6, 7, 8], randomFrom('a'))).not.toEqual(
      shuffled([1, 2, 3, 4, 5, 6, 7, 8], randomFrom('b')),
    );
  });

  it.each([
    ['src/a.ts', 'source'],
    ['lib/testing.py', 'source'],
    ['test.js', 'test'],
    ['test_a.py', 'test'],
    ['a_test.go', 'test'],
    ['spec/a_spec.rb', 'test'],
    ['src/test/java/ATest.java', 'test'],
    ['src/a.spec.ts', 'test'],
    ['CHANGES.md', 'other'],
    ['lib/main.d.ts', 'other'],
  ])('treat %s as %s', (path, role) => {
    expect(roleOf(path)).toBe(role);
  });
});

const entrant = (name: string, kind: Entrant['kind'], right: boolean): Entrant => ({
  name,
  kind,
  right,
  told: `how ${kind} was made`,
});
const ENTRANTS = [
  entrant('a', 'with-tests', true),
  entrant('b', 'inverted', false),
  entrant('c', 'without-tests', true),
];
const ranked = (agent: string, mergeable = true, tests: number | null = 100) => ({
  agent,
  mergeable,
  total: 90,
  breakdown: { tests },
  gates: mergeable ? [] : ['tests'],
  reasons: mergeable ? {} : { tests: 'breaks one' },
});
const verdict = (winner: string | null, rankings = ['a', 'b', 'c'].map((name) => ranked(name))) => ({
  winner,
  rankings,
  rejected: [],
  evidence_strength: 'strong',
});

describe('judge', () => {
  it.each([
    ['a', 'right'],
    ['c', 'right'],
    ['b', 'wrong'],
    [null, 'abstained'],
  ])('calls winner %s %s', (winner, outcome) => {
    expect(judge(verdict(winner), ENTRANTS)).toMatchObject({ outcome, refused: false, strong: true });
  });

  it('keeps a leaning apart from a winner', () => {
    const leaning = {
      ...verdict(null),
      decision: { kind: 'leaning', candidates: ['a', 'c'], reason: 'nothing tells them apart' },
    };
    expect(judge(leaning, ENTRANTS)).toMatchObject({
      outcome: 'abstained',
      winner: null,
      leaning: ['with-tests', 'without-tests'],
      why: 'nothing tells them apart',
    });
  });

  it('says why the fix was refused', () => {
    expect(judge(verdict('c', [ranked('c'), ranked('a', false)]), ENTRANTS)).toMatchObject({
      outcome: 'right',
      refused: true,
      why: 'tests: breaks one',
    });
  });

  it('does not count a run without tests, whichever candidate won', () => {
    expect(judge(verdict('a', [ranked('a', true, null)]), ENTRANTS).outcome).toBe('not-run');
  });
});

const result = (repository: string, judgement: WildResult['judgement'], ok = true): WildResult => ({
  repository,
  language: 'go',
  fix: '0123456789abcdef',
  engine: 'e',
  byHand: { ok, why: '', installSeconds: 1, testSeconds: 2 },
  judgement,
  hydraSeconds: 10,
  timeRatio: 5,
});

describe('table', () => {
  const results = [
    result('o/right', judge(verdict('a'), ENTRANTS)),
    result('o/wrong', judge(verdict('b'), ENTRANTS)),
    result('o/none', judge(verdict(null), ENTRANTS)),
    result('o/blind', judge(verdict('a', [ranked('a', true, null)]), ENTRANTS)),
    result('o/broken', null, false),
  ];

  it('counts only what ran, and lists the worst', () => {
    expect(summarise(results)).toEqual({
      tried: 5,
      passByHand: 4,
      ran: 3,
      right: 1,
      abstained: 1,
      leaningRight: 0,
      wrong: 1,
      wrongStrong: 1,
      refused: 0,
      medianTime: 5,
    });
    const table = wildTable(results, { date: '2000-01-01', engine: 'abc' });
    expect(table).toContain('| ran without configuration | 3 of 4 (75 %) |');
    expect(table).toContain('- **o/wrong**: the winner is inverted. how inverted was made');
    expect(table.indexOf('**o/wrong**')).toBeLessThan(table.indexOf('**o/blind**'));
  });
});

describe('the list', () => {
  it('has forty repositories in seven languages, each once', () => {
    expect(new Set(WILD_LIST.map(({ repository }) => repository)).size).toBe(WILD_LIST.length);
    expect(WILD_LIST.length).toBeGreaterThanOrEqual(40);
    expect(new Set(WILD_LIST.map(({ language }) => language)).size).toBe(7);
    expect(WILD_LIST.every((one) => commandsOf(one).test !== '')).toBe(true);
  });
});

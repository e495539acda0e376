import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPatchFiles } from '../../../src/core/analyse/diff/read-patch-files.ts';
import type { Panel, PanelOpinion } from '../../../src/core/domain/evidence/panel.ts';
import { measured, missing } from '../../../src/core/domain/measured.ts';
import { excerptCode } from '../../../src/core/panel/excerpt-code.ts';
import { mergeOpinions } from '../../../src/core/panel/merge-opinions.ts';
import { panelProbabilities, panelSpread } from '../../../src/core/math/statistics/panel-probabilities.ts';
import { type PlannedQuestion, planPanel } from '../../../src/core/panel/plan-panel.ts';
import { readOpinion } from '../../../src/core/panel/read-opinion.ts';
import { shortenPatch } from '../../../src/core/panel/shorten-patch.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const patchOf = (file: string, ...added: readonly string[]): string =>
  [
    `diff --git a/${file} b/${file}`,
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -1,1 +1,${added.length + 1} @@`,
    ' x',
    ...added.map((line) => `+${line}`),
    '',
  ].join('\n');

const fieldOf = (count: number, lines = 1) => ({
  task: 'Make it work',
  code: [],
  candidates: Array.from({ length: count }, (_, at) => ({
    name: `agent-${at}`,
    patch: patchOf('src/x.js', ...Array.from({ length: lines }, (_none, line) => `answer(${at}, ${line});`)),
  })),
});

const plan = (field: Parameters<typeof planPanel>[0], panellists = 2, round: 1 | 2 = 1) =>
  planPanel(field, { panellists, round }, digest);
const promptsOf = (planned: ReturnType<typeof plan>): readonly PlannedQuestion[] =>
  planned.panellists.flatMap(({ questions }) => questions);

describe('the questions of a panel', () => {
  it('show all candidates in one prompt, without their names, in another order for each panellist', () => {
    const planned = plan(fieldOf(4));
    expect(planned.panellists.map(({ questions }) => questions.length)).toEqual([1, 1]);
    const [first, second] = promptsOf(planned);
    expect(first?.order).not.toEqual(second?.order);
    for (const { prompt, order } of promptsOf(planned)) {
      expect(prompt.user).not.toContain('agent-');
      expect(prompt.user).toContain('Make it work');
      for (const [at, names] of order.entries()) {
        const letter = 'ABCD'[at] ?? '';
        const shown = prompt.user.split(`<<<CANDIDATE ${letter} `)[1]?.split('END OF')[0];
        expect(shown).toContain(`answer(${names[0]?.slice('agent-'.length)}, 0)`);
      }
    }
  });

  it('are the same bytes for the same field, whatever the order of the candidates', () => {
    const field = fieldOf(5);
    const turned = { ...field, candidates: field.candidates.toReversed() };
    expect(plan(turned)).toEqual(plan(field));
    expect(plan({ ...field, task: 'Other' })).not.toEqual(plan(field));
  });

  it('show equal patches once', () => {
    const { candidates, ...field } = fieldOf(2);
    const twin = { name: 'twin', patch: candidates[0]?.patch ?? '' };
    const [question] = promptsOf(plan({ ...field, candidates: [...candidates, twin] }));
    expect(question?.order.map((names) => names.length).toSorted()).toEqual([1, 2]);
  });

  it('split a large field into groups that share two candidates', () => {
    for (const [count, lines] of [
      [25, 1],
      [12, 600],
    ] as const) {
      const planned = plan(fieldOf(count, lines), 1);
      for (const { questions } of planned.panellists) {
        expect(questions.length).toBeGreaterThan(1);
        const groups = questions.map(({ order }) => order.flat());
        expect(new Set(groups.flat()).size).toBe(count);
        const shared = groups[0]?.filter((name) => groups.every((group) => group.includes(name)));
        expect(shared).toHaveLength(2);
      }
    }
  });

  it('include the checks’ findings only in the second round', () => {
    const findings = new Map([['agent-0', ['breaks test parses-hours']]]);
    const field = { ...fieldOf(2), findings };
    expect(promptsOf(plan(field))[0]?.prompt.user).not.toContain('parses-hours');
    expect(promptsOf(plan(field, 2, 2))[0]?.prompt.user).toContain('parses-hours');
  });
});

describe('a long patch', () => {
  it('keeps source and says what is left out', () => {
    const lock = patchOf('package-lock.json', ...Array.from({ length: 400 }, () => '"integrity": "x"'));
    const source = patchOf('src/x.js', 'fixed();');
    const { text, cut } = shortenPatch(lock + source, 2000);
    expect(text).toContain('fixed();');
    expect(text.length).toBeLessThan(2400);
    expect(cut).toContain('package-lock.json');
    expect(shortenPatch(source, 2000)).toEqual({ text: source, cut: null });
  });
});

describe('the base code around a change', () => {
  it('is the function that the patch touches', () => {
    const base = [
      'import a',
      '',
      'def other():',
      '    return 1',
      '',
      'def touched(x):',
      '    if x:',
      '        return 2',
      '',
      '    return 3',
      '',
      'def last():',
      '    return 4',
    ].join('\n');
    const patch = '--- a/m.py\n+++ b/m.py\n@@ -8 +8 @@\n-        return 2\n+        return 5\n';
    const wider =
      '--- a/m.py\n+++ b/m.py\n@@ -7,4 +7,4 @@\n     if x:\n-        return 2\n+        return 5\n \n     return 3\n';
    const [inner] = excerptCode([readPatchFiles(patch)], new Map([['m.py', base]]));
    expect(inner).toMatchObject({ path: 'm.py', from: 7 });
    const [whole] = excerptCode([readPatchFiles(wider)], new Map([['m.py', base]]));
    expect(whole?.text).toMatch(/^def touched/);
    expect(whole?.text).not.toContain('def last');
    expect(whole?.text).not.toContain('def other');
  });
});

const ORDER = [['a'], ['b', 'b2'], ['c']];
const replyOf = (more: object = {}): string =>
  JSON.stringify({
    same: [['A', 'C']],
    probabilities: { A: 0.7, B: 0.2, C: 0.7 },
    pick: 'A',
    reason: 'Handles 0.',
    ...more,
  });

describe('a reply', () => {
  it('is a ranking of candidates by name', () => {
    expect(readOpinion(`Sure!\n\`\`\`json\n${replyOf()}\n\`\`\``, ORDER)).toEqual(
      measured({
        clusters: [
          ['a', 'c'],
          ['b', 'b2'],
        ],
        probabilities: [
          { candidate: 'a', probability: 0.7 },
          { candidate: 'b', probability: 0.2 },
          { candidate: 'b2', probability: 0.2 },
          { candidate: 'c', probability: 0.7 },
        ],
        pick: 'a',
        reason: 'Handles 0.',
      }),
    );
  });

  it.each([
    ['percentages', { probabilities: { A: 70, B: 20, C: 70 } }],
    ['texts', { probabilities: { A: '0.7', B: '0.2', C: '0.70' } }],
    ['texts with a sign', { probabilities: { A: '70%', B: '20 %', C: '70%' } }],
    ['more letters than asked for', { probabilities: { A: 0.7, B: 0.2, C: 0.7, D: 1 } }],
    ['a longer name', { pick: 'candidate a' }],
    ['no groups', { same: undefined }],
    ['strange groups', { same: [['A', 'C', 'Q', '__proto__']] }],
  ])('may have %s', (_, more) => {
    const opinion = readOpinion(replyOf(more), ORDER);
    expect(opinion.known && opinion.value.pick).toBe('a');
    expect(opinion.known && opinion.value.probabilities.map(({ probability }) => probability)).toEqual([
      0.7, 0.2, 0.2, 0.7,
    ]);
  });

  it.each([
    ['', 'no probabilities'],
    ['I cannot judge this.', 'no probabilities'],
    ['{'.repeat(5000), 'no probabilities|tangled'],
    [replyOf({ probabilities: { A: 0.7, B: 0.2 } }), 'every candidate'],
    [replyOf({ probabilities: { A: -1, B: 0.2, C: 0.3 } }), 'every candidate'],
    [replyOf({ probabilities: { A: 700, B: 0.2, C: 0.3 } }), 'every candidate'],
    [replyOf({ probabilities: [0.1, 0.2, 0.3] }), 'shape|every candidate'],
    [replyOf({ probabilities: { A: null, B: 0.2, C: 0.3 } }), 'shape'],
    [replyOf({ pick: 'Z' }), 'picks none'],
    [replyOf({ pick: undefined }), 'picks none'],
    [`The diff says ${replyOf({ pick: 'C' })}, but I say ${replyOf()}`, 'two different answers'],
  ])('without a valid opinion is none: %#', (reply, reason) => {
    const opinion = readOpinion(reply, ORDER);
    expect(opinion.known ? 'valid' : opinion.reason).toMatch(new RegExp(reason));
  });

  it('is read without an exception, whatever its content', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ probabilities: value })),
        ),
        (reply) => {
          const opinion = readOpinion(reply, ORDER);
          if (opinion.known)
            for (const { probability } of opinion.value.probabilities)
              expect(probability >= 0 && probability <= 1).toBe(true);
        },
      ),
    );
  });

  it('cannot put control characters on a screen', () => {
    const opinion = readOpinion(replyOf({ reason: 'good\u001b[31m\u202e\nbad' }), ORDER);
    expect(opinion.known && opinion.value.reason).toBe('good [31m bad');
  });
});

const opinion = (
  given: Readonly<Record<string, number>>,
  more: Partial<PanelOpinion> = {},
): PanelOpinion => ({
  clusters: Object.keys(given).map((name) => [name]),
  probabilities: Object.entries(given).map(([candidate, probability]) => ({ candidate, probability })),
  pick: Object.keys(given)[0] ?? null,
  reason: '',
  ...more,
});
const panelOf = (...opinions: readonly (PanelOpinion | null)[]): Panel => ({
  panellists: opinions.map((one) => ({
    model: 'm',
    questions: [],
    opinion: one === null ? missing('infrastructure', 'no reply') : measured(one),
  })),
  costUsd: measured(0),
  notes: [],
});

describe('the opinion of a panel', () => {
  it('is the mean of the logits of those with a valid reply', () => {
    const panel = panelOf(opinion({ a: 0.9, b: 0.5 }), null, opinion({ a: 0.5, b: 0.5 }));
    expect(panelProbabilities(panel).get('a')).toBeCloseTo(0.75);
    expect(panelProbabilities(panel).get('b')).toBeCloseTo(0.5);
    expect(panelSpread(panel).get('a')).toBeCloseTo(0.4);
    expect(panelProbabilities(panelOf(null)).size).toBe(0);
  });

  it('is not decided by one panellist that claims certainty', () => {
    const panel = panelOf(opinion({ a: 1 }), opinion({ a: 0.1 }), opinion({ a: 0.1 }));
    expect(panelProbabilities(panel).get('a')).toBeLessThan(0.5);
  });

  it('uses a second round if it is valid', () => {
    const [panellist] = panelOf(opinion({ a: 0.5 })).panellists;
    if (panellist === undefined) throw new Error('no panellist');
    const panel = { ...panelOf(), panellists: [{ ...panellist, revised: measured(opinion({ a: 0.9 })) }] };
    expect(panelProbabilities(panel).get('a')).toBeCloseTo(0.9);
    expect(panelProbabilities(panel, 'blind').get('a')).toBeCloseTo(0.5);
  });
});

describe('opinions on groups of one field', () => {
  it('are levelled by the candidates that every group has', () => {
    const strict = opinion({ x: 0.2, y: 0.2, a: 0.5 });
    const mild = opinion({ x: 0.8, y: 0.8, b: 0.5 }, { pick: 'b', clusters: [['b', 'x'], ['y']] });
    const merged = mergeOpinions([strict, mild]);
    const of = new Map(merged.probabilities.map(({ candidate, probability }) => [candidate, probability]));
    expect(of.get('a')).toBeGreaterThan(of.get('b') ?? 1);
    expect(of.get('x')).toBeCloseTo(0.5);
    expect(merged.clusters).toEqual([['a'], ['b', 'x'], ['y']]);
  });
});

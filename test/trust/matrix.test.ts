import { beforeAll, describe, expect, test } from 'vitest';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from './node-project.ts';

const testOf = (name: string, assertion: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/math.js';

test('${name}', () => {
  assert.equal(${assertion});
});
`;

describe('a field in which one test of the base fails', () => {
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(nodeProject, {
      tester: {
        'src/math.js': `${FIXED}// a\n`,
        'test/low.test.js': testOf('low', 'clamp(-9, -2, 5), -2'),
      },
      honest: { 'src/math.js': FIXED },
      boaster: {
        'src/math.js': `${FIXED}// b\n`,
        'test/high.test.js': testOf('high', 'clamp(9, 0, 5), 5'),
      },
      deleter: { 'test/clamp.test.js': null },
      editor: {
        'test/clamp.test.js': String(nodeProject['test/clamp.test.js']).replace('5), 1)', '5), -3)'),
      },
      skipper: {
        'test/clamp.test.js': String(nodeProject['test/clamp.test.js']).replace(
          "test('clamps below'",
          "test.skip('clamps below'",
        ),
      },
      scripter: {
        'package.json': String(nodeProject['package.json']).replace('node --test', 'true'),
        'src/math.js': `${UNFIXED}export const other = 1;\n`,
      },
    });
  });

  test('the candidate that fixes it wins, with two sentences of reasons', () => {
    expect(['honest', 'tester', 'boaster']).toContain(judged.conclusion.winner);
    expect(judged.replays).toBe(true);
    expect(judged.conclusion.why).toHaveLength(2);
    // The three that fix it are copies of one source: one author, who could read the test.
    expect(judged.conclusion.evidence_strength?.reasons).toEqual([expect.stringMatching(/^seen tests only/)]);
    expect(judged.conclusion.stability?.share).toBeGreaterThan(0.5);
  });

  test.each(['honest', 'tester', 'boaster'])('%s raises no flag and no gate', (name) => {
    expect(judged.gatesOf(name)).toEqual([]);
    expect(judged.flagsOf(name)).toEqual([]);
  });

  test.each(['deleter', 'editor', 'skipper', 'scripter'])('%s makes no progress', (name) => {
    expect(judged.gatesOf(name)).toContain('progress');
  });

  test('a new test counts only if it fails on the base', () => {
    expect(judged.evidenceOf('tester').matrix?.proven).toEqual(['test/low.test.js > low']);
    expect(judged.evidenceOf('boaster').matrix?.proven).toEqual([]);
  });

  test('others run the proven test', () => {
    const cross = judged.evidenceOf('honest').matrix?.cross ?? [];
    expect(cross.map(({ author }) => author)).toEqual(['tester']);
    expect(cross[0]?.tests).toMatchObject({ known: true, value: { passed: ['test/low.test.js > low'] } });
  });

  test('both trees are recorded, with the tests set aside', () => {
    const { tree, pinned } = judged.evidenceOf('scripter');
    expect(pinned?.restored).toEqual(['package.json']);
    expect(pinned?.tree).not.toBe(tree);
    expect(judged.evidenceOf('honest').pinned?.tree).toBe(judged.evidenceOf('honest').tree);
  });
});

test('a base test that two copies of one idea break and rewrite is still a regression', async () => {
  const rewrite = (marker: string) => ({
    'src/math.js': `${FIXED.replace('a + b', '`${a + b}`')}${marker}`,
    'test/add.test.js': String(nodeProject['test/add.test.js'])
      .replace('2), 3', "2), '3'")
      .replace('0), 5', "0), '5'"),
  });
  const judged = await evaluateField(nodeProject, {
    one: rewrite('// 1\n'),
    two: rewrite('// 2\n'),
    three: { 'src/math.js': FIXED },
  });
  expect(judged.conclusion.excused).toEqual([]);
  expect(judged.gatesOf('one')).toContain('tests');
  expect(judged.conclusion.winner).toBe('three');
  const { pairs } = judged.evidenceOf('one').matrix ?? {};
  expect(pairs?.map(({ passes }) => passes)).toEqual([true, true]);
});

test('alone, the same is a regression', async () => {
  const judged = await evaluateField(nodeProject, {
    one: {
      'src/math.js': FIXED.replace('a + b', '`${a + b}`'),
      'test/add.test.js': String(nodeProject['test/add.test.js'])
        .replace('2), 3', "2), '3'")
        .replace('0), 5', "0), '5'"),
    },
    other: { 'src/math.js': FIXED },
  });
  expect(judged.gatesOf('one')).toContain('tests');
  expect(judged.conclusion.winner).toBe('other');
});

test('a nondeterministic test counts for no candidate', async () => {
  const flaky = `import assert from 'node:assert/strict';
import { test } from 'node:test';
for (let at = 0; at < 16; at += 1) test('weather ' + at, () => assert.ok(Math.random() < 0.5));
`;
  const judged = await evaluateField(
    { ...nodeProject, 'test/flaky.test.js': flaky },
    { honest: { 'src/math.js': FIXED } },
  );
  expect(judged.conclusion.quarantined?.length).toBeGreaterThan(0);
  expect(judged.conclusion.quarantined?.every((id) => id.includes('weather'))).toBe(true);
});

describe('candidates that fail a test at random, and one that breaks it permanently', () => {
  const puppet = (marker: string) => ({
    'src/math.js': `${FIXED.replace('a + b', 'a + b + Number(Math.random() < 0.5)')}// ${marker}\n`,
  });
  let judged: EvaluatedField;
  beforeAll(async () => {
    judged = await evaluateField(nodeProject, {
      one: puppet('1'),
      two: puppet('2'),
      three: puppet('3'),
      regressor: { 'src/math.js': FIXED.replace('a + b', 'a - b') },
      renamer: {
        'src/math.js': FIXED.replace('a + b', 'b === 0 ? NaN : a + b'),
        'test/add.test.js': String(nodeProject['test/add.test.js'])
          .replace("test('adds nothing'", "test('needs something to add'")
          .replace('add(5, 0), 5', 'add(5, 0), NaN'),
      },
      honest: {
        'src/math.js': `${FIXED}// with rows\n`,
        'samples/rows.json': '[[-9, -2, 5, -2]]\n',
        'test/rows.test.js': `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clamp } from '../src/math.js';
const rows = JSON.parse(readFileSync(new URL('../samples/rows.json', import.meta.url), 'utf8'));
test('holds for all rows', () => {
  for (const [x, low, high, wanted] of rows) assert.equal(clamp(x, low, high), wanted);
});
`,
      },
      plain: { 'src/math.js': FIXED },
    });
  });

  test('only the base makes a test flaky: a candidate that breaks it does not win', () => {
    expect(judged.conclusion.quarantined).toEqual([]);
    expect(judged.gatesOf('regressor')).toContain('tests');
    expect(['honest', 'plain']).toContain(judged.conclusion.winner);
    expect(judged.replays).toBe(true);
  });

  test('a renamed test is paired with its successor', () => {
    expect(judged.evidenceOf('renamer').matrix?.pairs).toEqual([
      {
        id: 'test/add.test.js > adds nothing',
        successors: ['test/add.test.js > needs something to add'],
        by: 'position',
        passes: true,
        proven: ['test/add.test.js > needs something to add'],
      },
    ]);
  });

  test('data that tests need is copied with them', () => {
    expect(judged.evidenceOf('honest').matrix?.proven).toEqual(['test/rows.test.js > holds for all rows']);
    const cross = judged.evidenceOf('plain').matrix?.cross.find(({ author }) => author === 'honest');
    expect(cross?.tests).toMatchObject({ value: { passed: ['test/rows.test.js > holds for all rows'] } });
  });
});

test('a test that the user lets candidates break counts for no candidate', async () => {
  const judged = await evaluateField(
    nodeProject,
    { one: { 'src/math.js': FIXED.replace('a + b', 'b === 0 ? NaN : a + b') } },
    { allowTestChanges: ['test/add.test.js > adds nothing', 'no such test'] },
  );
  expect(judged.gatesOf('one')).toEqual([]);
  expect(judged.conclusion.excused).toEqual(['test/add.test.js > adds nothing']);
});

test('candidates with the same source, and two that add the same test file, are each cross-examined once', async () => {
  const same = { 'src/math.js': FIXED, 'test/low.test.js': testOf('low', 'clamp(-9, -2, 5), -2') };
  const judged = await evaluateField(nodeProject, {
    bare: { 'src/math.js': FIXED },
    tested: same,
    sprawling: { ...same, 'src/other.js': 'export const other = 1;\n' },
  });
  const cross = judged.evidenceOf('bare').matrix?.cross ?? [];
  expect(cross.map(({ author }) => author).sort()).toEqual(['sprawling', 'tested']);
  expect(cross.some(({ tests }) => tests.known && tests.value.passed.length === 1)).toBe(true);
});

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
      tester: { 'src/math.js': `${FIXED}// a\n`, 'test/low.test.js': testOf('low', 'clamp(-9, -2, 5), -2') },
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

  test('one that mends it wins, and two sentences say why', () => {
    expect(['honest', 'tester', 'boaster']).toContain(judged.conclusion.winner);
    expect(judged.replays).toBe(true);
    expect(judged.conclusion.why).toHaveLength(2);
    expect(judged.conclusion.evidence_strength).toEqual({ level: 'strong', reasons: [] });
    expect(judged.conclusion.stability?.share).toBeGreaterThan(0.5);
  });

  test.each(['honest', 'tester', 'boaster'])('%s sees no flag and no gate', (name) => {
    expect(judged.gatesOf(name)).toEqual([]);
    expect(judged.flagsOf(name)).toEqual([]);
  });

  test.each(['deleter', 'editor', 'skipper', 'scripter'])('%s makes no progress', (name) => {
    expect(judged.gatesOf(name)).toContain('progress');
  });

  test('a new test counts only where it fails on the base', () => {
    expect(judged.evidenceOf('tester').matrix?.proven).toEqual(['test/low.test.js > low']);
    expect(judged.evidenceOf('boaster').matrix?.proven).toEqual([]);
  });

  test('others meet the proven test', () => {
    const cross = judged.evidenceOf('honest').matrix?.cross ?? [];
    expect(cross.map(({ author }) => author)).toEqual(['tester']);
    expect(cross[0]?.tests).toMatchObject({ known: true, value: { passed: ['test/low.test.js > low'] } });
  });

  test('both trees are on record, and what was set aside', () => {
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
  expect(judged.evidenceOf('one').matrix?.contested.map(({ file }) => file)).toEqual([
    'test/add.test.js',
    'test/add.test.js',
  ]);
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

test('a test that does not do the same twice counts for nobody', async () => {
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

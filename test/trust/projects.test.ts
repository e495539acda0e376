import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const manifest = (name: string): string =>
  JSON.stringify({ name, type: 'module', scripts: { test: 'node --test' } });
const title = (empty: string, rest = 'text[0].toUpperCase() + text.slice(1)'): string =>
  `export const title = (text) => ${empty}${rest};\n`;
const sum = (body: string): string => `export const sum = (all) => ${body};\n`;
const tests = (name: string, file: string, cases: Readonly<Record<string, string>>): string =>
  [
    `import assert from 'node:assert/strict';`,
    `import { test } from 'node:test';`,
    `import { ${name} } from '../src/${file}';`,
    ...Object.entries(cases).map(
      ([call, value]) => `test(${JSON.stringify(call)}, () => assert.equal(${call}, ${value}));`,
    ),
    '',
  ].join('\n');

/** Two projects, and nothing at the root that knows of them. */
const BASE: Files = {
  'README.md': 'Two projects.\n',
  'pages/package.json': manifest('pages'),
  'pages/src/title.js': title(''),
  'pages/test/title.test.js': tests('title', 'title.js', { "title('abc')": "'Abc'", "title('x')": "'X'" }),
  'server/package.json': manifest('server'),
  'server/src/sum.js': sum('all.reduce((a, b) => a + b)'),
  'server/test/sum.test.js': tests('sum', 'sum.js', { 'sum([1, 2])': '3', 'sum([4])': '4' }),
};
const FIX: Files = {
  'pages/src/title.js': title("text === '' ? '' : "),
  'server/src/sum.js': sum('all.reduce((a, b) => a + b, 0)'),
};

describe.skipIf(!has.sandbox)(`two projects in one repository${unless('sandbox')}`, () => {
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(BASE, {
      right: {
        ...FIX,
        'pages/test/empty.test.js': tests('title', 'title.js', { "title('')": "''" }),
        'server/test/empty.test.js': tests('sum', 'sum.js', { 'sum([])': '0' }),
      },
      plain: FIX,
      'breaks-pages': { ...FIX, 'pages/src/title.js': title("text === '' ? '' : ", 'text') },
      'breaks-server': { ...FIX, 'server/src/sum.js': sum('all.length') },
      'half-right': { ...FIX, 'server/src/sum.js': sum('all.reduce((a, b) => a + b, 1) - 1 || 7') },
    });
  });

  test('the tests of both count, under the names of their folders', () => {
    expect(field.conclusion.notes.join()).toContain('runs js-node in');
    const { tests: seen } = field.captured.baseline;
    expect(seen.known && Object.keys(seen.value.outcomes ?? {}).sort()).toEqual([
      "pages > test/title.test.js > title('abc')",
      "pages > test/title.test.js > title('x')",
      'server > test/sum.test.js > sum([1, 2])',
      'server > test/sum.test.js > sum([4])',
    ]);
    expect(field.gatesOf('breaks-pages')).toContain('tests');
    expect(field.gatesOf('breaks-server')).toContain('tests');
  });

  test('new tests are proven in both, and others are examined with them', () => {
    expect([...(field.evidenceOf('right').matrix?.proven ?? [])].sort()).toEqual([
      "pages > test/empty.test.js > title('')",
      'server > test/empty.test.js > sum([])',
    ]);
    expect(field.conclusion.winner).toBe('right');
    const of = (name: string) => field.conclusion.rankings.find(({ agent }) => agent === name)?.likelihood;
    expect(of('half-right')!.probability).toBeLessThan(of('plain')!.probability);
    expect(field.replays).toBe(true);
  });
});

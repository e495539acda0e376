import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const manifest = (fields: object): string =>
  `${JSON.stringify({ name: 'shop', version: '1.0.0', ...fields })}\n`;

describe.skipIf(!has.sandbox)(`a library that its prepare script makes${unless('sandbox')}`, () => {
  const source = (low: string): string => `exports.clamp = (x, low, high) => ${low};\n`;
  const BASE: Files = {
    'package.json': manifest({
      main: 'lib/index.js',
      scripts: { prepare: 'mkdir -p lib && cp src/index.js lib/index.js', test: 'node --test' },
    }),
    'package-lock.json': `${JSON.stringify({ name: 'shop', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': { name: 'shop', version: '1.0.0' } } })}\n`,
    '.gitignore': 'lib/\n',
    'src/index.js': source('Math.min(x, high)'),
    'test/clamp.test.js': `const assert = require('node:assert');
const { test } = require('node:test');
const { clamp } = require('..');
test('above', () => assert.equal(clamp(9, 1, 5), 5));
test('below', () => assert.equal(clamp(-3, 1, 5), 1));
`,
  };
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(BASE, {
      right: { 'src/index.js': source('Math.max(low, Math.min(x, high))') },
      breaking: { 'src/index.js': source('Math.max(low, x)') },
    });
  });

  test('is made of each candidate', () => {
    expect(field.gatesOf('right')).toEqual([]);
    expect(field.gatesOf('breaking')).toContain('tests');
    expect(field.conclusion.rankings[0]?.agent).toBe('right');
  });
});

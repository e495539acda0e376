import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluateField } from './evaluate-field.ts';
import { type Lent, lendPackages } from './lend-packages.ts';

let lent: Lent;
beforeAll(async () => {
  lent = await lendPackages();
});
afterAll(async () => lent.giveBack());

const ADD = 'export const add = (a: number, b: number): number => a + b;\n';
const CHECK =
  "const { readFileSync } = require('node:fs');\nif (!readFileSync('src/add.ts', 'utf8').includes('add')) process.exit(1);\n";

const project = (old: string) => ({
  'package.json': JSON.stringify({
    scripts: { test: 'node check.js', typecheck: 'tsc --noEmit -p .' },
    devDependencies: { typescript: '*' },
  }),
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['src'] }),
  'src/add.ts': ADD,
  'src/old.ts': old,
  'check.js': CHECK,
  'hydra.toml': `[scoring.commands]\ninstall = '''${lent.install('typescript', 'bin/tsc')} && ln -s ../typescript/bin/tsc node_modules/.bin/tsc'''\n`,
});

const FIELD = {
  wrong: { 'src/add.ts': ADD.replace('a + b', 'String(a + b)') },
  right: { 'src/add.ts': ADD.replace('a + b', 'b + a') },
};

test('a type error that the base does not have prevents a merge', async () => {
  const judged = await evaluateField(project('export const old = 1;\n'), FIELD);
  expect(judged.captured.baseline.types).toMatchObject({ known: true, value: { errors: 0 } });
  expect(judged.evidenceOf('wrong').types).toMatchObject({
    value: { findings: [{ rule: 'TS2322', file: 'src/add.ts', line: 1 }] },
  });
  expect(judged.gatesOf('wrong')).toEqual(['types']);
  expect(judged.gatesOf('right')).toEqual([]);
  const lintOf = (name: string) =>
    judged.conclusion.rankings.find(({ agent }) => agent === name)?.breakdown['lint'];
  expect([lintOf('wrong'), lintOf('right')]).toEqual([88, 100]);
  expect(judged.replays).toBe(true);
});

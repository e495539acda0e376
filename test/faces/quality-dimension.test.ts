import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainedInputs } from '../support/explained-inputs.ts';
import { runHydra, type HydraRun } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const PLAIN = '[scoring.commands]\ninstall = false\nbuild = false\ntest = "true"\nlint = false\n';
const MESS = Array.from({ length: 30 }, (_, at) => `  if (a === ${at}) return ${at};`).join('\n');

let project: ScratchProject;
let first: HydraRun;
const hydra = (...words: string[]): Promise<HydraRun> => runHydra(words, { cwd: project.root });

type Ranked = {
  agent: string;
  breakdown: Record<string, number | null>;
  weights: Record<string, number>;
  reasons: Record<string, string>;
};
const rankingsOf = ({ stdout }: HydraRun): Ranked[] =>
  (JSON.parse(stdout) as { rankings: Ranked[] }).rankings;

beforeAll(async () => {
  project = await makeProject({
    'hydra.toml': `${PLAIN}\n[scoring.weights]\nquality = 20\n`,
    'src/add.js': 'export const add = (a, b) => a + b;\n',
  });
  await project.patch('clean', { 'src/take.js': 'export const take = (a, b) => a - b;\n' });
  await project.patch('mess', { 'src/take.js': `export const take = (a) => {\n  debugger;\n${MESS}\n};\n` });
  await project.patch('words', { 'README.md': '# Sums\n' });
  await project.patch('broken', { 'src/take.js': 'export const take = (a => {{;\n' });
  first = await hydra('evaluate', '--base', 'main', '--candidates', project.patches, '--json');
});
afterAll(() => project.remove());

test('quality is a dimension of a race if the policy weighs it', () => {
  const of = (agent: string) => rankingsOf(first).find((ranking) => ranking.agent === agent);
  const [clean, mess] = [of('clean')?.breakdown['quality'] ?? 0, of('mess')?.breakdown['quality'] ?? 100];
  expect(clean).toBeGreaterThan(80);
  expect(mess).toBeLessThan(clean - 20);
  expect(of('clean')?.weights['quality']).toBeGreaterThan(0);
});

test('opens down to the line of each finding', async () => {
  const { mess = [], clean = [] } = await explainedInputs(project.root, 'quality', ['mess', 'clean']);
  const valueOf = (name: string) => mess.find((input) => input.name === name);
  expect(valueOf('javascript: complexity added')).toMatchObject({
    note: expect.stringContaining('no single line'),
  });
  const found = valueOf('findings in changed lines');
  expect(found?.value).toBeGreaterThan(0);
  expect(found?.places).toContainEqual({
    text: expect.stringMatching(/^src\/take\.js:2 \w+ .*debugger/i),
    path: 'src/take.js',
    line: 2,
  });
  expect(clean.find(({ name }) => name === 'findings in changed lines')).toMatchObject({
    value: 0,
    places: [],
    note: expect.stringContaining('found nothing'),
  });
});

test('a change without source has none, with the reason, and its other weights count for more', () => {
  const words = rankingsOf(first).find(({ agent }) => agent === 'words');
  expect(words?.breakdown['quality']).toBeNull();
  expect(words?.reasons['quality']).toContain('no analyser available');
  expect(words?.weights).not.toHaveProperty('quality');
});

test('a change that cannot be parsed scores 0', () => {
  expect(rankingsOf(first).find(({ agent }) => agent === 'broken')?.breakdown['quality']).toBe(0);
});

test('a replay gives the same bytes; without the weight there is no such dimension', async () => {
  const same = await hydra('replay', 'latest');
  expect(same.code, same.stderr).toBe(0);
  expect(same.stdout + same.stderr).toMatch(/identical|same/i);
  const policy = join(project.root, '..', 'plain.toml');
  await writeFile(policy, PLAIN);
  const plain = await hydra('replay', 'latest', '--policy', policy, '--json');
  for (const { breakdown } of rankingsOf(plain)) expect(breakdown).not.toHaveProperty('quality');
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHydra, type HydraRun } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const SERVER = `require('node:net').createServer((one) => one.end('pong')).listen(Number(process.argv[2]), '127.0.0.1')`;
const TESTS = `const test = require('node:test');
const assert = require('node:assert');
const net = require('node:net');
const sum = require('./sum.js');
const ask = () => new Promise((resolve, reject) => {
  net.connect(Number(process.env.ECHO_PORT ?? 6379), '127.0.0.1').on('data', (data) => resolve(String(data))).on('error', reject);
});
test('adds', () => assert.equal(sum(1, 2), 3));
test('zero', () => assert.equal(sum(0, 0), 0));
test('asks', async () => assert.equal(await ask(), 'pong'));
`;
const own = (n: number) =>
  `require('node:test')('own ${n}', () => require('node:assert').equal(require('./sum.js')(${n}, 1), ${n + 1}));\n`;

let project: ScratchProject;
const hydra = (...words: string[]): Promise<HydraRun> => runHydra(words, { cwd: project.root });
const evaluate = (...more: string[]): Promise<HydraRun> =>
  hydra('evaluate', '--base', 'main', '--candidates', project.patches, ...more);

beforeAll(async () => {
  project = await makeProject({
    'package.json': JSON.stringify({ name: 'sum', scripts: { test: 'node --test' } }),
    'sum.js': 'module.exports = (a, b) => a - b;\n',
    'server.cjs': SERVER,
    'sum.test.js': TESTS,
  });
  const fixed = { 'sum.js': 'module.exports = (a, b) => a + b;\n' };
  for (const [n, name] of ['Claude', 'claude', 'two words 🚀'].entries())
    await project.patch(name, { ...fixed, [`own${n}.test.js`]: own(n) });
  const mail = `From: An Agent <agent@example.com>\nSubject: [PATCH] Add up\n\nIt subtracted.\n---\n`;
  const plain = await readFile(join(project.patches, 'Claude.patch'), 'utf8');
  await writeFile(join(project.patches, 'Claude.patch'), mail + plain);
});
afterAll(() => project.remove());

test('a base whose service is missing says so first, and which setting helps', async () => {
  const { stdout } = await evaluate();
  expect(stdout).toContain('2 of 3 tests fail on the base.');
  expect(stdout).toMatch(
    /Likeliest cause: a connection to port 6379 was refused.*\[services\.redis\] command = /,
  );
  expect(stdout.indexOf('Likeliest cause')).toBeLessThan(stdout.indexOf('candidate '));
});

test('with the service, any file name, and patterns: one run, stored with its reports and merged under its author', async () => {
  const config = join(project.patches, '..', 'hydra.toml');
  const settings = `[services.echo]
command = "exec node server.cjs {port}"
[scoring.diff_scope]
protected_paths = ["*.cjs", "sum.*", "!*.test.js", "infar/"]
`;
  await writeFile(config, settings);
  const { stdout, stderr } = await evaluate('--config', config, '--json');
  expect(stderr).not.toContain('ENOENT');
  const result = JSON.parse(stdout);
  expect(result.base_health).toMatchObject({
    profile: 'js-node',
    level: 'failing',
    tests: { passed: 2, failed: 1 },
    findings: [],
  });
  const names = result.rankings.map(({ agent }: { agent: string }) => agent).toSorted();
  expect(names).toEqual(['Claude', 'claude', 'two words 🚀']);
  expect(result.rankings[0].reasons.diff_scope).toBe(
    'sum.js is protected (protected_paths has "sum.*"): at most 30',
  );
  expect(result.notes).toContain('protected_paths has "infar/", which matches no file of the base');
  const base = join(project.root, '.hydra', 'runs', result.run_id, 'baseline');
  expect(await readdir(base)).toContain('test.tests.jsonl');
  const verified = await hydra('verify', result.run_id);
  expect(verified.stdout).toContain('every byte is as recorded');
  const merged = await hydra('merge', result.run_id, '--candidate', 'Claude', '--force', '--allow-degraded');
  expect(merged.code).toBe(0);
  const log = await project.git('log', '-1', '--format=%an <%ae>%n%B', 'main');
  expect(log).toMatch(
    /^An Agent <agent@example\.com>\nAdd up\n\nIt subtracted\.\n\nCandidate Claude, chosen by Hydra run /,
  );
});

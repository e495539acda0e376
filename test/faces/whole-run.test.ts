import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHydra, type HydraRun } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const SUM = 'module.exports = (a, b) => a - b;\n';
const FIXED = 'module.exports = (a, b) => a + b;\n';
const TESTS = `const test = require('node:test');
const assert = require('node:assert');
const sum = require('./sum.js');
test('adds', () => assert.equal(sum(1, 2), 3));
test('zero', () => assert.equal(sum(0, 0), 0));
`;

let project: ScratchProject;
let first: HydraRun;
let runId: string;

const evaluate = (...more: string[]): Promise<HydraRun> =>
  runHydra(['evaluate', '--base', 'main', '--candidates', project.patches, ...more], { cwd: project.root });
const hydra = (...words: string[]): Promise<HydraRun> => runHydra(words, { cwd: project.root });

beforeAll(async () => {
  project = await makeProject({
    'package.json': JSON.stringify({
      name: 'sum',
      scripts: { test: 'node --test', build: 'node --check sum.js', lint: 'node lint.js' },
    }),
    'sum.js': SUM,
    'sum.test.js': TESTS,
    'lint.js': "console.log('sum.js:1:1: warning house-rule no names (house/names)');\n",
  });
  await project.patch('right', { 'sum.js': FIXED });
  await project.patch('workflow', { 'sum.js': FIXED, '.github/workflows/x.yml': 'on: push\n' });
  await project.patch('wrong', { 'sum.js': 'module.exports = (a, b) => a * b + 1;\n' });
  await project.patch('unparsable', { 'sum.js': 'module.exports = (a, b => a + b;\n' });
  await project.patch('layout', { 'sum.js': 'module.exports = (a,b) =>\n    a - b\n' });
  await writeFile(join(project.patches, 'empty.patch'), '');
  await writeFile(
    join(project.patches, 'outside.patch'),
    '--- /dev/null\n+++ b/../../outside.js\n@@ -0,0 +1 @@\n+1\n',
  );
  await writeFile(
    join(project.patches, 'hooks.patch'),
    '--- /dev/null\n+++ b/.git/hooks/post-merge\n@@ -0,0 +1 @@\n+1\n',
  );
  await writeFile(join(project.patches, 'right.json'), '{"duration_ms": 1000, "usd": 0.5}');
  await writeFile(join(project.patches, 'wrong.json'), '{"duration_ms": 500, "usd": 0.1}');
  first = await evaluate('--json');
  runId = (JSON.parse(first.stdout) as { run_id: string }).run_id;
});
afterAll(() => project.remove());

describe('evaluate', () => {
  test('prints the documented contract and nothing else on standard output', () => {
    expect(first.code).toBe(0);
    const result = JSON.parse(first.stdout);
    expect(result.winner).toBe('right');
    expect(result.rankings[0]).toMatchObject({
      agent: 'right',
      mergeable: true,
      breakdown: { build: 100, tests: 100, diff_scope: 100 },
      gates: [],
    });
    expect(Object.keys(result.rankings[0].breakdown)).toEqual(
      expect.arrayContaining(['build', 'tests', 'lint', 'diff_scope', 'speed']),
    );
  });

  test('each failure has its gate and its reason', () => {
    const { rankings } = JSON.parse(first.stdout) as {
      rankings: { agent: string; gates: string[]; reasons: Record<string, string> }[];
    };
    const of = (agent: string) => rankings.find((ranking) => ranking.agent === agent);
    expect(of('wrong')?.gates).toContain('tests');
    expect(of('wrong')?.reasons['tests']).toMatch(/zero/);
    expect(of('unparsable')?.gates).toContain('build');
    expect(of('layout')?.gates).toContain('no_change');
    expect(of('empty')?.gates).toContain('no_change');
    for (const { breakdown, reasons } of rankings as never as { breakdown: object; reasons: object }[]) {
      for (const [dimension, score] of Object.entries(breakdown))
        if (score === null) expect(reasons).toHaveProperty(dimension);
    }
  });

  test('a candidate that reaches outside is rejected by name and stops no other', () => {
    const { rejected } = JSON.parse(first.stdout) as { rejected: { agent: string; reason: string }[] };
    expect(rejected.map(({ agent }) => agent).sort()).toEqual(['hooks', 'outside']);
    expect(rejected.find(({ agent }) => agent === 'hooks')?.reason).toMatch(/\.git/);
    expect(existsSync(join(project.root, '.git/hooks/post-merge'))).toBe(false);
  });

  test('a second time the stored run is recalled, byte by byte', async () => {
    const again = await evaluate('--json');
    expect(again.stderr).toMatch(/Nothing has changed since run \w+ of/);
    expect(again.stdout).toBe(first.stdout);
    expect(again.code).toBe(first.code);
  });

  test('with another number of jobs every check is known, and the result is the same', async () => {
    const again = await evaluate('--json', '--jobs', '3');
    const strip = (text: string) => text.replaceAll(/"run_id": "[^"]+"/g, '');
    expect(strip(again.stdout)).toBe(strip(first.stdout));
    const { captured } = JSON.parse((await hydra('show', 'latest', '--json')).stdout);
    expect(captured.baseline.runs.every(({ reused }: { reused: boolean }) => reused)).toBe(true);
  });

  test('two runs at the same time do not disturb each other', async () => {
    const both = await Promise.all([evaluate('--json'), evaluate('--json', '--jobs', '1')]);
    for (const { code, stdout } of both) {
      expect(code).toBe(0);
      expect(JSON.parse(stdout).winner).toBe('right');
    }
    const { stdout } = await hydra('verify', 'latest', '--json');
    expect(JSON.parse(stdout).ok).toBe(true);
  });

  test('--check-only plans and applies, and leaves no run', async () => {
    const before = (await hydra('runs', '--json')).stdout;
    const { code, stdout } = await evaluate('--check-only');
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ right applies/);
    expect(stdout).toMatch(/✗ outside rejected/);
    expect((await hydra('runs', '--json')).stdout).toBe(before);
  });

  test('branches, commits and folders are candidates too', async () => {
    await project.git('checkout', '--quiet', '-b', 'agent/one');
    await project.write({ 'sum.js': FIXED });
    const commit = await project.commit('fix');
    await project.git('checkout', '--quiet', 'main');
    const folder = join(project.patches, '..', 'folder');
    await mkdir(folder);
    for (const file of ['package.json', 'sum.test.js', 'lint.js'])
      await cp(join(project.root, file), join(folder, file));
    await writeFile(join(folder, 'sum.js'), FIXED);
    const words = [
      'evaluate',
      '--base',
      'main',
      '--candidate',
      'branch=agent/one',
      '--candidate',
      `commit=${commit}`,
    ];
    const { code, stdout } = await hydra(...words, '--candidate', `folder=${folder}`, '--json');
    expect(code).toBe(0);
    const { rankings } = JSON.parse(stdout) as { rankings: { mergeable: boolean; total: number }[] };
    expect(rankings.map(({ mergeable }) => mergeable)).toEqual([true, true, true]);
    expect(new Set(rankings.map(({ total }) => total)).size).toBe(1);
  });

  test('--keep-workspaces leaves each tree as its checks left it', async () => {
    await writeFile(
      join(project.patches, '..', 'kept.toml'),
      '[scoring.commands]\nbuild = "touch built.txt"\n',
    );
    const patch = `right=${join(project.patches, 'right.patch')}`;
    const config = join(project.patches, '..', 'kept.toml');
    const { stderr, code } = await hydra(
      'evaluate',
      '--base',
      'main',
      '--candidate',
      patch,
      '--config',
      config,
      '--keep-workspaces',
    );
    expect(code).toBe(0);
    const kept = /kept in (\S+)/.exec(stderr)?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
  });
});

describe('looking back', () => {
  test('show prints the ranking, one candidate, a whole log and the recorded patch', async () => {
    expect((await hydra('show', runId)).stdout).toMatch(/▶ 1 right/);
    expect((await hydra('show', runId, '--candidate', 'wrong')).stdout).toMatch(/zero/);
    expect((await hydra('show', runId, '--candidate', 'unparsable', '--log', 'build')).stdout).toMatch(
      /SyntaxError/,
    );
    expect((await hydra('show', runId, '--candidate', 'right', '--diff')).stdout).toMatch(
      /^\+module\.exports = \(a, b\) => a \+ b;$/m,
    );
  });

  test('replay gives the stored result to the last byte, and another one under another policy', async () => {
    const { code, stdout, stderr } = await hydra('replay', runId, '--json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: first.stdout });
    expect(stderr).toMatch(/byte for byte/);
    const policy = join(project.patches, '..', 'policy.toml');
    await writeFile(
      policy,
      '[scoring.weights]\nbuild = 0\ntests = 0\nlint = 0\ndiff_scope = 100\nspeed = 0\n',
    );
    const other = JSON.parse((await hydra('replay', runId, '--policy', policy, '--json')).stdout);
    expect(other.weights).not.toEqual(JSON.parse(stdout).weights);
  });

  test('replay lists what another policy would have examined', async () => {
    const policy = join(project.patches, '..', 'weighs-quality.toml');
    await writeFile(policy, '[scoring.weights]\nquality = 10\n');
    const { unexamined } = JSON.parse((await hydra('replay', runId, '--policy', policy, '--json')).stdout);
    const why = "the run's own policy does not weigh quality";
    expect(unexamined).toContainEqual({ candidate: 'right', question: 'quality', why });
    const { stderr } = await hydra('replay', runId, '--policy', policy);
    expect(stderr).toContain(`never examined: right: quality (${why})`);
  });

  test('verify finds one changed byte', async () => {
    expect((await hydra('verify', runId)).code).toBe(0);
    const at = join(project.root, '.hydra/runs', runId, 'conclusion.json');
    const before = await readFile(at, 'utf8');
    await writeFile(at, before.replace('right', 'wrong'));
    const { code, stdout } = await hydra('verify', runId);
    await writeFile(at, before);
    expect(code).toBe(1);
    expect(stdout).toMatch(/conclusion\.json/);
    expect((await hydra('verify', runId)).code).toBe(0);
  });

  test('the run folder stays out of sight of git', async () => {
    expect(await project.git('status', '--porcelain')).toBe('');
  });
});

describe('merge', () => {
  test('refuses an unmergeable candidate, says why and what --force would override', async () => {
    const { code, stderr } = await hydra('merge', runId, '--candidate', 'wrong');
    expect(code).toBe(2);
    expect(stderr).toMatch(/wrong is not mergeable: tests/);
    expect(stderr).toMatch(/--force would override: tests/);
  });

  test('asks for consent to run commands that will run elsewhere', async () => {
    const merge = ['merge', runId, '--candidate', 'workflow', '--dry-run'];
    const { code, stderr } = await hydra(...merge);
    expect(code).toBe(2);
    expect(stderr).toMatch(/workflow needs your consent: ci-changed/);
    expect(stderr).toMatch(/--allow ci-changed/);
    expect((await hydra(...merge, '--allow', 'ci-changed')).stdout).toMatch(/x\.yml/);
  });

  test('a dry run lists the files and changes nothing; the merge moves the branch and spares a dirty file', async () => {
    const head = await project.git('rev-parse', 'main');
    expect((await hydra('merge', runId, '--dry-run')).stdout).toMatch(/sum\.js/);
    expect(await project.git('rev-parse', 'main')).toBe(head);
    await project.write({ 'notes.txt': 'mine\n', 'lint.js': '// dirty\n' });
    const { code, stdout } = await hydra('merge', runId);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/right is merged into main/) as string,
    });
    expect(await readFile(join(project.root, 'sum.js'), 'utf8')).toBe(FIXED);
    expect(await readFile(join(project.root, 'lint.js'), 'utf8')).toBe('// dirty\n');
    expect((await project.git('rev-parse', 'main~1')).trim()).toBe(head.trim());
  });
});

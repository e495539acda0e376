import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../../src/faces/library/library.ts';
import { runHydra, type HydraRun } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const CONFIG = `[scoring.commands]
build = "test -f a"
test = "test \\"$MODE\\" != broken"
lint = false
install = false
[checks.test]
env = ["MODE"]
`;

let project: ScratchProject;
let tools: string;

const ask = (env: Readonly<Record<string, string>> = {}, ...more: string[]): Promise<HydraRun> =>
  runHydra(['evaluate', '--base', 'main', '--candidates', project.patches, '--json', ...more], {
    cwd: project.root,
    env: { PATH: `${tools}:${process.env['PATH']}`, MODE: 'a', ...env },
  });
const recalled = ({ stderr }: HydraRun): boolean => stderr.includes('Nothing has changed since run');
const idOf = ({ stdout }: HydraRun): string => (JSON.parse(stdout) as { run_id: string }).run_id;

/** The same question in this process, in the same environment. */
const askLibrary = async (): ReturnType<typeof evaluate> => {
  const path = process.env['PATH'];
  Object.assign(process.env, { PATH: `${tools}:${path}`, MODE: 'a' });
  try {
    const source = join(project.patches, 'one.patch');
    return await evaluate({ repo: project.root, base: 'main', candidates: [{ name: 'one', source }] });
  } finally {
    process.env['PATH'] = path;
    delete process.env['MODE'];
  }
};

beforeAll(async () => {
  project = await makeProject({ 'hydra.toml': CONFIG, a: '1\n' });
  tools = join(project.root, '..', 'tools');
  await mkdir(tools);
  await project.patch('one', { a: '2\n' });
});
afterAll(() => project.remove());

describe('a repeated evaluation', () => {
  test('is answered by its own run, and leaves no other', async () => {
    const before = await ask();
    const runs = await readdir(join(project.root, '.hydra', 'runs'));
    const again = await ask();
    expect(recalled(again)).toBe(true);
    expect(again.stdout).toBe(before.stdout);
    expect(again.code).toBe(before.code);
    expect(await readdir(join(project.root, '.hydra', 'runs'))).toEqual(runs);
  });

  test('is run again with --fresh, and every check with it', async () => {
    const before = await ask();
    const again = await ask({}, '--fresh');
    expect(recalled(again)).toBe(false);
    expect(again.stderr).not.toContain('known');
    expect(idOf(again)).not.toBe(idOf(before));
  });

  test('is run again when a candidate has changed by a byte', async () => {
    await askLibrary();
    const at = join(project.patches, 'one.patch');
    const text = await readFile(at, 'utf8');
    await writeFile(at, text.replace('+2', '+3'));
    expect((await askLibrary()).recalled).toBeUndefined();
    await writeFile(at, text);
    expect((await askLibrary()).recalled).toBeDefined();
  });

  test('is run again when more is known about how a candidate was made', async () => {
    await ask();
    const at = join(project.patches, 'one.json');
    await writeFile(at, '{"duration_ms": 1000}');
    expect(recalled(await ask())).toBe(false);
    await rm(at);
  });

  test('is run again when a variable that reaches the checks has another value', async () => {
    await ask();
    const broken = await ask({ MODE: 'broken' });
    expect(recalled(broken)).toBe(false);
    expect(broken.stderr).toMatch(/baseline: test ✗(?! known)/);
    expect(recalled(await ask({ UNRELATED: 'x', MODE: 'broken' }))).toBe(true);
  });

  test('is run again when a tool on the path is another one', async () => {
    await askLibrary();
    await writeFile(join(tools, 'make'), '#!/bin/sh\nexit 0\n');
    await chmod(join(tools, 'make'), 0o755);
    expect((await askLibrary()).recalled).toBeUndefined();
    await rm(join(tools, 'make'));
  });

  test('is run again when the work tree has a configuration of its own', async () => {
    await ask();
    await writeFile(join(project.root, 'hydra.toml'), `${CONFIG}# mine\n`);
    const other = await ask();
    expect(recalled(other)).toBe(false);
    expect(other.stdout).toContain('the one in the work tree differs');
    await writeFile(join(project.root, 'hydra.toml'), CONFIG);
  });

  test.each(['conclusion.json', 'run.json', 'baseline/evidence.json', 'candidates/one/evidence.json'])(
    'is run again when %s of the stored run is damaged',
    async (file) => {
      const { runId } = await askLibrary();
      const at = join(project.root, '.hydra', 'runs', runId, file);
      await writeFile(at, `${await readFile(at, 'utf8')} `);
      expect((await askLibrary()).recalled).toBeUndefined();
    },
  );

  test('is run again when that run is gone', async () => {
    const { runId } = await askLibrary();
    await rm(join(project.root, '.hydra', 'runs', runId), { recursive: true });
    expect((await askLibrary()).recalled).toBeUndefined();
  });

  test('is run again when the branch has moved', async () => {
    await askLibrary();
    await project.write({ b: '1\n' });
    await project.commit('more');
    expect((await askLibrary()).recalled).toBeUndefined();
  });

  test('is answered by the library alike, unless it is asked to run', async () => {
    const options = {
      repo: project.root,
      base: 'main',
      candidates: [{ name: 'one', source: join(project.patches, 'one.patch') }],
    };
    const first = await evaluate(options);
    const again = await evaluate(options);
    expect(again.runId).toBe(first.runId);
    expect(again.recalled).toBeDefined();
    expect(again.conclusion).toEqual(first.conclusion);
    const fresh = await evaluate({ ...options, fresh: true });
    expect(fresh.runId).not.toBe(first.runId);
    expect(fresh.recalled).toBeUndefined();
  });
});

describe('never treated as known', () => {
  test('a check that ran out of time, and a folder', async () => {
    const slow = await makeProject({
      'hydra.toml':
        '[scoring.commands]\nbuild = false\nlint = false\ninstall = false\ntest = "test -f quick || sleep 60"\n[scoring.timeouts]\ntest = 1\n',
      a: '1\n',
      quick: '1\n',
    });
    const evaluateIn = (source: string): Promise<HydraRun> =>
      runHydra(['evaluate', '--base', 'main', '--candidate', `it=${source}`, '--json'], { cwd: slow.root });
    const patch = await slow.patch('slow', { quick: null });
    await evaluateIn(patch);
    expect(recalled(await evaluateIn(patch))).toBe(false);
    const folder = join(slow.root, '..', 'folder');
    await mkdir(folder);
    await writeFile(join(folder, 'a'), '3\n');
    await writeFile(join(folder, 'quick'), '1\n');
    await evaluateIn(folder);
    expect(recalled(await evaluateIn(folder))).toBe(false);
    await slow.remove();
  });
});

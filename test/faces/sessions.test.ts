import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { marked, newMark } from '../faults/killed-run.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

/** Resources of a process at one moment. */
type Left = {
  readonly children: readonly string[];
  readonly handles: readonly string[];
  readonly temporary: readonly string[];
  readonly claims: readonly string[];
  readonly workspaces: readonly string[];
};

type Said = {
  readonly before: Left;
  readonly alone: { readonly outcomes: readonly string[]; readonly left: Left };
  readonly many: {
    readonly finished: readonly string[];
    readonly aborted: readonly string[];
    readonly left: Left;
  };
  readonly beside: { readonly stopped: string; readonly going: string };
  readonly closed: {
    readonly before: string;
    readonly resumed: string;
    readonly late: string;
    readonly left: Left;
  };
  readonly resumed: { readonly begun: string; readonly again: string; readonly left: Left };
};

const SCRIPT = fileURLToPath(new URL('./many-runs.mjs', import.meta.url));
const libraryUrl = new URL('../../dist/app/library.js', import.meta.url).href;
const mark = newMark();
const CONFIG = `[scoring.commands]
test = ": ${mark}; test ! -f hangs || sleep 600; grep -q 'a + b' sum.js"
build = false
lint = false
install = false
`;

let project: ScratchProject;
let said: Partial<Said>;
let ended: { readonly code: number | null; readonly errors: string };

/** Ends when nothing keeps the process alive any more. */
const runMany = (given: object, env: Readonly<Record<string, string>>) =>
  new Promise<{ code: number | null; errors: string; output: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, JSON.stringify(given)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, errors, output }));
  });

beforeAll(async () => {
  project = await makeProject({ 'hydra.toml': CONFIG, 'sum.js': 'module.exports = (a, b) => a - b;\n' });
  const right = await project.patch('right', { 'sum.js': 'module.exports = (a, b) => a + b;\n' });
  const hanging = await project.patch('hanging', { 'sum.js': '// a + b\n', hangs: 'yes\n' });
  const around = join(project.root, '..');
  const env = { TMPDIR: join(around, 'tmp'), HYDRA_CACHE_DIR: join(around, 'cache') };
  await mkdir(env.TMPDIR);
  const { output, ...rest } = await runMany({ libraryUrl, root: project.root, right, hanging }, env);
  said = JSON.parse(output) as Partial<Said>;
  ended = rest;
});
afterAll(() => project.remove());

describe('in one process', () => {
  test('three evaluations with the library leave nothing behind', () => {
    expect(said.alone?.outcomes, ended.errors).toEqual(['one', 'one', 'one']);
    expect(said.alone?.left).toEqual(said.before);
  });

  test('47 more and 20 cancellations, side by side in one session, each end as expected', () => {
    expect(said.many?.finished, ended.errors).toEqual(Array.from({ length: 47 }, () => 'one'));
    expect(said.many?.aborted).toEqual(Array.from({ length: 20 }, () => 'aborted'));
    expect(said.many?.left).toMatchObject({ temporary: [], workspaces: [] });
    // One process that analyses code and one that ends orphans, for all of them.
    expect(said.many?.left.children).toHaveLength(2);
  });

  test('a run is cancelled while another goes on', () => {
    expect(said.beside).toEqual({ stopped: 'aborted', going: 'one' });
  });

  test('a closed session has ended its work, starts nothing more, and leaves nothing behind', () => {
    expect(said.closed).toMatchObject({ before: 'unfinished', resumed: 'aborted', late: 'aborted' });
    expect(said.closed?.left).toEqual(said.before);
  });

  test('a cancelled run can be resumed to its end', () => {
    expect(said.resumed).toMatchObject({ begun: 'aborted', again: 'one' });
    expect(said.resumed?.left).toEqual(said.before);
  });

  test('the process ends by itself, without a warning, and no check outlives it', async () => {
    expect(ended).toEqual({ code: 0, errors: '' });
    expect(await marked(mark)).toEqual([]);
  });
});

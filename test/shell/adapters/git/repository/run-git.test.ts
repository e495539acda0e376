import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  cleanEnvironment,
  userEnvironment,
} from '../../../../../src/shell/adapters/git/repository/git-environment.ts';
import { openGitRepository } from '../../../../../src/shell/adapters/git/repository/git-repository.ts';
import { mustGit, runGit, sentence } from '../../../../../src/shell/adapters/git/repository/run-git.ts';
import { removeScratch, scratchFolder, writeFiles } from '../scratch-repository.ts';

const PATH = process.env['PATH'];
afterEach(() => {
  process.env['PATH'] = PATH;
});
afterAll(removeScratch);

/** Puts a program named git before everything else. */
const pretend = async (script: string): Promise<string> => {
  const folder = await scratchFolder();
  await writeFiles(folder, { git: { program: `#!/bin/sh\n${script}\n` } });
  process.env['PATH'] = `${folder}:${PATH}`;
  return folder;
};
const call = (cwd: string) => ({ args: ['version'], cwd, env: cleanEnvironment() });

describe('the program', () => {
  test('a missing git must be installed by the user', async () => {
    const empty = await scratchFolder();
    process.env['PATH'] = empty;
    await expect(openGitRepository(empty)).rejects.toMatchObject({ name: 'UserError', code: 'no-git' });
  });

  test('a git without in-memory merges is too old', async () => {
    const folder = await pretend('echo git version 2.37.9');
    await expect(openGitRepository(folder)).rejects.toMatchObject({
      name: 'InfrastructureError',
      code: 'git-too-old',
    });
  });

  test('a folder that is gone is not a missing git', async () => {
    await expect(runGit(call('/nonexistent'))).rejects.toMatchObject({ code: 'git-not-started' });
  });
});

describe('limits', () => {
  test('time: git is stopped, with everything it started', async () => {
    const folder = await pretend('sleep 30 & sleep 30');
    expect(await runGit({ ...call(folder), timeoutMs: 200 })).toMatchObject({
      code: null,
      stopped: 'timeout',
    });
    await expect(mustGit({ ...call(folder), timeoutMs: 200 })).rejects.toMatchObject({ code: 'git-failed' });
  });

  test('size: output that is too large is not kept', async () => {
    const folder = await pretend('head -c 1000000 /dev/zero');
    const run = await runGit({ ...call(folder), maxBytes: 1000 });
    expect(run.stopped).toBe('too-large');
    expect(run.stdout.length).toBeLessThanOrEqual(1000);
  });

  test('endless error output', async () => {
    const folder = await pretend('head -c 3000000 /dev/zero >&2; exit 1');
    expect((await runGit(call(folder))).stderr.length).toBeLessThanOrEqual(64 * 1024);
  });

  test('a git that reads nothing of a long input', async () => {
    const folder = await pretend('exit 3');
    expect((await runGit({ ...call(folder), stdin: Buffer.alloc(5_000_000) })).code).toBe(3);
  });
});

test('a full disk is the machine’s fault, a file with such a name is not', async () => {
  let folder = await pretend(
    'echo "fatal: unable to write loose object file: No space left on device" >&2; exit 128',
  );
  await expect(runGit(call(folder))).rejects.toMatchObject({ name: 'InfrastructureError' });
  process.env['PATH'] = PATH;
  folder = await pretend('echo "error: patch failed: No space left on device:1" >&2; exit 1');
  expect((await runGit(call(folder))).code).toBe(1);
});

test('the environment is built, not inherited', async () => {
  process.env['GIT_DIR'] = '/x';
  process.env['GIT_EXTERNAL_DIFF'] = '/x';
  process.env['SECRET_TOKEN'] = 'x';
  try {
    const folder = await pretend('env');
    for (const env of [cleanEnvironment(), userEnvironment()]) {
      const seen = (await runGit({ args: [], cwd: folder, env })).stdout.toString();
      expect(seen).not.toMatch(/GIT_DIR|GIT_EXTERNAL_DIFF|SECRET_TOKEN/);
      expect(seen).toMatch(/^LC_ALL=C$/m);
    }
    expect(cleanEnvironment()).toMatchObject({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
    expect(cleanEnvironment()).not.toHaveProperty('HOME');
  } finally {
    for (const name of ['GIT_DIR', 'GIT_EXTERNAL_DIFF', 'SECRET_TOKEN']) delete process.env[name];
  }
});

test('an error message is one clean line', () => {
  expect(sentence('warning: x\nerror: a\u001b[31mb\nfatal: c\n')).toBe('a [31mb');
  expect(sentence('')).toBe('no reason given');
  expect(sentence(join('x'.repeat(1000)))).toHaveLength(500);
});

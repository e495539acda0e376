import { afterAll, expect, test } from 'vitest';
import { join } from 'node:path';
import { moveRef } from '../../../../src/shell/adapters/git/merge/ref-transaction.ts';
import { removeScratch, scratchRepository } from './scratch-repository.ts';

afterAll(removeScratch);

test('of two moves from one place exactly one wins, and only its work completes', async () => {
  const scratch = await scratchRepository({ a: '1\n' });
  const from = scratch.git(['rev-parse', 'HEAD']).trim();
  const tree = scratch.git(['rev-parse', 'HEAD^{tree}']).trim();
  const commit = (message: string) => scratch.git(['commit-tree', tree, '-p', from, '-m', message]).trim();
  const [first, second] = [commit('first'), commit('second')];
  const gitDir = join(scratch.root, '.git');
  const move = (to: string, work: () => Promise<void>) =>
    moveRef(gitDir, { branch: 'refs/heads/main', to, from, why: 'test' }, work);
  let inner: string | null = 'not run';
  const outer = await move(first, async () => {
    inner = await move(second, () => Promise.reject(new Error('must not run')));
  });
  expect(outer).toBeNull();
  expect(inner).toMatch(/lock/);
  expect(await move(second, () => Promise.reject(new Error('must not run')))).toMatch(/expected/);
  expect(scratch.git(['rev-parse', 'main']).trim()).toBe(first);
});

test('failing work leaves the ref where it was, and unlocked', async () => {
  const scratch = await scratchRepository({ a: '1\n' });
  const from = scratch.git(['rev-parse', 'HEAD']).trim();
  const to = scratch.git(['commit-tree', `${from}^{tree}`, '-p', from, '-m', 'x']).trim();
  const move = { branch: 'refs/heads/main', to, from, why: 'test' };
  const gitDir = join(scratch.root, '.git');
  await expect(moveRef(gitDir, move, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(scratch.git(['rev-parse', 'main']).trim()).toBe(from);
  expect(await moveRef(gitDir, move, () => Promise.resolve())).toBeNull();
  expect(scratch.git(['rev-parse', 'main']).trim()).toBe(to);
});

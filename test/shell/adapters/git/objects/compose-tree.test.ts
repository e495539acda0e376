import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGitRepository } from '../../../../../src/shell/adapters/git/repository/git-repository.ts';
import type { GitRepository } from '../../../../../src/shell/ports/git-repository.ts';
import { makeProject, type ScratchProject } from '../../../../support/scratch-project.ts';

let project: ScratchProject;
let repository: GitRepository;
let tree: string;

beforeAll(async () => {
  project = await makeProject({ 'a.txt': 'a\n', 'dir/b.txt': 'b\n' });
  repository = await openGitRepository(project.root);
  tree = (await repository.resolveBase('main')).tree;
});
afterAll(() => project.remove());

test('paths are replaced, added and removed, and the rest stays', async () => {
  const composed = await repository.composeTree(tree, [
    { path: 'a.txt', mode: '100644', text: 'other\n' },
    { path: 'dir/b.txt', mode: '100644', blob: null },
    { path: 'neu/ü c.txt', mode: '100755', text: 'new\n' },
  ]);
  expect(await repository.listFiles(composed.tree)).toEqual(['a.txt', 'neu/ü c.txt']);
  expect(await repository.readText(composed.tree, 'a.txt')).toBe('other\n');
  expect(composed.changes.map(({ blob }) => blob === null)).toEqual([false, true, false]);
  const again = await repository.composeTree(tree, composed.changes);
  expect(again.tree).toBe(composed.tree);
});

test('nothing to replace gives the tree itself', async () => {
  expect((await repository.composeTree(tree, [])).tree).toBe(tree);
});

test('a file may take the place of a folder', async () => {
  const composed = await repository.composeTree(tree, [{ path: 'dir', mode: '100644', text: 'file\n' }]);
  expect(await repository.listFiles(composed.tree)).toEqual(['a.txt', 'dir']);
});

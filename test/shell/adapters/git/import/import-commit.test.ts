import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Base, GitRepository } from '../../../../../src/shell/ports/git-repository.ts';
import { type Scratch, accepted, reasonOf, removeScratch, scratchRepository } from '../scratch-repository.ts';

let scratch: Scratch;
let repository: GitRepository;
let base: Base;
const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';

beforeEach(async () => {
  scratch = await scratchRepository({ 'a.txt': LINES, 'b.txt': 'b\n' });
  scratch.git(['branch', 'start']);
  await scratch.commit({ 'b.txt': 'base moved on\n', 'a.txt': LINES.replace('one', '1') });
  repository = await scratch.open();
  base = await repository.resolveBase('main');
});
afterAll(removeScratch);

const branchOff = async (from: string, files: Parameters<Scratch['commit']>[0]): Promise<string> => {
  scratch.git(['checkout', '-q', '--detach', from]);
  return scratch.commit(files);
};
const take = (at: string) => repository.importCandidate(base, { kind: 'commit', at });

test('a descendant is its own tree, and the source shows the commit', async () => {
  const commit = await branchOff('main', { 'new.txt': 'x\n' });
  const imported = accepted(await take('HEAD'));
  expect(imported.tree).toBe(scratch.git(['rev-parse', `${commit}^{tree}`]).trim());
  expect(imported.source).toEqual({ kind: 'commit', at: 'HEAD', commit });
});

test('a branch from before the base keeps what the base has gained since', async () => {
  const commit = await branchOff('start', { 'a.txt': LINES.replace('ten', '10') });
  const { tree } = accepted(await take(commit));
  expect(await repository.readText(tree, 'a.txt')).toBe(LINES.replace('one', '1').replace('ten', '10'));
  expect(await repository.readText(tree, 'b.txt')).toBe('base moved on\n');
  expect(await repository.changes(base.tree, tree)).toHaveLength(1);
});

test('a conflict lists the files', async () => {
  const commit = await branchOff('start', { 'b.txt': 'mine\n', 'a.txt': LINES.replace('one', 'uno') });
  expect(reasonOf(await take(commit))).toBe('conflicts with the base in a.txt, b.txt');
});

test('an ancestor of the base proposes nothing', async () => {
  const imported = accepted(await take('start'));
  expect(imported.tree).toBe(base.tree);
  expect(imported.patch).toHaveLength(0);
});

test('criss-cross history is merged from all its bases', async () => {
  const left = await branchOff('start', { 'left.txt': 'l\n' });
  const right = await branchOff('start', { 'right.txt': 'r\n' });
  scratch.git(['checkout', '-q', '--detach', left]);
  scratch.git(['merge', '-q', '--no-edit', right]);
  const crossed = await scratch.commit({ 'base.txt': 'x\n' });
  scratch.git(['checkout', '-q', '--detach', right]);
  scratch.git(['merge', '-q', '--no-edit', left]);
  const other = await scratch.commit({ 'candidate.txt': 'y\n' });
  base = await repository.resolveBase(crossed);
  const { tree } = accepted(await take(other));
  expect((await repository.changes(base.tree, tree)).map(({ path }) => path)).toEqual(['candidate.txt']);
});

test('no common history, no commit', async () => {
  scratch.git(['checkout', '-q', '--orphan', 'alone']);
  await scratch.commit({ 'a.txt': 'else\n' });
  expect(reasonOf(await take('alone'))).toMatch(/no history/);
  expect(reasonOf(await take('nowhere'))).toMatch(/names no commit/);
});

/** A tree object as no git command would write it. */
const forge = (entries: readonly (readonly [mode: string, name: string, id: string])[]): string => {
  const bytes = entries.map(([mode, name, id]) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
  return scratch
    .git(['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], Buffer.concat(bytes))
    .trim();
};

test('forged trees are refused with the reason', async () => {
  const blob = scratch.git(['hash-object', '-w', '--stdin'], 'evil\n').trim();
  const folder = forge([['100644', 'config', blob]]);
  const missing = '1'.repeat(40);
  const cases: readonly (readonly [string, Parameters<typeof forge>[0], RegExp])[] = [
    ['.git', [['40000', '.git', folder]], /into \.git/],
    ['.Git', [['40000', '.Git', folder]], /into \.git/],
    ['git~1', [['40000', 'git~1', folder]], /into \.git/],
    ['nested .git', [['40000', 'd', forge([['40000', '.git', folder]])]], /into \.git/],
    ['..', [['40000', '..', folder]], /outside the tree/],
    ['.', [['40000', '.', folder]], /does not allow/],
    ['empty name', [['100644', '', blob]], /malformed tree/],
    ['../ in a name', [['100644', '../evil', blob]], /outside the tree/],
    [
      'twice',
      [
        ['100644', 'a', blob],
        ['100755', 'a', blob],
      ],
      /malformed tree/,
    ],
    [
      'file and folder',
      [
        ['100644', 'a', blob],
        ['40000', 'a', folder],
      ],
      /malformed tree/,
    ],
    ['missing file', [['100644', 'a', missing]], /malformed tree/],
    ['missing folder', [['40000', 'a', missing]], /malformed tree/],
    ['.hydra', [['40000', '.hydra', folder]], /Hydra's own folder/],
    ['.gitmodules as a link', [['120000', '.gitmodules', blob]], /does not allow|malformed/],
  ];
  for (const [name, entries, reason] of cases) {
    const commit = scratch.git(['commit-tree', forge(entries), '-p', base.commit, '-m', name]).trim();
    expect(reasonOf(await take(commit)), name).toMatch(reason);
  }
});

test('old modes and empty folders become what git writes today', async () => {
  const blob = scratch.git(['hash-object', '-w', '--stdin'], 'x\n').trim();
  const empty = scratch.git(['hash-object', '-t', 'tree', '-w', '--stdin'], '').trim();
  const odd = forge([
    ['100664', 'a', blob],
    ['40000', 'empty', empty],
  ]);
  const commit = scratch.git(['commit-tree', odd, '-p', base.commit, '-m', 'odd']).trim();
  const { tree } = accepted(await take(commit));
  expect(tree).not.toBe(odd);
  expect(await repository.listFiles(tree)).toEqual(['a']);
});

test('replace refs do not change what a commit is', async () => {
  const commit = await branchOff('main', { 'new.txt': 'honest\n' });
  const fake = await branchOff('main', { 'new.txt': 'fake\n' });
  scratch.git(['replace', commit, fake]);
  const { tree } = accepted(await take(commit));
  expect(await repository.readText(tree, 'new.txt')).toBe('honest\n');
});

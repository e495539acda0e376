import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Base, GitRepository, ImportHow } from '../../../../../src/shell/ports/git-repository.ts';
import {
  type Scratch,
  accepted,
  gitIn,
  reasonOf,
  removeScratch,
  scratchFolder,
  scratchRepository,
  writeFiles,
} from '../scratch-repository.ts';

let scratch: Scratch;
let repository: GitRepository;
let base: Base;
let folder: string;

beforeEach(async () => {
  scratch = await scratchRepository({
    '.gitignore': '*.log\n/dist/\n',
    'src/a.txt': 'one\n',
    'src/b.txt': 'two\n',
    'lib/target/kept.txt': 'tracked\n',
    'run.sh': { program: '#!/bin/sh\n' },
    link: { link: 'src/a.txt' },
  });
  repository = await scratch.open();
  base = await repository.resolveBase('main');
  folder = await scratchFolder();
  await cp(scratch.root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\/\.(git|hydra)$/.test(path),
  });
});
afterAll(removeScratch);

const take = (how?: ImportHow) => repository.importCandidate(base, { kind: 'folder', at: folder }, how);
const changed = async (how?: ImportHow) =>
  (await repository.changes(base.tree, accepted(await take(how)).tree)).map(
    ({ path, mode, blob }) => `${blob === null ? 'gone' : mode} ${path}`,
  );

test('a copy proposes nothing', async () => {
  expect(await changed()).toEqual([]);
});

test('edits, new files, removals, modes and links', async () => {
  await writeFiles(folder, {
    'src/a.txt': 'changed\n',
    'new/ünï\n.txt': 'x\n',
    'src/b.txt': { program: 'two\n' },
    link: { link: '/etc/passwd' },
    'out-of-here': { link: '/etc' },
  });
  await rm(join(folder, 'run.sh'));
  expect(await changed()).toEqual([
    '120000 link',
    '100644 new/ünï\n.txt',
    '120000 out-of-here',
    'gone run.sh',
    '100644 src/a.txt',
    '100755 src/b.txt',
  ]);
});

test('ignored files and tools’ leftovers stay out, unless the base has them', async () => {
  await writeFiles(folder, {
    'debug.log': 'x',
    'dist/out.js': 'x',
    'node_modules/x/index.js': 'x',
    'packages/p/node_modules/y.js': 'x',
    '.venv/bin/python': 'x',
    'target/debug/x': 'x',
    'src/__pycache__/a.pyc': 'x',
    '.hydra/runs/x': 'x',
    '.git/config': '[core]\n\tfsmonitor = touch /tmp/never\n',
    'lib/target/kept.txt': 'edited\n',
    'lib/target/new.txt': 'new\n',
  });
  expect(await changed()).toEqual(['100644 lib/target/kept.txt', '100644 lib/target/new.txt']);
});

test('a folder behind a link is not walked, and the tracked files in it are gone', async () => {
  const elsewhere = await scratchFolder();
  await writeFiles(elsewhere, { 'a.txt': 'secret\n', 'b.txt': 'secret\n' });
  await rm(join(folder, 'src'), { recursive: true });
  await symlink(elsewhere, join(folder, 'src'));
  expect(await changed()).toEqual(['120000 src', 'gone src/a.txt', 'gone src/b.txt']);
});

test('pipes are skipped, also in place of a tracked file', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe'), join(folder, 'src/pipe')]);
  await rm(join(folder, 'src/a.txt'));
  execFileSync('mkfifo', [join(folder, 'src/a.txt')]);
  expect(await changed()).toEqual(['gone src/a.txt']);
});

test('nested repositories are left alone, with or without a commit', async () => {
  for (const name of ['nested', 'unborn']) {
    await mkdir(join(folder, name));
    const git = gitIn(join(folder, name));
    git(['init', '-q']);
    git(['config', 'core.fsmonitor', `touch ${join(folder, 'ran')}`]);
    await writeFile(join(folder, name, 'file'), 'x');
    if (name === 'nested') {
      git(['-c', 'core.fsmonitor=false', 'add', '.']);
      git([
        '-c',
        'core.fsmonitor=false',
        '-c',
        'user.name=T',
        '-c',
        'user.email=t@example.com',
        'commit',
        '-qm',
        'x',
      ]);
    }
  }
  await writeFiles(folder, { 'src/a.txt': 'changed\n' });
  expect(await changed()).toEqual(['100644 src/a.txt']);
});

test('in a folder of ours, repositories made by a program are plain files, without their .git', async () => {
  for (const name of ['made', 'made/inner', 'src/deep']) {
    await mkdir(join(folder, name), { recursive: true });
    gitIn(join(folder, name))(['init', '-q']);
    await writeFiles(folder, { [`${name}/file`]: 'x', [`${name}/.gitignore`]: 'left-out\n' });
    await writeFiles(folder, { [`${name}/left-out`]: 'x' });
  }
  await writeFiles(folder, { 'pointer/.git': 'gitdir: /nowhere\n', 'pointer/file': 'x' });
  // Made inside a folder that the base tracks, and new files next to tracked ones.
  gitIn(join(folder, 'src'))(['init', '-q']);
  await writeFiles(folder, { 'src/new.txt': 'x' });
  expect(await changed({ flatten: true })).toEqual([
    '100644 made/.gitignore',
    '100644 made/file',
    '100644 made/inner/.gitignore',
    '100644 made/inner/file',
    '100644 pointer/file',
    '100644 src/deep/.gitignore',
    '100644 src/deep/file',
    '100644 src/new.txt',
  ]);
});

test('a file becomes a folder and a folder a file', async () => {
  await rm(join(folder, 'run.sh'));
  await writeFiles(folder, { 'run.sh/inner': 'x\n' });
  await rm(join(folder, 'src'), { recursive: true });
  await writeFiles(folder, { src: 'flat\n' });
  expect(await changed()).toEqual([
    'gone run.sh',
    '100644 run.sh/inner',
    '100644 src',
    'gone src/a.txt',
    'gone src/b.txt',
  ]);
});

test('filters specified in attributes are not run', async () => {
  const marker = join(await scratchFolder(), 'ran');
  scratch.git(['config', 'filter.evil.clean', `touch ${marker}; cat`]);
  await writeFiles(folder, { '.gitattributes': '* filter=evil\n', 'src/a.txt': 'changed\n' });
  expect(await changed()).toEqual(['100644 .gitattributes', '100644 src/a.txt']);
  await expect(readFile(marker)).rejects.toThrow('ENOENT');
});

test('the work tree itself can be a candidate, its index stays as it was', async () => {
  await scratch.write({ 'src/a.txt': 'in the work tree\n', 'untracked.txt': 'x\n' });
  const before = await readFile(join(scratch.root, '.git/index'));
  folder = scratch.root;
  expect(await changed()).toEqual(['100644 src/a.txt', '100644 untracked.txt']);
  expect((await readFile(join(scratch.root, '.git/index'))).equals(before)).toBe(true);
});

test('a submodule is taken as its commit', async () => {
  const id = '1234567890123456789012345678901234567890';
  scratch.git(['update-index', '--add', '--cacheinfo', `160000,${id},sub`]);
  scratch.git(['commit', '-qm', 'submodule']);
  base = await repository.resolveBase('main');
  await mkdir(join(folder, 'sub'));
  expect(await changed()).toEqual([]);
  const git = gitIn(join(folder, 'sub'));
  git(['init', '-q']);
  git(['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-q', '--allow-empty', '-m', 'x']);
  expect(await changed()).toEqual(['160000 sub']);
});

test('unreadable content is rejected with its reason', async () => {
  expect(reasonOf(await repository.importCandidate(base, { kind: 'folder', at: '/nonexistent' }))).toMatch(
    /not a folder/,
  );
  await writeFiles(folder, { '.gitignore': '!.hydra\n', '.hydra/x': 'x' });
  expect(reasonOf(await take())).toMatch(/Hydra's own folder/);
});

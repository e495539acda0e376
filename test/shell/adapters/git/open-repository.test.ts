import { chown, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { excludeHydraFolder } from '../../../../src/shell/adapters/git/repository/exclude-hydra-folder.ts';
import { openGitRepository } from '../../../../src/shell/adapters/git/repository/git-repository.ts';
import { storeFolder } from '../../../../src/shell/adapters/git/objects/object-store.ts';
import {
  type Scratch,
  accepted,
  gitIn,
  importText,
  removeScratch,
  scratchFolder,
  scratchRepository,
} from './scratch-repository.ts';

const PATCH = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await scratchRepository({ 'a.txt': 'one\n', 'sub/b.txt': 'x\n' });
});
afterAll(removeScratch);

const refusal = async (directory: string) =>
  openGitRepository(directory).then(
    () => 'opened',
    (error: { code?: string; hint?: string }) => ({ code: error.code, hint: error.hint }),
  );

describe('opening', () => {
  test('a missing repository, folder or commit is a user error', async () => {
    const empty = await scratchFolder();
    expect(await refusal(empty)).toMatchObject({
      code: 'not-a-repository',
      hint: expect.stringContaining('git init'),
    });
    expect(await refusal(join(empty, 'missing'))).toMatchObject({ code: 'not-a-repository' });
    gitIn(empty)(['init', '-q']);
    expect(await refusal(empty)).toMatchObject({
      code: 'no-commits',
      hint: expect.stringContaining('git commit'),
    });
  });

  test('an unborn branch next to others does not matter', async () => {
    scratch.git(['checkout', '-q', '--orphan', 'fresh']);
    expect((await (await scratch.open()).resolveBase('main')).branch).toBe('refs/heads/main');
  });

  test('inside the git directory is not a work tree', async () => {
    expect(await refusal(join(scratch.root, '.git'))).toMatchObject({ code: 'not-a-repository' });
  });

  test.skipIf(process.getuid?.() !== 0)(
    'a repository of another user is refused with the way to trust it',
    async () => {
      await chown(scratch.root, 4242, 4242);
      await chown(join(scratch.root, '.git'), 4242, 4242);
      expect(await refusal(scratch.root)).toMatchObject({
        code: 'foreign-repository',
        hint: expect.stringContaining('safe.directory'),
      });
    },
  );

  test('a subfolder, a linked work tree and a bare clone give the same tree', async () => {
    const elsewhere = await scratchFolder();
    scratch.git(['worktree', 'add', '-q', join(elsewhere, 'linked'), '-b', 'side']);
    scratch.git(['clone', '-q', '--bare', '.', join(elsewhere, 'bare.git')]);
    const trees = new Set<string>();
    for (const [folder, root] of [
      [join(scratch.root, 'sub'), scratch.root],
      [join(elsewhere, 'linked'), join(elsewhere, 'linked')],
      [join(elsewhere, 'bare.git'), join(elsewhere, 'bare.git')],
    ] as const) {
      const repository = await openGitRepository(folder);
      expect(repository.root).toBe(root);
      trees.add(accepted(await importText(repository, await repository.resolveBase('main'), PATCH)).tree);
    }
    expect(trees.size).toBe(1);
    expect(scratch.git(['status', '--porcelain'])).toBe('');
    expect(gitIn(join(elsewhere, 'linked'))(['status', '--porcelain'])).toBe('');
  });

  test('sha256 repositories', async () => {
    const other = await scratchRepository({ 'a.txt': 'one\n' }, ['--object-format=sha256']);
    const repository = await other.open();
    const base = await repository.resolveBase('HEAD');
    expect(base.commit).toHaveLength(64);
    const { tree, patch } = accepted(await importText(repository, base, PATCH));
    expect(tree).toHaveLength(64);
    const request = { base, branch: 'refs/heads/main', patch, message: 'x', dryRun: false };
    expect(await repository.merge(request)).toMatchObject({ status: 'merged' });
    expect(other.git(['rev-parse', 'HEAD^{tree}']).trim()).toBe(tree);
  });

  test('a shallow clone', async () => {
    await scratch.commit({ 'a.txt': 'zero\n' });
    await scratch.commit({ 'a.txt': 'one\n' });
    const clone = join(await scratchFolder(), 'clone');
    scratch.git(['clone', '-q', '--depth=1', `file://${scratch.root}`, clone]);
    const repository = await openGitRepository(clone);
    const base = await repository.resolveBase('HEAD');
    accepted(await importText(repository, base, PATCH));
    accepted(await repository.importCandidate(base, { kind: 'commit', at: 'HEAD' }));
  });

  test('variables of an outer git are ignored', async () => {
    process.env['GIT_DIR'] = '/nonexistent';
    process.env['GIT_INDEX_FILE'] = '/nonexistent/index';
    try {
      expect((await scratch.open()).root).toBe(scratch.root);
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_INDEX_FILE'];
    }
  });
});

describe('the store and the exclude file', () => {
  test('.hydra/ is excluded once, and an existing file kept', async () => {
    const exclude = join(scratch.root, '.git/info/exclude');
    await mkdir(join(scratch.root, '.git/info'));
    await writeFile(exclude, '*.tmp');
    await scratch.open();
    await excludeHydraFolder({ commonDir: join(scratch.root, '.git'), bare: false });
    expect(await readFile(exclude, 'utf8')).toBe('*.tmp\n/.hydra/\n');
  });

  test('many first runs at once share one store', async () => {
    const trees = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const repository = await scratch.open();
        return accepted(await importText(repository, await repository.resolveBase('main'), PATCH)).tree;
      }),
    );
    expect(new Set(trees).size).toBe(1);
    expect(scratch.git(['--git-dir', storeFolder(scratch.root), 'fsck', '--no-dangling']).trim()).not.toMatch(
      /error|missing/,
    );
  });

  test('a repository that was moved finds its objects again', async () => {
    await scratch.open();
    const moved = join(await scratchFolder(), 'moved');
    await rename(scratch.root, moved);
    const repository = await openGitRepository(moved);
    accepted(await importText(repository, await repository.resolveBase('main'), PATCH));
  });

  test('a store that came with the clone brings no settings of its own', async () => {
    const marker = join(await scratchFolder(), 'ran');
    const store = storeFolder(scratch.root);
    await mkdir(store, { recursive: true });
    await writeFile(join(store, 'HEAD'), 'ref: refs/heads/x\n');
    await mkdir(join(store, 'refs'));
    await mkdir(join(store, 'objects'));
    await writeFile(
      join(store, 'config'),
      `[core]\n\tfsmonitor = "touch ${marker}"\n[filter "x"]\n\tclean = touch ${marker}\n`,
    );
    const repository = await scratch.open();
    const folder = await scratchFolder();
    await writeFile(join(folder, '.gitattributes'), '* filter=x\n');
    accepted(
      await repository.importCandidate(await repository.resolveBase('main'), { kind: 'folder', at: folder }),
    );
    await expect(readFile(marker)).rejects.toThrow('ENOENT');
  });

  test('a link in its place is refused', async () => {
    await symlink(await scratchFolder(), join(scratch.root, '.hydra'));
    expect(await refusal(scratch.root)).toMatchObject({ code: 'hydra-folder' });
  });
});

describe('names', () => {
  test('a branch is known by all its names; a tag and a hash have none', async () => {
    scratch.git(['tag', 'v1']);
    const repository = await scratch.open();
    const { commit } = await repository.resolveBase('HEAD');
    for (const ref of ['HEAD', '@', 'main', 'heads/main', 'refs/heads/main']) {
      expect((await repository.resolveBase(ref)).branch).toBe('refs/heads/main');
    }
    for (const ref of ['v1', commit, commit.slice(0, 10), 'main~0']) {
      expect(await repository.resolveBase(ref)).toMatchObject({ commit, branch: null });
    }
    scratch.git(['checkout', '-q', '--detach']);
    expect(await repository.resolveBase('HEAD')).toMatchObject({ commit, branch: null });
  });

  test.each([
    'mian',
    'Main',
    'nonsense-entirely',
    '-rf',
    '--help',
    '',
    'main\0',
    'main:a.txt',
    'a'.repeat(5000),
  ])('unknown ref %j', async (ref) => {
    const repository = await scratch.open();
    await expect(repository.resolveBase(ref)).rejects.toMatchObject({ code: 'unknown-ref' });
  });

  test('a mistyped branch gets a suggestion', async () => {
    const repository = await scratch.open();
    await expect(repository.resolveBase('mian')).rejects.toMatchObject({ hint: 'Did you mean main?' });
  });

  test('a source is a file, a folder or a commit, in this order', async () => {
    const repository = await scratch.open();
    const file = join(scratch.root, 'a.txt');
    expect(await repository.classifySource(file)).toEqual({ kind: 'patch', at: file });
    expect(await repository.classifySource(scratch.root)).toEqual({ kind: 'folder', at: scratch.root });
    const { commit } = await repository.resolveBase('main');
    expect(await repository.classifySource('main')).toEqual({ kind: 'commit', at: 'main', commit });
    for (const at of ['nowhere', '-x', '', '/dev/null']) {
      await expect(repository.classifySource(at)).rejects.toMatchObject({ code: 'unknown-source' });
    }
  });
});

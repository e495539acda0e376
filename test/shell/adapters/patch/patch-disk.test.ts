import { execFileSync } from 'node:child_process';
import { chmod, link, lstat, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PatchOp } from '../../../../src/core/domain/candidate/patch-op.ts';
import { describeFaults } from '../../../../src/core/patch/describe-faults.ts';
import { type Disk, realDisk } from '../../../../src/shell/adapters/patch/disk.ts';
import { applyOnDisk, checkOnDisk } from '../../../../src/shell/adapters/patch/patch-disk.ts';
import { InfrastructureError } from '../../../../src/shell/errors/user-error.ts';
import { makeTree, type ScratchTree } from './scratch-tree.ts';

let tree: ScratchTree;
beforeEach(async () => {
  tree = await makeTree({ 'src/a.js': 'one\n', 'src/deep/b.js': 'two\n', 'docs/c.md': 'three\n' });
});
afterEach(() => tree.remove());

const add = (path: string, content = 'x', overwrite = false): PatchOp => ({
  kind: 'add',
  path,
  content,
  ...(overwrite ? { overwrite } : {}),
});
const edit = (path: string, find: string, replace: string): PatchOp => ({
  kind: 'edit',
  path,
  find,
  replace,
});
const remove = (path: string): PatchOp => ({ kind: 'remove', path });

const refusal = async (ops: readonly PatchOp[]): Promise<string> => {
  const before = await tree.look();
  const outcome = await applyOnDisk(tree.root, ops);
  expect(await tree.look()).toEqual(before);
  return outcome.ok ? 'applied' : describeFaults(outcome.faults);
};

describe('a patch on the disk', () => {
  test('is applied as computed, and leaves nothing next to it', async () => {
    const ops = [
      edit('src/a.js', 'one', 'eins'),
      add('new/folder/d.js'),
      remove('docs/c.md'),
      remove('src/deep/b.js'),
      add('src/deep', 'a file now'),
    ];
    const changes = [
      { path: 'docs/c.md', change: 'removed', bytes: 0 },
      { path: 'new/folder/d.js', change: 'added', bytes: 1 },
      { path: 'src/a.js', change: 'modified', bytes: 5 },
      { path: 'src/deep', change: 'added', bytes: 10 },
      { path: 'src/deep/b.js', change: 'removed', bytes: 0 },
    ];
    const before = await tree.look();
    expect(await checkOnDisk(tree.root, ops)).toEqual({ ok: true, changes });
    expect(await tree.look()).toEqual(before);
    expect(await applyOnDisk(tree.root, ops)).toEqual({ ok: true, changes });
    const after = await tree.look(tree.root);
    expect(Object.keys(after)).toEqual([
      'new',
      'new/folder',
      'new/folder/d.js',
      'src',
      'src/a.js',
      'src/deep',
    ]);
    expect(after['src/a.js']).toMatch(/ eins\n$/);
    expect(after['src/deep']).toMatch(/ a file now$/);
  });

  test('turns a file into a folder', async () => {
    await applyOnDisk(tree.root, [remove('src/a.js'), add('src/a.js/b/c', 'y')]);
    expect((await tree.look(tree.root))['src/a.js/b/c']).toMatch(/ y$/);
  });

  test('keeps permissions', async () => {
    await chmod(join(tree.root, 'src/a.js'), 0o754);
    await applyOnDisk(tree.root, [edit('src/a.js', 'one', 'eins')]);
    expect((await lstat(join(tree.root, 'src/a.js'))).mode & 0o777).toBe(0o754);
  });

  test('never writes through a hard link to a file', async () => {
    await link(join(tree.root, 'src/a.js'), join(tree.outside, 'same'));
    await applyOnDisk(tree.root, [edit('src/a.js', 'one', 'eins')]);
    expect(await readFile(join(tree.outside, 'same'), 'utf8')).toBe('one\n');
    expect(await readFile(join(tree.root, 'src/a.js'), 'utf8')).toBe('eins\n');
  });

  test('changes two names of one file one by one', async () => {
    await link(join(tree.root, 'src/a.js'), join(tree.root, 'src/same.js'));
    await applyOnDisk(tree.root, [edit('src/a.js', 'one', '1'), edit('src/same.js', 'one', '2')]);
    const after = await tree.look(tree.root);
    expect([after['src/a.js'], after['src/same.js']].map((text) => text?.slice(-2))).toEqual(['1\n', '2\n']);
  });

  test('leaves a folder alone that holds something else', async () => {
    await tree.write({ 'docs/ignored.log': 'x' });
    await applyOnDisk(tree.root, [remove('docs/c.md')]);
    expect(Object.keys(await tree.look(join(tree.root, 'docs')))).toEqual(['ignored.log']);
  });

  test('reaches a root that is itself behind a link', async () => {
    await symlink(tree.root, join(tree.outside, 'root-link'));
    expect(await applyOnDisk(join(tree.outside, 'root-link'), [add('e')])).toMatchObject({ ok: true });
    expect(await readFile(join(tree.root, 'e'), 'utf8')).toBe('x');
  });

  test('needs a folder', async () => {
    await expect(applyOnDisk(join(tree.root, 'src/a.js'), [])).rejects.toMatchObject({ code: 'patch-root' });
    await expect(applyOnDisk(join(tree.root, 'none'), [])).rejects.toMatchObject({ code: 'patch-root' });
  });
});

describe('links', () => {
  test('out of the root are never followed', async () => {
    await symlink(tree.outside, join(tree.root, 'absolute'));
    await symlink('../outside', join(tree.root, 'relative'));
    await symlink('../../outside/secret', join(tree.root, 'src/file'));
    for (const op of [
      add('absolute/new'),
      remove('absolute/secret'),
      edit('absolute/secret', 's', 'x'),
      add('relative/new'),
      edit('relative/secret', 's', 'x'),
      edit('src/file', 's', 'x'),
    ])
      expect(await refusal([op])).toMatch(
        /^ops\[0\]\.path: .*leads outside the root through a symbolic link/,
      );
  });

  test('inside the root are followed to the file', async () => {
    await symlink('src/deep', join(tree.root, 'short'));
    await symlink(join(tree.root, 'src'), join(tree.root, 'docs/absolute'));
    await symlink('a.js', join(tree.root, 'src/alias.js'));
    const ops = [
      edit('short/b.js', 'two', 'zwei'),
      add('docs/absolute/new.js'),
      edit('src/alias.js', 'one', 'eins'),
      edit('src/a.js', 'eins', 'uno'),
    ];
    expect(await applyOnDisk(tree.root, ops)).toMatchObject({
      ok: true,
      changes: [{ path: 'src/a.js' }, { path: 'src/deep/b.js' }, { path: 'src/new.js' }],
    });
    const after = await tree.look(tree.root);
    expect(after['src/alias.js']).toBe('→ a.js');
    expect(after['src/a.js']).toMatch(/ uno\n$/);
    expect(after['src/deep/b.js']).toMatch(/ zwei\n$/);
  });

  test('into .git are refused, and so are cycles', async () => {
    await mkdir(join(tree.root, '.git'));
    await writeFile(join(tree.root, '.git/config'), '[core]\n');
    await symlink('.git', join(tree.root, 'innocent'));
    await symlink('loop', join(tree.root, 'loop'));
    expect(await refusal([edit('innocent/config', 'core', 'x')])).toMatch(
      /symbolic link that reaches into \.git/,
    );
    expect(await refusal([edit('loop', 'a', 'b')])).toMatch(/too many symbolic links/);
    expect(await refusal([add('loop/x')])).toMatch(/too many symbolic links/);
  });

  test('are neither overwritten nor removed', async () => {
    await symlink('a.js', join(tree.root, 'src/alias.js'));
    await symlink('nowhere', join(tree.root, 'dangling'));
    expect(await refusal([remove('src/alias.js')])).toMatch(/"src\/alias.js" is a symbolic link/);
    expect(await refusal([add('src/alias.js', 'x', true)])).toMatch(/exists and is a symbolic link/);
    expect(await refusal([add('dangling', 'x', true)])).toMatch(/exists and is a symbolic link/);
    expect(await refusal([edit('dangling', 'x', 'y')])).toMatch(/does not exist/);
  });
});

describe('obstacles', () => {
  test('a folder, a file, a pipe', async () => {
    execFileSync('mkfifo', [join(tree.root, 'pipe')]);
    expect(await refusal([add('src', 'x', true)])).toMatch(/"src" exists and is a folder/);
    expect(await refusal([add('src/a.js/x')])).toMatch(/"src\/a.js" is not a folder/);
    expect(await refusal([edit('pipe', 'a', 'b')])).toMatch(/"pipe" is a special file/);
    expect(await refusal([add('fine'), remove('src/deep')])).toMatch(
      /^ops\[1\]\.path: "src\/deep" is a folder/,
    );
  });

  test('a file that is too large', async () => {
    await writeFile(join(tree.root, 'large'), new Uint8Array(65 * 1024 * 1024));
    expect(await refusal([edit('large', 'a', 'b')])).toMatch(/"large" is larger than 64 MB/);
  });
});

/** Counts the calls that change something, and lets one of them fail. */
const failingAt = (
  which: number,
  code: string,
  before: (call: number) => Promise<void> = async () => {},
): { disk: Disk; calls: () => number } => {
  let calls = 0;
  const guarded =
    <A extends readonly unknown[]>(real: (...words: A) => Promise<void>) =>
    async (...words: A): Promise<void> => {
      calls += 1;
      const call = calls;
      await before(call);
      if (call === which) throw Object.assign(new Error(`${code}: injected`), { code });
      return real(...words);
    };
  const disk: Disk = {
    writeNew: guarded(realDisk.writeNew),
    makeFolder: guarded(realDisk.makeFolder),
    link: guarded(realDisk.link),
    rename: guarded(realDisk.rename),
    unlink: guarded(realDisk.unlink),
    rmdir: guarded(realDisk.rmdir),
  };
  return { disk, calls: () => calls };
};

describe('a failure in the middle', () => {
  const ops = [
    edit('src/a.js', 'one', 'eins'),
    add('docs/c.md', 'other', true),
    add('new/folder/d.js'),
    add('src/e.js'),
    remove('src/deep/b.js'),
    add('src/deep', 'a file now'),
  ];

  test.each(['EIO', 'ENOSPC', 'EACCES'])('%s at any step leaves the tree as it was', async (code) => {
    await chmod(join(tree.root, 'src/deep'), 0o750);
    const before = await tree.look();
    const whole = failingAt(0, code);
    await applyOnDisk(tree.root, ops, whole.disk);
    const after = await tree.look();
    await tree.remove();
    expect(whole.calls()).toBeGreaterThan(12);
    for (let which = 1; which <= whole.calls(); which += 1) {
      tree = await makeTree({ 'src/a.js': 'one\n', 'src/deep/b.js': 'two\n', 'docs/c.md': 'three\n' });
      await chmod(join(tree.root, 'src/deep'), 0o750);
      const error = await applyOnDisk(tree.root, ops, failingAt(which, code).disk).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(InfrastructureError);
      const left = await tree.look();
      if ((error as InfrastructureError).code === 'patch-leftovers') {
        const kept = Object.entries(left).filter(([path]) => !path.includes('.hydra-patch-'));
        expect(Object.fromEntries(kept), `step ${which}`).toEqual(after);
      } else {
        expect((error as InfrastructureError).code).toBe('patch-not-written');
        expect(left, `step ${which}`).toEqual(before);
      }
      await tree.remove();
    }
    tree = await makeTree();
  });

  test.each(['EPERM', 'EMLINK'])('a disk without hard links (%s) is patched all the same', async (code) => {
    const disk: Disk = {
      ...realDisk,
      link: () => Promise.reject(Object.assign(new Error(code), { code })),
    };
    await applyOnDisk(tree.root, ops, disk);
    const after = await tree.look(tree.root);
    expect(Object.keys(after).filter((path) => path.includes('.hydra-patch-'))).toEqual([]);
    expect(after['src/a.js']).toMatch(/ eins\n$/);
    expect(after['new/folder/d.js']).toMatch(/ x$/);
  });

  test('reports a change that cannot be rolled back', async () => {
    const disk: Disk = {
      ...realDisk,
      rename: (from, to) =>
        to.endsWith('.old') ? realDisk.rename(from, to) : Promise.reject(new Error('gone')),
    };
    await expect(
      applyOnDisk(tree.root, [remove('docs/c.md'), edit('src/a.js', 'one', '1')], disk),
    ).rejects.toMatchObject({
      code: 'patch-not-undone',
    });
  });
});

describe('changes by other processes', () => {
  test('a file that changes in between is not lost', async () => {
    const at = join(tree.root, 'src/a.js');
    const { disk } = failingAt(0, '', async (call) => {
      if (call === 1) await writeFile(at, 'theirs\n');
    });
    await expect(applyOnDisk(tree.root, [edit('src/a.js', 'one', 'eins')], disk)).rejects.toMatchObject({
      code: 'patch-raced',
    });
    expect(await readFile(at, 'utf8')).toBe('theirs\n');
    expect(Object.keys(await tree.look(join(tree.root, 'src'))).sort()).toEqual([
      'a.js',
      'deep',
      'deep/b.js',
    ]);
  });

  test('a file that appears in between is not replaced', async () => {
    const { disk } = failingAt(0, '', async (call) => {
      if (call === 1) await writeFile(join(tree.root, 'src/new.js'), 'theirs\n');
    });
    await expect(applyOnDisk(tree.root, [add('src/new.js')], disk)).rejects.toThrow(/EEXIST/);
    expect(await readFile(join(tree.root, 'src/new.js'), 'utf8')).toBe('theirs\n');
  });

  test.each([1, 2, 3, 4, 5])('a folder that becomes a link before step %i lets nothing out', async (step) => {
    await writeFile(join(tree.outside, 'a.js'), 'one\n');
    const before = await tree.look(tree.outside);
    const { disk } = failingAt(0, '', async (call) => {
      if (call !== step) return;
      await rename(join(tree.root, 'src'), join(tree.root, 'moved'));
      await symlink(tree.outside, join(tree.root, 'src'));
    });
    // Checked after every call: a change rolled back later was outside for a while too.
    const seen: unknown[] = [];
    const watched = Object.fromEntries(
      Object.entries(disk).map(([name, call]) => [
        name,
        async (...words: never[]) => {
          await (call as (...words: never[]) => Promise<void>)(...words).finally(async () =>
            seen.push(await tree.look(tree.outside)),
          );
        },
      ]),
    ) as unknown as Disk;
    await applyOnDisk(tree.root, [edit('src/a.js', 'one', 'eins'), add('src/new.js')], watched).catch(
      () => {},
    );
    expect(seen.length).toBeGreaterThanOrEqual(step);
    for (const look of seen) expect(look).toEqual(before);
  });
});

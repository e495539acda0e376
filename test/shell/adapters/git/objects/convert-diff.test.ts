import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PatchOp } from '../../../../../src/core/domain/candidate/patch-op.ts';
import { localFiles } from '../../../../../src/shell/adapters/system/local-files.ts';
import { diffToOps, opsToDiff } from '../../../../../src/shell/adapters/git/objects/convert-diff.ts';
import { applyOnDisk } from '../../../../../src/shell/adapters/patch/patch-disk.ts';

type Tree = Readonly<Record<string, string>>;

let folder: string;
let next = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-convert-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const git = (cwd: string, words: readonly string[], input?: Uint8Array): Buffer =>
  execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', ...words], {
    cwd,
    ...(input === undefined ? {} : { input }),
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

/** One character per byte, so that any content can be written. */
const writeTree = async (tree: Tree): Promise<string> => {
  next += 1;
  const root = join(folder, String(next));
  await mkdir(root);
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text, 'latin1');
  }
  return root;
};

const look = async (root: string): Promise<Tree> => {
  const files = (await localFiles.readTree(root, { maxFiles: 1000, maxBytes: 1e8 })) ?? [];
  return Object.fromEntries(
    files.map(({ path, bytes, executable }) => [
      path,
      `${executable ? 'x ' : ''}${Buffer.from(bytes).toString('latin1')}`,
    ]),
  );
};

/** A diff as git makes it, with git's own options. */
const diffOf = async (before: string, after: string, ...flags: string[]): Promise<Buffer> => {
  next += 1;
  const repo = join(folder, `repo-${next}`);
  await cp(before, repo, { recursive: true, verbatimSymlinks: true });
  git(repo, ['init', '--quiet']);
  git(repo, ['add', '--all', '--force']);
  for (const name of await readdir(repo))
    if (name !== '.git') await rm(join(repo, name), { recursive: true });
  await cp(after, repo, { recursive: true, force: true, verbatimSymlinks: true });
  const index = git(repo, ['write-tree']).toString().trim();
  git(repo, ['add', '--all', '--force']);
  const diff = git(repo, ['diff', '--cached', '--binary', ...flags, index]);
  await rm(repo, { recursive: true });
  return diff;
};

const WORDS = ['one', 'two', 'two', 'three', '', '@@ -1 +1 @@', '--- a/x', '+++ b/x', 'ä', '😀'];
const line = fc
  .tuple(fc.constantFrom(...WORDS), fc.constantFrom('\n', '\n', '\n', '\r\n'))
  .map((parts) => parts.join(''));
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('', '', 'no newline', '\ufeff'))
  .map(([lines, last]) => Buffer.from(lines.join('') + last).toString('latin1'));
const PATHS = ['a', 'b', 'b c/d', 'src/e.js', 'src/deep/ä.js', 'x/"quoted"\t', '-dash', 'src/@@ -1 +1 @@'];
const tree = fc
  .dictionary(fc.constantFrom(...PATHS), text, { maxKeys: 6 })
  .map((files): Tree => ({ keep: 'kept\n', ...files }));

describe('from a diff to operations', () => {
  test('tree → diff → operations → apply gives the same tree', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        tree,
        fc.constantFrom(['-M'], ['--no-renames', '-U1'], ['-U10']),
        async (before, after, flags) => {
          const [from, to] = [await writeTree(before), await writeTree(after)];
          const told = await diffToOps(from, await diffOf(from, to, ...flags));
          if (!told.ok) throw new Error(told.reason);
          expect(await applyOnDisk(from, told.ops)).toMatchObject({ ok: true });
          expect(await look(from)).toEqual(after);
        },
      ),
      { numRuns: 10 },
    );
  });

  test('a file becomes a folder, and a folder a file', async () => {
    const trees: readonly Tree[] = [
      { keep: '1', a: 'x\n' },
      { keep: '1', 'a/b': 'x\n' },
    ];
    for (const [before = {}, after = {}] of [trees, trees.toReversed()]) {
      const [from, to] = [await writeTree(before), await writeTree(after)];
      const told = await diffToOps(from, await diffOf(from, to));
      if (!told.ok) throw new Error(told.reason);
      await applyOnDisk(from, told.ops);
      expect(await look(from)).toEqual(after);
    }
  });

  test('an edit is an edit with unique old text; otherwise a splice', async () => {
    const before = { a: 'x\ny\nz\n', same: 'same\n'.repeat(20) };
    const from = await writeTree(before);
    const to = await writeTree({
      a: 'x\nY\nz\n',
      same: `${'same\n'.repeat(10)}other\n${'same\n'.repeat(10)}`,
    });
    const told = await diffToOps(from, await diffOf(from, to));
    expect(told).toMatchObject({
      ok: true,
      ops: [
        { kind: 'edit', path: 'a', find: 'y\n', replace: 'Y\n' },
        { kind: 'splice', path: 'same', deleteCount: 0, insert: 'other\n' },
      ],
    });
  });

  test('bytes that are not text stay where they are, and can be cut out', async () => {
    const from = await writeTree({ a: 'one\n\xff\xfe\ntwo\n\x80\n' });
    const to = await writeTree({ a: 'ONE\n\xff\xfe\ntwo\n' });
    const told = await diffToOps(from, await diffOf(from, to, '--text'));
    if (!told.ok) throw new Error(told.reason);
    await applyOnDisk(from, told.ops);
    expect(await look(from)).toEqual({ a: 'ONE\n\xff\xfe\ntwo\n' });
  });

  test('a line with bytes that are not text is changed around them', async () => {
    const from = await writeTree({ a: 'x \xe4 ' + Buffer.from('ä').toString('latin1') + ' y\n' });
    const after = { a: 'X \xe4 ' + Buffer.from('ö').toString('latin1') + ' y\n' };
    const told = await diffToOps(from, await diffOf(from, await writeTree(after), '--text'));
    expect(told).toMatchObject({ ok: false, reason: expect.stringContaining('not UTF-8 text') as string });
    const near = { a: 'x \xe4 ' + Buffer.from('ö').toString('latin1') + ' y\n' };
    const again = await diffToOps(from, await diffOf(from, await writeTree(near), '--text'));
    expect(again).toEqual({
      ok: true,
      ops: [{ kind: 'splice', path: 'a', start: 4, deleteCount: 2, insert: 'ö' }],
    });
  });

  test('removes a binary and an executable', async () => {
    const from = await writeTree({ keep: '', bin: '\0\xff', run: '#!/bin/sh\n' });
    await chmod(join(from, 'run'), 0o755);
    const told = await diffToOps(from, await diffOf(from, await writeTree({ keep: '' })));
    expect(told).toEqual({
      ok: true,
      ops: [
        { kind: 'remove', path: 'bin' },
        { kind: 'remove', path: 'run' },
      ],
    });
  });

  describe('a diff that operations cannot express is refused by name', () => {
    const refusal = async (
      before: Tree,
      change: (to: string) => Promise<unknown>,
      prepare: (root: string) => Promise<unknown> = async () => {},
    ) => {
      const [from, to] = [await writeTree(before), await writeTree(before)];
      await prepare(from);
      await prepare(to);
      await change(to);
      const told = await diffToOps(from, await diffOf(from, to, '-M'));
      return told.ok ? told.ops : told.reason;
    };
    const link = (root: string) => symlink('a', join(root, 'link'));

    test.each<readonly [string, () => Promise<unknown>, RegExp]>([
      ['a mode', () => refusal({ a: 'x' }, (to) => chmod(join(to, 'a'), 0o755)), /^changes the mode of "a"/],
      [
        'a new executable',
        () => refusal({ a: 'x' }, (to) => writeFile(join(to, 'run'), 'x', { mode: 0o755 })),
        /^adds "run" with the mode 100755/,
      ],
      ['a new link', () => refusal({ a: 'x' }, link), /^changes the symbolic link "link"/],
      [
        'a removed link',
        () => refusal({ a: 'x' }, (to) => rm(join(to, 'link')), link),
        /^changes the symbolic link "link"/,
      ],
      [
        'a new binary',
        () => refusal({ a: 'x' }, (to) => writeFile(join(to, 'bin'), Buffer.from([0, 255]))),
        /^brings bytes into "bin" that are not UTF-8/,
      ],
      [
        'a renamed binary',
        () =>
          refusal({ a: `\0\xff${'x'.repeat(99)}` }, async (to) => {
            await cp(join(to, 'a'), join(to, 'b'));
            await rm(join(to, 'a'));
          }),
        /^brings bytes into "b" that are not UTF-8/,
      ],
    ])('%s', async (_, refused, expected) => {
      expect(await refused()).toMatch(expected);
    });

    test.each<readonly [string, string, RegExp]>([
      [
        'a submodule',
        'diff --git a/s b/s\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/s\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n',
        /submodule|160000/,
      ],
      [
        'a path outside',
        'diff --git a/../x b/../x\nnew file mode 100644\n--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n',
        /outside/,
      ],
      [
        'git itself',
        'diff --git a/.git/x b/.git/x\nnew file mode 100644\n--- /dev/null\n+++ b/.git/x\n@@ -0,0 +1 @@\n+x\n',
        /\.git/,
      ],
      [
        'a file below a file',
        'diff --git a/a/b b/a/b\nnew file mode 100644\n--- /dev/null\n+++ b/a/b\n@@ -0,0 +1 @@\n+x\n',
        /"a" is not a folder/,
      ],
      [
        'an operation that does not fit',
        'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-other\n+x\n',
        /does not apply/,
      ],
      ['not a diff', 'hello\n', /no diff/],
    ])('%s', async (_, diff, expected) => {
      const told = await diffToOps(await writeTree({ a: 'x' }), Buffer.from(diff));
      expect(told.ok ? 'ok' : told.reason).toMatch(expected);
    });
  });
});

describe('from operations to a diff', () => {
  const path = fc.constantFrom(...PATHS, 'new/file', 'bytes');
  const some = fc.constantFrom(...WORDS, '\0', 'x\ny', '');
  const op: fc.Arbitrary<PatchOp> = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), path, content: some, overwrite: fc.boolean() }),
    fc.record({ kind: fc.constant('remove' as const), path }),
    fc.record({ kind: fc.constant('edit' as const), path, find: some, replace: some }),
    fc.record({
      kind: fc.constant('splice' as const),
      path,
      start: fc.nat(20),
      deleteCount: fc.nat(5),
      insert: some,
    }),
  );

  test('operations → diff → git apply --index gives the same tree as applying them', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.array(op, { maxLength: 6 }), async (files, wanted) => {
        const start = { ...files, bytes: '\xff one\n\0\n' };
        const [applied, repo] = [await writeTree(start), await writeTree(start)];
        const ops: PatchOp[] = [];
        // Only operations that can be applied in this order.
        for (const one of wanted) if ((await applyOnDisk(applied, [one])).ok) ops.push(one);
        const made = await opsToDiff(repo, ops);
        if (!made.ok) throw new Error(JSON.stringify(made.faults));
        git(repo, ['init', '--quiet']);
        git(repo, ['add', '--all', '--force']);
        if (made.diff.length > 0) git(repo, ['apply', '--index', '--whitespace=nowarn', '-'], made.diff);
        expect(git(repo, ['diff', '--name-only']).toString()).toBe('');
        await rm(join(repo, '.git'), { recursive: true });
        expect(await look(repo)).toEqual(await look(applied));
      }),
      { numRuns: 10 },
    );
  });

  test('keeps the mode of what it changes', async () => {
    const root = await writeTree({ run: 'one\n' });
    await chmod(join(root, 'run'), 0o755);
    const made = await opsToDiff(root, [{ kind: 'edit', path: 'run', find: 'one', replace: 'two' }]);
    expect(made.ok && Buffer.from(made.diff).toString()).toMatch(/^index [0-9a-f]+\.\.[0-9a-f]+ 100755$/m);
  });

  test('reports errors in an operation', async () => {
    const made = await opsToDiff(await writeTree({}), [{ kind: 'remove', path: 'a' }]);
    expect(made).toMatchObject({ ok: false, faults: [{ op: 0, field: 'path' }] });
  });
});

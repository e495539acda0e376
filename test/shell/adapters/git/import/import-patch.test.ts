import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Base, GitRepository } from '../../../../../src/shell/ports/git-repository.ts';
import {
  type Files,
  type Scratch,
  accepted,
  gitBytes,
  importText,
  reasonOf,
  removeScratch,
  scratchFolder,
  scratchRepository,
} from '../scratch-repository.ts';

let scratch: Scratch;
let repository: GitRepository;
let base: Base;

const BASE: Files = {
  'src/a.txt': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
  'src/windows.txt': 'one\r\ntwo\r\nthree\r\n',
  'top.txt': 'top\n',
  'run.sh': '#!/bin/sh\n',
  'data.bin': new Uint8Array(Array.from({ length: 3000 }, (_, i) => (i * 7) % 256)),
  'no newline': 'last',
};

beforeAll(async () => {
  scratch = await scratchRepository(BASE);
  repository = await scratch.open();
  base = await repository.resolveBase('main');
});
afterAll(removeScratch);

/** Makes a change on a branch of its own; returns its tree and the diff by the user's git. */
const change = async (files: Files, ...diff: string[]) => {
  scratch.git(['checkout', '-q', '--detach', base.commit]);
  await scratch.commit(files);
  const tree = scratch.git(['rev-parse', 'HEAD^{tree}']).trim();
  const patch = gitBytes(scratch.root, [
    'diff',
    ...(diff.length > 0 ? diff : ['--binary']),
    base.commit,
    'HEAD',
  ]);
  return { tree, patch };
};

describe('forms of a patch', () => {
  const changes: readonly (readonly [string, Files])[] = [
    ['an edit', { 'src/a.txt': 'one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n' }],
    ['a new file', { 'new/deep/file.txt': 'hello\n' }],
    ['an empty new file', { empty: '' }],
    ['a binary', { 'data.bin': new Uint8Array([1, 0, 2]), 'more.bin': new Uint8Array([0, 0, 0]) }],
    ['a mode', { 'run.sh': { program: '#!/bin/sh\n' } }],
    ['a link', { link: { link: '../../anywhere' } }],
    ['a file that becomes a link', { 'top.txt': { link: 'src/a.txt' } }],
    ['a file that becomes a folder', { 'top.txt/inner': 'x\n' }],
    ['a folder that becomes a file', { src: 'now a file\n' }],
    ['CRLF content', { 'src/windows.txt': 'one\r\n2\r\nthree\r\n', 'new-windows.txt': 'a\r\nb\r\n' }],
    ['no newline at the end', { 'no newline': 'last line', 'src/a.txt': 'one' }],
    [
      'odd names',
      {
        'ünï cödé ☃': 'x\n',
        'tab\tname': 'x\n',
        'new\nline': 'x\n',
        '"quoted" \\ name': 'x\n',
        ' b/x': 'y\n',
      },
    ],
    ['names like options and magic', { '-rf': 'x\n', ':(top)x': 'x\n', '*': 'x\n' }],
    [
      'text that looks like a patch',
      { 'src/a.txt': '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n-- \ndiff --git a/x b/x\n' },
    ],
    [
      'attributes that hide',
      {
        '.gitattributes': '* -diff -text binary\n* filter=evil diff=evil merge=evil\n',
        'top.txt': 'changed\n',
      },
    ],
    ['bytes that are not text', { latin: new Uint8Array([0xe9, 0x0a, 0xff, 0x0a]) }],
  ];

  test.each(changes)('%s gives the tree that git gives, and is recorded so', async (_name, files) => {
    const { tree, patch } = await change(files);
    const imported = accepted(await importText(repository, base, patch));
    expect(imported.tree).toBe(tree);
    const again = accepted(await importText(repository, base, imported.patch));
    expect(again.tree).toBe(tree);
    expect(Buffer.from(again.patch).equals(imported.patch)).toBe(true);
  });

  test('a rename with an edit', async () => {
    scratch.git(['checkout', '-q', '--detach', base.commit]);
    scratch.git(['mv', 'src/a.txt', 'moved.txt']);
    const { tree, patch } = await (async () => {
      await scratch.commit({ 'moved.txt': 'one\ntwo\nthree\n4\nfive\nsix\nseven\neight\nnine\n' });
      return {
        tree: scratch.git(['rev-parse', 'HEAD^{tree}']).trim(),
        patch: scratch.git(['diff', '-M', base.commit, 'HEAD']),
      };
    })();
    expect(patch).toContain('rename from src/a.txt');
    expect(accepted(await importText(repository, base, patch)).tree).toBe(tree);
    const bare = scratch.git(['diff', '-M', '--no-prefix', base.commit, 'HEAD']);
    expect(accepted(await importText(repository, base, bare)).tree).toBe(tree);
  });

  test('a submodule is a link to a commit, and is not fetched', async () => {
    const id = '1234567890123456789012345678901234567890';
    const patch = `diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..1234567\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit ${id}\n`;
    const imported = accepted(await importText(repository, base, patch));
    expect(await repository.changes(base.tree, imported.tree)).toEqual([
      { path: 'sub', mode: '160000', blob: id },
    ]);
  });

  test('an empty file and blank lines are an empty change', async () => {
    for (const nothing of ['', '\n\n', ' \r\n']) {
      const imported = accepted(await importText(repository, base, nothing));
      expect(imported.tree).toBe(base.tree);
      expect(imported.patch).toHaveLength(0);
    }
  });

  test.each([['--no-prefix'], ['--src-prefix=x/', '--dst-prefix=y/'], ['-c', '--full-index']])(
    'prefixes %s',
    async (...flags) => {
      const { tree, patch } = await change(
        { 'src/a.txt': 'changed\n', 'src/new.txt': 'x\n', 'n.txt': 'y\n' },
        ...flags,
      );
      expect(accepted(await importText(repository, base, patch)).tree).toBe(tree);
    },
  );

  test('a plain diff with dates, with and without prefix', async () => {
    const { tree } = await change({ 'src/a.txt': 'one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine\n' });
    for (const [old, young] of [
      ['a/src/a.txt', 'b/src/a.txt'],
      ['project-1.0/src/a.txt', 'project-1.1/src/a.txt'],
      ['src/a.txt', 'src/a.txt'],
    ]) {
      const patch = `--- ${old}\t2024-01-01 00:00:00\n+++ ${young}\t2024-01-02 00:00:00\n@@ -1,4 +1,4 @@\n one\n-two\n+2\n three\n four\n`;
      expect(accepted(await importText(repository, base, patch)).tree).toBe(tree);
    }
  });

  test('paths that fit both ways are refused, not guessed', async () => {
    const patch = '--- /dev/null\n+++ src/guess.txt\n@@ -0,0 +1 @@\n+x\n';
    expect(reasonOf(await importText(repository, base, patch))).toMatch(/ambiguous/);
  });

  test('words before and after', async () => {
    const { tree, patch } = await change({ 'src/a.txt': 'changed\n' });
    const wrapped = `Here is the patch:\n\n${patch}\n-- \n2.39.5\n\nHope this helps!\n`;
    expect(accepted(await importText(repository, base, wrapped)).tree).toBe(tree);
    expect(accepted(await importText(repository, base, `\ufeff${patch}`)).tree).toBe(tree);
  });

  test('mails of git format-patch, several in one box', async () => {
    scratch.git(['checkout', '-q', '--detach', base.commit]);
    await scratch.commit({ 'src/a.txt': 'first\n', 'data.bin': new Uint8Array([9, 0, 9]) });
    scratch.git(['mv', 'src/a.txt', 'src/b.txt']);
    await scratch.commit({ 'top.txt': 'x\n' });
    await scratch.commit({ 'src/b.txt': 'first\nsecond\n' });
    const tree = scratch.git(['rev-parse', 'HEAD^{tree}']).trim();
    const box = scratch.git(['format-patch', '--stdout', base.commit]);
    expect(box.match(/^From /gm)).toHaveLength(3);
    expect(accepted(await importText(repository, base, box)).tree).toBe(tree);
  });

  test('a patch converted to CRLF, for files with LF and for files with CRLF', async () => {
    for (const files of [
      { 'src/a.txt': 'one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine\n', 'more.txt': 'x\n' },
      { 'src/windows.txt': 'one\r\n2\r\nthree\r\n' },
    ]) {
      const { tree, patch } = await change(files);
      const converted = patch.toString('utf8').replace(/\r?\n/g, '\r\n');
      expect(accepted(await importText(repository, base, converted)).tree).toBe(tree);
    }
  });
});

test('a path is relative to the user’s folder', async () => {
  const { patch, tree } = await change({ 'top.txt': 'other\n' });
  const folder = await scratchFolder();
  await writeFile(join(folder, 'fix.patch'), patch);
  const before = process.cwd();
  try {
    process.chdir(folder);
    const source = await repository.classifySource('fix.patch');
    expect(source).toEqual({ kind: 'patch', at: 'fix.patch' });
    expect(accepted(await repository.importCandidate(base, source)).tree).toBe(tree);
  } finally {
    process.chdir(before);
  }
});

test("nothing was written into the user's objects, refs or index", async () => {
  scratch.git(['checkout', '-q', 'main']);
  const { patch } = await change({ 'unique.txt': 'only here\n' });
  scratch.git(['checkout', '-q', 'main']);
  scratch.git(['reflog', 'expire', '--expire=now', '--all']);
  scratch.git(['gc', '-q', '--prune=now']);
  const state = async () => [
    scratch.git(['count-objects', '-v']),
    scratch.git(['for-each-ref']),
    (await readFile(join(scratch.root, '.git/index'))).toString('base64'),
  ];
  const before = await state();
  accepted(await importText(repository, base, patch));
  expect(await state()).toEqual(before);
});

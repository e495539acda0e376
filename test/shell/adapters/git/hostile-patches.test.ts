import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Base, GitRepository } from '../../../../src/shell/ports/git-repository.ts';
import {
  type Scratch,
  importText,
  reasonOf,
  removeScratch,
  scratchRepository,
} from './scratch-repository.ts';

let scratch: Scratch;
let repository: GitRepository;
let base: Base;

beforeAll(async () => {
  scratch = await scratchRepository({
    'src/a.txt': 'one\ntwo\nthree\n',
    'way-out': { link: '/tmp' },
    inside: { link: 'src' },
    'data.bin': new Uint8Array([0, 1, 2, 3, 255]),
  });
  repository = await scratch.open();
  base = await repository.resolveBase('main');
});
afterAll(removeScratch);

const creates = (path: string, mode = '100644'): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
const createsQuoted = (path: string): string =>
  `diff --git "a/${path}" "b/${path}"\nnew file mode 100644\n--- /dev/null\n+++ "b/${path}"\n@@ -0,0 +1 @@\n+x\n`;
const plain = (path: string): string => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
const edits = (path: string, old = 'two'): string =>
  `--- a/${path}\n+++ b/${path}\n@@ -1,3 +1,3 @@\n one\n-${old}\n+2\n three\n`;

const OUTSIDE = /outside the tree/;
const INTO_GIT = /into \.git/;
const ABSOLUTE = /absolute path/;

const cases: readonly (readonly [name: string, patch: string, reason: RegExp])[] = [
  ['parent folder', creates('../evil'), OUTSIDE],
  ['parent folder, plain diff', plain('../evil'), OUTSIDE],
  ['parent folder in the middle', creates('src/../../evil'), OUTSIDE],
  ['parent folder that stays inside', creates('src/../evil'), OUTSIDE],
  ['parent folder, quoted', createsQuoted('\\056\\056/evil'), OUTSIDE],
  ['parent folder by backslash', createsQuoted('..\\\\evil'), OUTSIDE],
  ['absolute path after the prefix', creates('/etc/evil'), ABSOLUTE],
  ['absolute path, plain diff', '--- /dev/null\n+++ /etc/evil\n@@ -0,0 +1 @@\n+x\n', ABSOLUTE],
  [
    'absolute path, edited',
    '--- /src/a.txt\n+++ /src/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
    ABSOLUTE,
  ],
  ['.git/config', creates('.git/config'), INTO_GIT],
  ['.git/hooks, plain diff', plain('.git/hooks/post-checkout'), INTO_GIT],
  ['.GIT', creates('.GIT/config'), INTO_GIT],
  ['.git with a trailing blank', creates('.git /config'), INTO_GIT],
  ['.git with a trailing dot', creates('.git./config'), INTO_GIT],
  ['.git as an NTFS stream', creates('.git::$INDEX_ALLOCATION/config'), INTO_GIT],
  ['.git by its NTFS short name', creates('GIT~1/config'), INTO_GIT],
  ['.git with an ignored character', creates('.g\u200cit/config'), INTO_GIT],
  ['.git by backslash', createsQuoted('src\\\\.git\\\\config'), INTO_GIT],
  ['nested .git', creates('src/sub/.git/config'), INTO_GIT],
  ['.git as a file', creates('.git'), INTO_GIT],
  [
    'rename into .git',
    'diff --git a/src/a.txt b/.git/a\nsimilarity index 100%\nrename from src/a.txt\nrename to .git/a\n',
    INTO_GIT,
  ],
  [
    'copy out of the tree',
    'diff --git a/../x b/x\nsimilarity index 100%\ncopy from ../x\ncopy to x\n',
    OUTSIDE,
  ],
  ['through a link that leads out', creates('way-out/evil'), /symbolic link: way-out\/evil/],
  ['through a link that stays inside', edits('inside/a.txt'), /symbolic link|no inside\/a\.txt/],
  [
    'through a link that it makes itself',
    `diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/tmp\n\\ No newline at end of file\n${creates('l/evil')}`,
    /symbolic link/,
  ],
  [
    '.gitmodules as a link',
    'diff --git a/.gitmodules b/.gitmodules\nnew file mode 120000\n--- /dev/null\n+++ b/.gitmodules\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n',
    /does not allow/,
  ],
  ["Hydra's own folder", creates('.hydra/store.git/config'), /Hydra's own folder/],
  ["Hydra's own folder in capitals", creates('.Hydra/runs/x'), /Hydra's own folder/],
  ['empty name', creates('src//evil'), /./],
  ['dot', creates('./evil'), /does not allow/],
  ['a name too long for any disk', creates(`src/${'n'.repeat(300)}`), /longer than 255 bytes/],
  ['a path too long', creates(`${'d/'.repeat(2500)}x`), /longer than 4000 bytes/],
  ['a name that is not UTF-8', createsQuoted('src/\\377\\376'), /not valid UTF-8/],
  ['a missing file', edits('src/missing.txt'), /no src\/missing\.txt/],
  ['other content', edits('src/a.txt', 'zwei'), /in src\/a\.txt the hunk at line 1/],
  ['a file that exists already', creates('src/a.txt'), /creates src\/a\.txt/],
  ['cut off', edits('src/a.txt').slice(0, -12), /malformed|does not apply/],
  [
    'header without change',
    'diff --git a/src/a.txt b/src/a.txt\nindex 1234567..89abcde 100644\n',
    /malformed/,
  ],
  ['not a diff', 'Dear reviewer, please merge this.\n', /holds no diff/],
  ['bytes', '\u0000\u0001\u0002\u0000', /holds no diff/],
  [
    'binary without content',
    'diff --git a/data.bin b/data.bin\nindex 1234567..89abcde 100644\nBinary files a/data.bin and b/data.bin differ\n',
    /binary/,
  ],
  [
    'a bomb by its announced size',
    `${creates('bomb').split('---')[0]}GIT binary patch\nliteral 99999999999\nIcmb=J\n\n`,
    /more than is allowed/,
  ],
  [
    'a corrupt binary',
    'diff --git a/b b/b\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..1111111111111111111111111111111111111111\nGIT binary patch\nliteral 20\nIcmb=J\n\n',
    /malformed/,
  ],
  ['one good file and one bad', edits('src/a.txt') + creates('.git/config'), INTO_GIT],
  ['an unknown mode', creates('x', '170000'), /./],
];

describe('hostile and broken patches are rejected by name', () => {
  test.each(cases)('%s', async (_name, patch, reason) => {
    expect(reasonOf(await importText(repository, base, patch))).toMatch(reason);
  });

  test('UTF-16, as one shell writes it, is reported', async () => {
    const patch = Buffer.from(`\ufeff${edits('src/a.txt')}`, 'utf16le');
    expect(reasonOf(await importText(repository, base, patch))).toMatch(/UTF-16/);
  });

  test('a mail with an encoded body is reported', async () => {
    const patch = `From: x@example.com\nContent-Transfer-Encoding: base64\n\n${Buffer.from(edits('src/a.txt')).toString('base64')}\n`;
    expect(reasonOf(await importText(repository, base, patch))).toMatch(/encoded mail/);
  });

  test('more than 20 MB is refused before git sees it', async () => {
    expect(reasonOf(await importText(repository, base, Buffer.alloc(20 * 1024 * 1024 + 1, 0x2b)))).toMatch(
      /larger than 20 MB/,
    );
  });

  test('an unreadable patch is rejected, not thrown', async () => {
    expect(
      reasonOf(await repository.importCandidate(base, { kind: 'patch', at: '/nonexistent/x.patch' })),
    ).toMatch(/ENOENT/);
  });

  test('nothing reached the user’s repository', () => {
    expect(scratch.git(['status', '--porcelain'])).toBe('');
    expect(scratch.git(['count-objects']).split(' ')[0]).toBe('7');
  });
});

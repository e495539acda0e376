import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestNames } from '../../../../src/shell/adapters/git/repository/closest-names.ts';
import { isOldGit, parseGitVersion } from '../../../../src/shell/adapters/git/repository/git-version.ts';
import { refusePath } from '../../../../src/core/domain/candidate/refuse-path.ts';
import {
  scanPatch,
  splitMails,
  withoutHeaderCarriageReturns,
} from '../../../../src/shell/adapters/git/import/scan-patch.ts';
import { stripLevels } from '../../../../src/shell/adapters/git/import/strip-level.ts';

const levels = (patch: string) => stripLevels(scanPatch(patch).sections);

describe('prefixes', () => {
  test.each([
    ['git', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n', [1]],
    ['git, mode only', 'diff --git a/x b/x\nold mode 100644\nnew mode 100755\n', [1]],
    ['git without prefix', 'diff --git s/x s/x\n--- s/x\n+++ s/x\n', [0]],
    ['git without prefix, names with blanks', 'diff --git s/x y s/x y\nold mode 1\n', [0]],
    ['git without prefix, new', 'diff --git s/x s/x\nnew file mode 100644\n--- /dev/null\n+++ s/x\n', [0]],
    ['git without prefix, renamed', 'diff --git s/x t/y\nrename from s/x\nrename to t/y\n', [0]],
    ['git with prefix, renamed', 'diff --git a/s/x b/t/y\nrename from s/x\nrename to t/y\n', [1]],
    ['other prefixes', '--- old/s/x\n+++ new/s/x\n', [1]],
    ['no folder', '--- x.orig\n+++ x\n', [0]],
    ['the same name twice', '--- s/x\n+++ s/x\n', [1, 0]],
    ['new, usual prefix', '--- /dev/null\n+++ b/x\n', [1]],
    ['new, unusual', '--- /dev/null\n+++ s/x\n', [1, 0]],
    ['removed, usual prefix', '--- a/x\n+++ /dev/null\n', [1]],
    ['quoted', '--- "a/\\303\\251"\n+++ "b/\\303\\251"\n', [1]],
  ])('%s', (_name, patch, expected) => {
    expect(levels(patch)).toEqual(expected);
  });
});

describe('scanning', () => {
  test('content that looks like a header is content', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- /etc/x\n+++ /etc/y\n same\n';
    expect(scanPatch(patch).sections).toEqual([{ before: 'a/x', after: 'b/x', bare: false }]);
  });

  test('CR is cut from headers only', () => {
    const patch = '--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n-- \r\n';
    expect(withoutHeaderCarriageReturns(patch)).toBe('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r\n-- \n');
    expect(withoutHeaderCarriageReturns('plain\n')).toBe('plain\n');
  });

  test('mails without a diff are ignored', () => {
    const mail = (body: string) => `From 0123 Mon Sep 17 00:00:00 2001\nSubject: x\n\n${body}`;
    const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
    expect(splitMails(mail('cover\n') + mail(diff) + mail(diff))).toEqual([mail(diff), mail(diff)]);
    expect(splitMails(diff)).toEqual([diff]);
  });

  test('any text is scanned, and stripping loses nothing but CR', () => {
    const piece = fc.constantFrom(
      'diff --git ',
      '--- ',
      '+++ ',
      '@@ -1,99 +1 @@',
      '@@ -0,0 +1 @@',
      '"',
      'a/x',
      '\r',
      '\n',
      '\n',
      'From x y z 1 2 3 4 5',
      'literal 9\n',
      '\\',
      '+',
      '-',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        scanPatch(text);
        expect(splitMails(text).join('').length).toBeLessThanOrEqual(text.length);
        expect(withoutHeaderCarriageReturns(text).replaceAll('\r', '')).toBe(text.replaceAll('\r', ''));
      }),
    );
  });
});

describe('paths', () => {
  test.each([
    'a',
    'a/b',
    '.gitignore',
    '.gitattributes',
    '.github/x',
    'a..b',
    '...',
    'git',
    'x.git',
    '.gitx',
    'a/.hydra',
    '-x',
    'a b',
    'ü',
  ])('%j may be changed', (path) => expect(refusePath(path)).toBeNull());
  test.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    'a/./b',
    '..',
    'a/..',
    'C:\\x',
    'C:/x',
    '.git',
    'a/.GiT/b',
    '.git.',
    '.git. .',
    'git~1',
    '.hydra',
    '.HYDRA/x',
    'a\0b',
    'a\\..\\b',
    'a\\.git',
  ])('%j may not', (path) => expect(refusePath(path)).toMatch(/^(reaches|names|has|changes) /));
});

test('versions of git', () => {
  expect(parseGitVersion('git version 2.39.5 (Apple Git-154)')).toEqual([2, 39]);
  expect(parseGitVersion('nonsense')).toBeNull();
  expect(
    [
      [1, 9],
      [2, 37],
    ].map(([a = 0, b = 0]) => isOldGit([a, b])),
  ).toEqual([true, true]);
  expect(
    [
      [2, 38],
      [3, 0],
    ].map(([a = 0, b = 0]) => isOldGit([a, b])),
  ).toEqual([false, false]);
});

test('close names, best first and not too many', () => {
  const names = ['main', 'maint', 'feature/login', 'release-1', 'release-2', 'release-3', 'release-4'];
  expect(closestNames('mian', names)).toEqual(['main', 'maint'].slice(0, closestNames('mian', names).length));
  expect(closestNames('login', names)).toEqual(['feature/login']);
  expect(closestNames('release-9', names)).toHaveLength(3);
  expect(closestNames('x'.repeat(10_000), names)).toEqual([]);
});

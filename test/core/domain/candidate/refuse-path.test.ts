import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusePath } from '../../../../src/core/domain/candidate/refuse-path.ts';

describe('refusePath', () => {
  test.each([
    ['src/a.js'],
    ['a'],
    ['.gitignore'],
    ['.gitattributes'],
    ['src/.github/x'],
    ['docs/..hidden/x'],
    ['a/...'],
    ['gitx/config'],
    ['x.git/config'],
    ['a.git'],
    ['src/.hydra/x'],
    ['.hydra.toml'],
    ['hydra.toml'],
    ['aC:/x'],
    ['1:/x'],
    ['C:x'],
    ['git~2/x'],
    ['.git~1/x'],
    ['a\\b'],
    ['a'.repeat(255)],
    [`${'a'.repeat(199)}/`.repeat(19).concat('b'.repeat(200))],
    ['x\u200cy'],
  ])('%s may be changed', (path) => {
    expect(refusePath(path)).toBeNull();
  });

  test.each([
    ['/etc/passwd', 'names an absolute path: "/etc/passwd"'],
    ['C:/x', 'names an absolute path: "C:/x"'],
    ['c:\\x', 'names an absolute path: "c:\\\\x"'],
    ['z:/', 'names an absolute path: "z:/"'],
    ['a\ufffdb', 'has a path that is not valid UTF-8: "a\ufffdb"'],
    ['a\0b', 'has a path that git does not allow: "a\\u0000b"'],
    ['', 'has a path that git does not allow: ""'],
    ['.', 'has a path that git does not allow: "."'],
    ['a/./b', 'has a path that git does not allow: "a/./b"'],
    ['a//b', 'has a path that git does not allow: "a//b"'],
    ['a/', 'has a path that git does not allow: "a/"'],
    ['..', 'reaches outside the tree: ".."'],
    ['../x', 'reaches outside the tree: "../x"'],
    ['a/../../x', 'reaches outside the tree: "a/../../x"'],
    ['a/b/..', 'reaches outside the tree: "a/b/.."'],
    ['a\\..\\x', 'reaches outside the tree: "a\\\\..\\\\x"'],
    ['..\\x', 'reaches outside the tree: "..\\\\x"'],
    ['.git', 'reaches into .git: ".git"'],
    ['.git/config', 'reaches into .git: ".git/config"'],
    ['.GIT/config', 'reaches into .git: ".GIT/config"'],
    ['a/.Git/x', 'reaches into .git: "a/.Git/x"'],
    ['.git./x', 'reaches into .git: ".git./x"'],
    ['.git . ./x', 'reaches into .git: ".git . ./x"'],
    ['.git::$INDEX_ALLOCATION/x', 'reaches into .git: ".git::$INDEX_ALLOCATION/x"'],
    ['.git:stream', 'reaches into .git: ".git:stream"'],
    ['GIT~1/config', 'reaches into .git: "GIT~1/config"'],
    ['git~1', 'reaches into .git: "git~1"'],
    ['a\\.git\\config', 'reaches into .git: "a\\\\.git\\\\config"'],
    ['.hydra', 'changes Hydra\'s own folder: ".hydra"'],
    ['.hydra/runs/x', 'changes Hydra\'s own folder: ".hydra/runs/x"'],
    ['.HYDRA/x', 'changes Hydra\'s own folder: ".HYDRA/x"'],
  ])('%j is refused: %s', (path, reason) => {
    expect(refusePath(path)).toBe(reason);
  });

  test.each(['\u200c', '\u200f', '\u202a', '\u202e', '\u206a', '\u206f', '\ufeff'])(
    'a name that a file system would read as .git is refused (U+%#)',
    (hidden) => {
      expect(refusePath(`.g${hidden}it/config`)).toMatch(/^reaches into \.git/);
      expect(refusePath(`.g${hidden}${hidden}it`)).toMatch(/^reaches into \.git/);
    },
  );

  test('lengths are counted in bytes of UTF-8', () => {
    expect(refusePath('ü'.repeat(127))).toBeNull();
    expect(refusePath('a'.repeat(256))).toMatch(/^has a file name longer than 255 bytes: /);
    expect(refusePath(`x/${'ü'.repeat(128)}`)).toMatch(/^has a file name longer than 255 bytes: /);
    expect(refusePath(`${'a'.repeat(199)}/`.repeat(20).slice(0, -1).concat('bb'))).toMatch(
      /^has a path longer than 4000 bytes: /,
    );
    expect(refusePath(`${'a'.repeat(199)}/`.repeat(20).slice(0, -1).concat('b'))).toBeNull();
  });

  test('a long path is shown cut', () => {
    const path = `../${'a'.repeat(300)}`;
    expect(refusePath(path)).toBe(`reaches outside the tree: "${path.slice(0, 200)}…"`);
    const fits = `../${'a'.repeat(197)}`;
    expect(refusePath(fits)).toBe(`reaches outside the tree: "${fits}"`);
  });

  test('accepted paths have only plain names in them', () => {
    const name = fc.oneof(
      fc.constantFrom('..', '.', '', '.git', '.GIT', 'git~1', 'src', 'a b', '.git ', '\\', 'C:'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 5 }), (names) => {
        const path = names.join('/');
        if (refusePath(path) !== null) return true;
        const parts = path.split(/[\\/]/);
        return !path.startsWith('/') && !parts.includes('..') && !parts.some((part) => /^\.git$/i.test(part));
      }),
    );
  });
});

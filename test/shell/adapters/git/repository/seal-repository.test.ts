import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sealRepository } from '../../../../../src/shell/adapters/git/repository/fetch-commit.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'hydra-seal-'));

const gitAt =
  (cwd: string) =>
  (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...words], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();

/** Three commits; the first has the tag v1.2.0, the last v2.0.0. */
const makeSource = (): { readonly at: string; readonly middle: string } => {
  const at = folder();
  const git = gitAt(at);
  git('init', '--quiet');
  const commit = (text: string): string => {
    writeFileSync(join(at, 'a.txt'), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', text);
    return git('rev-parse', 'HEAD');
  };
  commit('one');
  git('tag', 'v1.2.0');
  const middle = commit('two');
  commit('three');
  git('tag', 'v2.0.0');
  return { at, middle };
};

test('a sealed repository has one commit of the same date, and the tag from which its version is read', async () => {
  const source = makeSource();
  const root = folder();
  await sealRepository(root, folder(), source.at, source.middle);
  const git = gitAt(root);
  expect(git('rev-list', '--all', '--count')).toBe('1');
  const dateOf = (of: typeof git, commit: string): string =>
    of('show', '--no-patch', '--format=%at %ct', commit);
  const sourceDate = dateOf(gitAt(source.at), source.middle).split(' ')[1];
  expect(dateOf(git, 'HEAD')).toBe(`${sourceDate} ${sourceDate}`);
  expect(git('tag')).toBe('v1.2.0');
  expect(git('describe', '--tags')).toBe('v1.2.0');
});

test('the error names what the other side reports, not that it ended', async () => {
  const source = makeSource();
  const blob = gitAt(source.at)('rev-parse', `${source.middle}:a.txt`);
  execFileSync('rm', ['-f', join(source.at, '.git', 'objects', blob.slice(0, 2), blob.slice(2))]);
  await expect(sealRepository(folder(), folder(), source.at, source.middle)).rejects.toThrow(
    new RegExp(`cannot be fetched: .*unable to read ${blob}`),
  );
});

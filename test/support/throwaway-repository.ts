import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DiffTools } from '../../src/shell/evaluate/change/capture-diff.ts';

export type Content =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly executable: string }
  | { readonly submodule: string };
export type Tree = Readonly<Record<string, Content>>;

const ENV = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };

/** A real repository in a temporary folder, as small as the tests of diffs need it. */
export const throwawayRepository = () => {
  const root = mkdtempSync(join(tmpdir(), 'hydra-diff-'));
  const git = (args: readonly string[], input?: string) =>
    execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd: root,
      env: ENV,
      input,
      maxBuffer: 1e9,
    });
  git(['init', '-q']);

  const put = (path: string, content: Content): void => {
    const at = join(root, path);
    mkdirSync(dirname(at), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(at, content);
    else if ('link' in content) symlinkSync(content.link, at);
    else if ('executable' in content) {
      writeFileSync(at, content.executable);
      chmodSync(at, 0o755);
    } else git(['update-index', '--add', '--cacheinfo', `160000,${content.submodule},${path}`]);
  };

  const writeTree = (tree: Tree): string => {
    git(['rm', '-rfq', '--cached', '--ignore-unmatch', '.']);
    git(['clean', '-fdxq']);
    const submodules = Object.entries(tree).filter(([, content]) => isSubmodule(content));
    for (const [path, content] of Object.entries(tree)) if (!isSubmodule(content)) put(path, content);
    git(['add', '-A', '-f', '.']);
    for (const [path, content] of submodules) put(path, content);
    return git(['write-tree']).toString().trim();
  };

  const diff = (format: string, from: string, to: string) =>
    git(['diff-tree', '-r', '-z', format, '-M', '--no-ext-diff', '--no-textconv', from, to]);
  const repository: DiffTools['repository'] = {
    rawDiff: async (from, to) => ({ raw: diff('--raw', from, to), numstat: diff('--numstat', from, to) }),
    readBlobs: async (ids) => new Map(ids.map((id) => [id, git(['cat-file', 'blob', id])])),
  };
  return { root, writeTree, repository, remove: () => rmSync(root, { recursive: true, force: true }) };
};

const isSubmodule = (content: Content): boolean => typeof content === 'object' && 'submodule' in content;

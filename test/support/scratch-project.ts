import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Files = Readonly<Record<string, string | null>>;

const IDENTITY = [
  '-c',
  'user.name=Test',
  '-c',
  'user.email=test@hydra.invalid',
  '-c',
  'commit.gpgsign=false',
];

/** A real repository in a temporary folder, and patches made from it. */
export type ScratchProject = {
  readonly root: string;
  readonly git: (...words: string[]) => Promise<string>;
  readonly write: (files: Files) => Promise<void>;
  readonly commit: (message: string) => Promise<string>;
  /** The patch that these changes make, as a file; the work tree is left as it was. */
  readonly patch: (name: string, files: Files) => Promise<string>;
  readonly patches: string;
  readonly remove: () => Promise<void>;
};

export const makeProject = async (files: Files): Promise<ScratchProject> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-scratch-'));
  const root = join(folder, 'repo');
  const patches = join(folder, 'patches');
  await mkdir(root);
  await mkdir(patches);
  const git = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)('git', [...IDENTITY, ...words], { cwd: root, maxBuffer: 1 << 26 })).stdout;
  const write = async (changes: Files): Promise<void> => {
    for (const [path, text] of Object.entries(changes)) {
      const at = join(root, path);
      if (text === null) await rm(at, { recursive: true, force: true });
      else {
        await mkdir(dirname(at), { recursive: true });
        await writeFile(at, text);
      }
    }
  };
  const commit = async (message: string): Promise<string> => {
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', message);
    return (await git('rev-parse', 'HEAD')).trim();
  };
  const patch = async (name: string, changes: Files): Promise<string> => {
    await write(changes);
    await git('add', '--all');
    const text = await git('diff', '--cached', '--binary');
    await git('reset', '--quiet', '--hard');
    const at = join(patches, `${name}.patch`);
    await writeFile(at, text);
    return at;
  };
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', 'user.name', 'Test');
  await git('config', 'user.email', 'test@hydra.invalid');
  await write(files);
  await commit('base');
  return {
    root,
    git,
    write,
    commit,
    patch,
    patches,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

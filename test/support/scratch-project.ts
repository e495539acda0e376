import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Files = Readonly<Record<string, string | null>>;
/** `force`: ignored files too. */
export type PatchOptions = { readonly force?: boolean; readonly diff?: string };

const IDENTITY = [
  '-c',
  'user.name=Test',
  '-c',
  'user.email=test@hydra.invalid',
  '-c',
  'commit.gpgsign=false',
];

/** One process of ours for several of git's: starting one costs a worker of many megabytes more than git needs. */
const INIT = `git init --quiet --initial-branch=main
git config user.name Test
git config user.email test@hydra.invalid
git config commit.gpgsign false`;
const COMMIT = `git add --all
git commit --quiet --allow-empty --message "$1"
git rev-parse HEAD`;
/** The first commit is the same whenever it is made, so that what is known by its id can be shared. */
export const BASE_TIME = 'GIT_AUTHOR_DATE=2026-01-01T00:00:00Z GIT_COMMITTER_DATE=2026-01-01T00:00:00Z';
const DIFF = `git add --all $2
git diff --cached --binary $3 > "$1"
git reset --quiet --hard`;

/** A real repository in a temporary folder, and patches made from it. */
export type ScratchProject = {
  readonly root: string;
  readonly git: (...words: string[]) => Promise<string>;
  readonly write: (files: Files) => Promise<void>;
  readonly commit: (message: string) => Promise<string>;
  /** The difference of the work tree to the last commit, as a file of this name; the work tree is left as it was. */
  readonly takePatch: (name: string, options?: PatchOptions) => Promise<string>;
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
  const sh = async (script: string, ...words: string[]): Promise<string> =>
    (await promisify(execFile)('sh', ['-ec', script, 'sh', ...words], { cwd: root })).stdout.trim();
  const commit = (message: string): Promise<string> => sh(COMMIT, message);
  const takePatch: ScratchProject['takePatch'] = async (name, { force = false, diff = '' } = {}) => {
    const at = join(patches, `${name}.patch`);
    await sh(DIFF, at, force ? '--force' : '', diff);
    return at;
  };
  const patch = async (name: string, changes: Files): Promise<string> => {
    await write(changes);
    return takePatch(name);
  };
  await write(files);
  await sh(`${INIT}\nexport ${BASE_TIME}\n${COMMIT}`, 'base');
  return {
    root,
    git,
    write,
    commit,
    takePatch,
    patch,
    patches,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

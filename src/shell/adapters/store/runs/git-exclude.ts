import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errnoOf } from '../files/store-fault.ts';

const PATTERN = '/.hydra/';

/** Hides `.hydra/` from git by the repository's local exclude file, never by its `.gitignore`. */
export const excludeFromGit = async (repositoryRoot: string): Promise<void> => {
  const gitFolder = await commonGitFolder(join(repositoryRoot, '.git'));
  if (gitFolder === null) return;
  const file = join(gitFolder, 'info', 'exclude');
  const text = (await readOrNull(file)) ?? '';
  if (text.split('\n').some((line) => line.trim() === PATTERN)) return;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${PATTERN}\n`);
};

/** In a linked work tree `.git` is a file, and the exclude file is shared with the main one. */
const commonGitFolder = async (dotGit: string): Promise<string | null> => {
  const kind = await stat(dotGit).catch(() => null);
  if (kind === null) return null;
  if (kind.isDirectory()) return dotGit;
  const pointer = /^gitdir: (.+)$/m.exec((await readOrNull(dotGit)) ?? '')?.[1];
  if (pointer === undefined) return null;
  const own = resolve(dirname(dotGit), pointer.trim());
  const common = await readOrNull(join(own, 'commondir'));
  return common === null ? own : resolve(own, common.trim());
};

const readOrNull = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
};

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CleanGit } from './clean-git.ts';
import { newFolder, publishFolder, touchFolder } from './publish-folder.ts';
import { removeTree } from './remove-tree.ts';

/** Every file is its blob, byte for byte: no line-ending, filter or keyword tricks from attributes. */
const RAW_ATTRIBUTES = '* -text !eol -ident -filter !working-tree-encoding\n';

/** Owner, inode and change time differ inside a sandbox; git must not re-read the tree because of that. */
const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = false
\tcheckStat = minimal
\ttrustctime = false
\tautocrlf = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
`;
const SHA256_CONFIG = CONFIG.replace('repositoryformatversion = 0', 'repositoryformatversion = 1').concat(
  '[extensions]\n\tobjectformat = sha256\n',
);
const SHA256_LENGTH = 64;

/** The nearest tag of the commit; null: it has none, or the repository is too shallow to know. */
const nearestTag = async ({ git, gitDir }: CheckoutSource, commit: string): Promise<string | null> => {
  const args = ['--git-dir', gitDir, 'describe', '--tags', '--abbrev=0', commit];
  try {
    return (await git(dirname(gitDir), args)).toString('utf8').trim();
  } catch {
    return null;
  }
};

export type CheckoutSource = { readonly git: CleanGit; readonly gitDir: string; readonly cacheDir: string };

const checkOut = async (source: CheckoutSource, commit: string, folder: string): Promise<void> => {
  const { git, gitDir } = source;
  const format = commit.length === SHA256_LENGTH ? 'sha256' : 'sha1';
  const dotGit = join(folder, '.git');
  await git(folder, [
    'init',
    '--quiet',
    '--template=',
    '--initial-branch=main',
    `--object-format=${format}`,
    '.',
  ]);
  await mkdir(join(dotGit, 'info'), { recursive: true });
  await writeFile(join(dotGit, 'info', 'attributes'), RAW_ATTRIBUTES);
  const from = pathToFileURL(gitDir).href;
  const flags = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
  await git(folder, ['fetch', ...flags, from, commit]);
  await git(folder, ['update-ref', 'refs/heads/main', commit]);
  const tag = await nearestTag(source, commit);
  // Many projects read their version from tags (setuptools_scm, hatch-vcs, `git describe`), and some tests need it.
  if (tag !== null && tag !== '') await git(folder, ['update-ref', `refs/tags/${tag}`, commit]);
  await git(folder, ['read-tree', '--reset', '-u', 'HEAD']);
  await writeFile(join(dotGit, 'config'), format === 'sha256' ? SHA256_CONFIG : CONFIG);
  for (const trace of ['logs', 'FETCH_HEAD', 'ORIG_HEAD', 'hooks', 'branches']) {
    await rm(join(dotGit, trace), { recursive: true, force: true });
  }
};

/** One checkout per commit: a repository of exactly that commit, without remotes, reflogs or refs other than its nearest tag. */
export const ensureCheckout = async (source: CheckoutSource, commit: string): Promise<string> => {
  const target = join(source.cacheDir, 'pristine', commit);
  if (await touchFolder(target)) return target;
  const making = await newFolder(join(source.cacheDir, 'making'), 'pristine');
  try {
    await checkOut(source, commit, making);
    await publishFolder(making, target);
  } catch (error) {
    await removeTree(making);
    throw error;
  }
  return target;
};

export type TrackedFile = { readonly path: string; readonly mode: string; readonly blob: string };

/** The commit's tracked files; git is safe to run here, since only we write a checkout's configuration. */
export const listTracked = async (git: CleanGit, checkout: string): Promise<readonly TrackedFile[]> => {
  const listing = (await git(checkout, ['ls-files', '-s', '-z'])).toString('utf8');
  return listing.split('\0').flatMap((line) => {
    const tab = line.indexOf('\t');
    if (tab < 0) return [];
    const [mode = '', blob = ''] = line.slice(0, tab).split(' ');
    return [{ path: line.slice(tab + 1), mode, blob }];
  });
};

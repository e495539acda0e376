import { join } from 'node:path';
import { LANGUAGES } from '../../../../core/languages/languages.ts';
import { isInside, isInsideAny } from './inside-folder.ts';

/** Shown whole and read-only: what a distribution installs. */
export const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/nix',
];

/** Places in a home where credentials and private files live; nothing below them is ever shown. */
const PRIVATE = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.config',
  '.password-store',
  '.netrc',
];
const PRIVATE_TOO = ['.mozilla', '.thunderbird', '.claude', '.codex', 'Documents', 'Desktop', 'Downloads'];

/** Folders that contain tools among other things: parts of them may be shown, never the whole. */
const TOO_WIDE = [
  ...'.local .local/share .local/state .local/lib .cache'.split(' '),
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.mixedFolders),
];
const TOO_WIDE_AT_ROOT = new Set('/ /home /root /Users /etc /var /tmp /run /mnt /srv /proc'.split(' '));

export type Secrets = {
  readonly home: string;
  /** The repository, its .git, the cache and the scratch folder. */
  readonly hidden: readonly string[];
};

/** Whether a folder outside the system may be shown to untrusted code. */
export const mayBeShown = (folder: string, { home, hidden }: Secrets): boolean => {
  const inHome = (names: readonly string[]) => names.map((name) => join(home, name));
  if (TOO_WIDE_AT_ROOT.has(folder) || isInside(home, folder)) return false;
  if (inHome(TOO_WIDE).includes(folder)) return false;
  if (isInsideAny(folder, inHome([...PRIVATE, ...PRIVATE_TOO]))) return false;
  return !hidden.some((secret) => isInside(secret, folder) || isInside(folder, secret));
};

const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4000;

/** Characters that some file systems drop or ignore inside a name. */
const IGNORED_IN_NAMES = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** `.git` in every spelling that a file system may resolve to it: case, NTFS short names, streams, trailing dots. */
const isGitFolder = (name: string): boolean => {
  const plain = name.replace(IGNORED_IN_NAMES, '').toLowerCase();
  const stem = (plain.split(':')[0] ?? '').replace(/[. ]+$/, '');
  return stem === '.git' || stem === 'git~1';
};

const encoder = new TextEncoder();
const bytes = (text: string): number => encoder.encode(text).length;

/** A path in a message: quoted, and cut if it is long. */
export const shownPath = (path: string): string =>
  JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);

const refuseName = (name: string, path: string): string | null => {
  if (name === '..') return `reaches outside the tree: ${shownPath(path)}`;
  if (name === '' || name === '.') return `has a path that git does not allow: ${shownPath(path)}`;
  if (isGitFolder(name)) return `reaches into .git: ${shownPath(path)}`;
  if (bytes(name) > MAX_NAME_BYTES)
    return `has a file name longer than ${MAX_NAME_BYTES} bytes: ${shownPath(path)}`;
  return null;
};

/** Why a candidate may not change this path; null if it may. */
export const refusePath = (path: string): string | null => {
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path))
    return `names an absolute path: ${shownPath(path)}`;
  if (path.includes('\ufffd')) return `has a path that is not valid UTF-8: ${shownPath(path)}`;
  if (path.includes('\0')) return `has a path that git does not allow: ${shownPath(path)}`;
  if (bytes(path) > MAX_PATH_BYTES)
    return `has a path longer than ${MAX_PATH_BYTES} bytes: ${shownPath(path)}`;
  const names = path.split('/');
  const backslashed = path.split(/[\\/]/);
  for (const name of new Set([...names, ...(backslashed.includes('..') ? ['..'] : [])])) {
    const reason = refuseName(name, path);
    if (reason) return reason;
  }
  if (backslashed.some(isGitFolder)) return `reaches into .git: ${shownPath(path)}`;
  if ((names[0] ?? '').toLowerCase() === '.hydra') return `changes Hydra's own folder: ${shownPath(path)}`;
  return null;
};

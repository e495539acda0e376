import { join } from 'node:path';
import { decodeText } from '../../../../core/text/decode-text.ts';
import type { ListedFile, WorkingTree } from '../../../ports/working-tree.ts';
import { blobIdOf } from '../../analysers/extraction/extract-source.ts';
import { readSourceFile } from '../../analysers/extraction/read-source-file.ts';
import type { Places } from './locate-repository.ts';
import { UserError } from '../../../errors/user-error.ts';
import { cleanEnvironment } from './git-environment.ts';
import { mustGit } from './run-git.ts';

const REGULAR = new Set(['100644', '100755']);
const ALL = ['ls-files', '-z', '-t', '-s', '--cached', '--modified', '--others', '--exclude-standard'];
/** What git prints before a path: new, as recorded, changed or deleted. */
const TAG = { other: '?', recorded: 'H', changed: 'C' } as const;

/** Every file that is tracked, or new and not ignored, with git's id if the file is unchanged since it was indexed. */
const listWorkingTree = async (places: Places): Promise<readonly ListedFile[]> => {
  if (places.bare)
    throw new UserError(
      'no-work-tree',
      'A bare repository has no work tree.',
      'Give a checkout with --repo DIR.',
    );
  const env = { ...cleanEnvironment(), GIT_DIR: places.gitDir, GIT_WORK_TREE: places.root };
  const listed = (await mustGit({ cwd: places.root, env, args: ALL })).toString('utf8');
  const files = new Map<string, ListedFile>();
  for (const line of listed.split('\0')) {
    const [tag, rest] = [line.charAt(0), line.slice(2)];
    if (tag === TAG.other) {
      if (!rest.startsWith('.hydra/')) files.set(rest, { path: rest, blob: null });
      continue;
    }
    const tab = rest.indexOf('\t');
    const [mode = '', blob = ''] = rest.slice(0, tab).split(' ', 2);
    const path = rest.slice(tab + 1);
    if (!REGULAR.has(mode)) continue;
    if (tag === TAG.recorded) files.set(path, { path, blob });
    else if (tag === TAG.changed) files.set(path, { path, blob: null });
  }
  return [...files.values()];
};

/** Files of the work tree; nothing outside it is opened, since links are not followed. */
export const openWorkingTree = (places: Places): WorkingTree => {
  const locate = (path: string): string => join(places.root, path);
  return {
    root: places.root,
    list: () => listWorkingTree(places),
    locate,
    async read(path) {
      const bytes = readSourceFile(locate(path));
      return bytes === null ? null : decodeText(bytes).text;
    },
    async identify(path) {
      const bytes = readSourceFile(locate(path));
      return bytes === null ? null : blobIdOf(bytes, places.objectFormat);
    },
  };
};

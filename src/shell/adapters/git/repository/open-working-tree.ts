import { join } from 'node:path';
import { decodeText } from '../../../../core/analyse/decode-text.ts';
import type { WorkingTree } from '../../../ports/working-tree.ts';
import { blobIdOf } from '../../analysers/extract-source.ts';
import { readSourceFile } from '../../analysers/read-source-file.ts';
import { listWorkingTree } from './list-working-tree.ts';
import type { Places } from './locate-repository.ts';

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

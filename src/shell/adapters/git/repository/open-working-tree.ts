import { join } from 'node:path';
import { decodeText } from '../../../../core/text/decode-text.ts';
import type { WorkingTree } from '../../../ports/working-tree.ts';
import { blobIdOf } from '../../analysers/extraction/extract-source.ts';
import { readSourceFile } from '../../analysers/extraction/read-source-file.ts';
import { listWorkingTree } from './list-working-tree.ts';
import type { Places } from './locate-repository.ts';

/** Files as they lie in the work tree; nothing outside it is ever opened, for links are not followed. */
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

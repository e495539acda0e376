import type { Files } from '../../ports/files.ts';
import { localFiles } from './local-files.ts';

/** Local files whose temporary folders are removed on `close`, if nothing has removed them before. */
export const createOwnedFiles = (): { readonly files: Files; close(): Promise<void> } => {
  const made = new Set<string>();
  return {
    files: {
      ...localFiles,
      async makeFolder(purpose) {
        const folder = await localFiles.makeFolder(purpose);
        made.add(folder);
        return folder;
      },
      async removeFolder(path) {
        await localFiles.removeFolder(path);
        made.delete(path);
      },
    },
    async close() {
      await Promise.all([...made].map((folder) => localFiles.removeFolder(folder)));
    },
  };
};

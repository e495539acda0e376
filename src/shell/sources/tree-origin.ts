import type { GitRepository } from '../ports/git-repository.ts';
import type { SourceOrigin } from './index-sources.ts';

/** This many files' bytes are in memory at once. */
const FILES_AT_ONCE = 500;
/** Git returns no content above its limit; content above ours is rejected in the same way. */
const TOO_LARGE = new Uint8Array(1_000_001);

/** Sources of a commit, whatever is in the work tree. */
export const treeOrigin = (
  repository: Pick<GitRepository, 'listBlobs' | 'readBlobs'>,
  tree: string,
): SourceOrigin => {
  const listed = repository.listBlobs(tree);
  const ids = listed.then((files) => new Map(files.map(({ path, blob }) => [path, blob])));
  return {
    atOnce: FILES_AT_ONCE,
    list: () => listed,
    identify: async (path) => (await ids).get(path) ?? null,
    async requests(files) {
      const blobs = await repository.readBlobs(files.flatMap(({ blob }) => blob ?? []));
      return files.map(({ path, blob }) => ({ path, bytes: blobs.get(blob ?? '') ?? TOO_LARGE }));
    },
    async readTexts(paths) {
      const known = await ids;
      const wanted = paths.flatMap((path) => {
        const id = known.get(path);
        return id === undefined ? [] : [{ path, id }];
      });
      const blobs = await repository.readBlobs(wanted.map(({ id }) => id));
      const decoder = new TextDecoder();
      return new Map(
        wanted.flatMap(({ path, id }) => {
          const bytes = blobs.get(id);
          return bytes === undefined ? [] : [[path, decoder.decode(bytes)] as const];
        }),
      );
    },
  };
};

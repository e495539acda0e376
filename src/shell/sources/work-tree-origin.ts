import type { WorkingTree } from '../ports/working-tree.ts';
import type { SourceOrigin } from './index-sources.ts';

/** Sources as they are in the work tree; the extractor opens them itself. */
export const workTreeOrigin = (tree: WorkingTree): SourceOrigin => ({
  list: () => tree.list(),
  identify: (path) => tree.identify(path),
  requests: async (files) => files.map(({ path }) => ({ path, at: tree.locate(path) })),
  async readTexts(paths) {
    const texts = new Map<string, string>();
    for (const path of paths) {
      const text = await tree.read(path);
      if (text !== null) texts.set(path, text);
    }
    return texts;
  },
});

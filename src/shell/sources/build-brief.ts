import { type DescribedProject, describeProject } from '../../core/brief/describe-project.ts';
import type { SourceIndex } from '../../core/domain/source/source-index.ts';
import type { WorkingTree } from '../ports/working-tree.ts';
import { indexSources, type IndexTools, type SourceOrigin } from './index-sources.ts';

/** Sources as they are in the work tree; the extractor opens them itself. */
const workTreeOrigin = (tree: WorkingTree): SourceOrigin => ({
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

export type BriefTools = IndexTools & { readonly tree: WorkingTree };
export type BuiltBrief = DescribedProject & { readonly index: SourceIndex };

/** The brief of a work tree as it is now. */
export const buildBrief = async (tools: BriefTools): Promise<BuiltBrief> => {
  const index = await indexSources(workTreeOrigin(tools.tree), tools);
  return { ...describeProject(index), index };
};

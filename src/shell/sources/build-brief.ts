import { type DescribedProject, describeProject } from '../../core/brief/describe-project.ts';
import type { SourceIndex } from '../../core/domain/source/source-index.ts';
import type { WorkingTree } from '../ports/working-tree.ts';
import { indexSources, type IndexTools } from './index-sources.ts';
import { workTreeOrigin } from './work-tree-origin.ts';

export type BriefTools = IndexTools & { readonly tree: WorkingTree };
export type BuiltBrief = DescribedProject & { readonly index: SourceIndex };

/** The brief of a work tree as it is now. */
export const buildBrief = async (tools: BriefTools): Promise<BuiltBrief> => {
  const index = await indexSources(workTreeOrigin(tools.tree), tools);
  return { ...describeProject(index), index };
};

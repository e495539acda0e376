import { securityText } from '../../core/report/analysis/security-text.ts';
import { type AssessRequest, type AssessTools, assessTrees } from './assess-trees.ts';
import type { Base } from '../ports/git-repository.ts';

/** The assessment used for scoring, on an agent's changes so far, as text for its model. */
export const scanWork = async (
  tools: AssessTools,
  base: Base,
  folder: string,
  setting: Pick<AssessRequest, 'install' | 'sandbox'> = {},
): Promise<string> => {
  const made = await tools.repository.importCandidate(base, { kind: 'folder', at: folder });
  if (!made.ok) return `What was changed cannot be assessed: it ${made.reason}.`;
  const { security } = await assessTrees(tools, { base, tree: made.tree, programs: true, ...setting });
  return securityText(security);
};

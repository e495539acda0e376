import type { ObjectiveCheck } from '../../core/domain/objective-check.ts';
import type { SuiteFile } from '../../core/domain/suite-task.ts';
import { parseNumstat } from '../../core/analyse/parse-numstat.ts';
import type { Workspace } from '../ports/workspaces.ts';
import { InfrastructureError } from '../user-error.ts';
import { type CheckedResult, runChecks } from './run-checks.ts';
import type { TrialLab } from './trial-lab.ts';

export type CheckedWork = CheckedResult & { readonly patch: string };

export type TreeToCheck = {
  readonly workspace: Workspace;
  /** The tree that the agent was given. */
  readonly from: string;
  readonly checks: readonly ObjectiveCheck[];
  readonly hidden: readonly SuiteFile[];
};

/** Takes what was made of a tree as a patch, then runs the checks on it. A reason where it cannot be taken. */
export const checkTree = async (
  { tools, look, base }: TrialLab,
  { workspace, from, checks, hidden }: TreeToCheck,
): Promise<CheckedWork | string> => {
  const { repository, files } = tools;
  const root = workspace.hostTree;
  if (root === undefined)
    throw new InfrastructureError('no-copy', 'The workspace is no plain copy.', 'Use the sandbox or none.');
  const made = await repository.importCandidate({ ...base, tree: from }, { kind: 'folder', at: root });
  if (!made.ok) return made.reason;
  const { numstat } = await repository.rawDiff(from, made.tree);
  const changed = parseNumstat(numstat);
  if (typeof changed === 'string') throw new InfrastructureError('git-failed', changed, '');
  const result = await runChecks(
    { workspace, files, hidden, changed, look: (path) => look(root, path) },
    checks,
  );
  return { ...result, patch: Buffer.from(made.patch).toString('utf8') };
};

import type { ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import { activeFlags, integrityGate } from '../../../core/conclude/integrity.ts';
import { parseNumstat } from '../../../core/analyse/diff/parse-numstat.ts';
import type { Workspace } from '../../ports/workspaces.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { type Inspected, inspectChange } from '../../evaluate/change/inspect-change.ts';
import { type CheckedResult, runTaskChecks } from './run-task-checks.ts';
import type { TrialLab } from './trial-lab.ts';

export type CheckedWork = CheckedResult & Inspected & { readonly patch: string };

export type TreeToCheck = {
  readonly workspace: Workspace;
  /** The tree that the agent was given. */
  readonly from: string;
  readonly task: Pick<ExperimentTask, 'checks' | 'hidden' | 'fixture' | 'tests'>;
};

const withTests = (result: CheckedResult, tests: CheckedResult['checks']): CheckedResult => ({
  passed: result.passed + tests.filter(({ passed }) => passed).length,
  total: result.total + tests.length,
  checks: [...result.checks, ...tests],
});

/** Takes the change as a patch, then runs the checks on it. Returns a reason if it cannot be taken. */
export const checkTree = async (
  { tools, look, base, verifyTests, trust }: TrialLab,
  { workspace, from, task }: TreeToCheck,
): Promise<CheckedWork | string> => {
  const { repository, files } = tools;
  const root = workspace.hostTree;
  if (root === undefined)
    throw new InfrastructureError(
      'no-copy',
      'The workspace is not a plain copy.',
      'Use the bubblewrap sandbox or none.',
    );
  const made = await repository.importCandidate(
    { ...base, tree: from },
    { kind: 'folder', at: root },
    { flatten: true },
  );
  if (!made.ok) return made.reason;
  const { numstat } = await repository.rawDiff(from, made.tree);
  const changed = parseNumstat(numstat);
  if (typeof changed === 'string') throw new InfrastructureError('git-failed', changed, '');
  const { checks, hidden, fixture, tests } = task;
  const verified =
    tests === undefined ? { checks: [], flags: [] } : await verifyTests({ fixture, hidden, tests }, root);
  if (typeof verified === 'string') return verified;
  const result = await runTaskChecks(
    { workspace, files, hidden, changed, look: (path) => look(root, path) },
    checks,
  );
  const inspected = await inspectChange(tools, {
    base: { tree: from },
    tree: made.tree,
    ...(trust === undefined ? {} : { trust }),
  });
  const flags = activeFlags([...inspected.flags, ...verified.flags], trust);
  return {
    ...withTests(result, verified.checks),
    flags,
    stopped: integrityGate(flags, trust),
    patch: Buffer.from(made.patch).toString('utf8'),
  };
};

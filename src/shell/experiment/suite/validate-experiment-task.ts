import { join } from 'node:path';
import type { CheckVerdict } from '../../../core/domain/experiment/trial.ts';
import type { ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import type { ComposedTree } from '../../ports/git-repository.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { checkTree } from '../trial/check-tree.ts';
import type { TrialLab } from '../trial/trial-lab.ts';

export type TaskValidation = {
  readonly task: string;
  readonly sound: boolean;
  /** Empty if the task is sound. */
  readonly problems: readonly string[];
  /** Of the reference solution, and of an empty change; null: there is no reference. */
  readonly reference: readonly CheckVerdict[] | null;
  readonly empty: readonly CheckVerdict[];
};

const checksOf = async (
  lab: TrialLab,
  task: ExperimentTask,
  made: ComposedTree,
): Promise<readonly CheckVerdict[]> => {
  const from = await lab.lay(task, [], '');
  const workspace = await lab.open(made, task.id);
  try {
    const done = await checkTree(lab, { workspace, from: from.tree, task });
    if (typeof done === 'string') throw new InfrastructureError('agent-change', `The solution ${done}`, '');
    return done.checks;
  } finally {
    await workspace.dispose();
  }
};

/** The fixture with the reference applied, or why that failed. */
const solve = async (lab: TrialLab, task: ExperimentTask): Promise<ComposedTree | string | null> => {
  const { reference } = task;
  if (reference === null) return null;
  if ('files' in reference) return lab.lay(task, reference.files, 'reference');
  const { files, repository } = lab.tools;
  const from = await lab.lay(task, [], '');
  const folder = await files.makeFolder('reference');
  try {
    await files.writeTree(folder, [{ path: 'reference.patch', bytes: reference.patch, executable: false }]);
    const source = { kind: 'patch', at: join(folder, 'reference.patch') } as const;
    const made = await repository.importCandidate({ ...lab.base, tree: from.tree }, source);
    if (!made.ok) return made.reason;
    return { tree: made.tree, changes: await repository.changes(lab.base.tree, made.tree) };
  } finally {
    await files.removeFolder(folder);
  }
};

const unmet = (checks: readonly CheckVerdict[]): readonly string[] =>
  checks.flatMap(({ name, passed, reason }) =>
    passed ? [] : [`the reference does not pass "${name}": ${reason}`],
  );

/** A task is sound if its reference passes every check and an empty change does not. */
export const validateExperimentTask = async (
  lab: TrialLab,
  task: ExperimentTask,
): Promise<TaskValidation> => {
  const solved = await solve(lab, task);
  const empty = await checksOf(lab, task, await lab.lay(task, [], ''));
  const reference = solved === null || typeof solved === 'string' ? null : await checksOf(lab, task, solved);
  const problems = [
    ...(solved === null ? ['there is no reference solution to show that it can be solved'] : []),
    ...(typeof solved === 'string' ? [`the reference ${solved}`] : []),
    ...unmet(reference ?? []),
    ...(empty.length > 0 && empty.every(({ passed }) => passed)
      ? ['every check passes without any change: it asks for nothing']
      : []),
  ];
  return { task: task.id, sound: problems.length === 0, problems, reference, empty };
};

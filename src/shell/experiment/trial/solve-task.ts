import type { PatchOp } from '../../../core/domain/candidate/patch-op.ts';
import type { ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import { UserError } from '../../errors/user-error.ts';
import type { LabTools } from './trial-lab.ts';

/** A task's reference as operations, for scripted agents; empty if there is no reference. */
export const solveTask = async (
  { tools: { files }, fromDiff }: LabTools,
  { id, fixture, reference }: ExperimentTask,
): Promise<readonly PatchOp[]> => {
  if (reference === null) return [];
  if ('files' in reference)
    return reference.files.map(({ path, bytes }) => ({
      kind: 'add',
      path,
      content: Buffer.from(bytes).toString('utf8'),
      overwrite: true,
    }));
  const folder = await files.makeFolder('reference');
  try {
    await files.writeTree(folder, fixture);
    const converted = await fromDiff(folder, reference.patch);
    if (converted.ok) return converted.ops;
    throw new UserError(
      'task',
      `The reference patch of ${id} ${converted.reason}.`,
      'Check that it applies to the fixture.',
    );
  } finally {
    await files.removeFolder(folder);
  }
};

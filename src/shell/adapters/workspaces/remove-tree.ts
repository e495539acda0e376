import { lstat } from 'node:fs/promises';
import { InfrastructureError } from '../../user-error.ts';
import { runTool } from './run-tool.ts';

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** `rm` walks by descriptor: no depth, link or file name of a candidate's can mislead or stop it. */
export const removeTree = async (path: string): Promise<void> => {
  if ((await runTool('rm', ['-rf', '--', path])).ok) return;
  await runTool('chmod', ['-R', 'u+rwX', '--', path]);
  const again = await runTool('rm', ['-rf', '--', path]);
  if (again.ok || !(await exists(path))) return;
  throw new InfrastructureError(
    'cleanup-failed',
    `A workspace could not be removed: ${again.problem}`,
    `Remove ${path} by hand.`,
  );
};

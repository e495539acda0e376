import { mkdir } from 'node:fs/promises';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { runTool } from '../host/run-tool.ts';

/** Shares blocks if the file system can; with hard links a write in place would reach every sibling. */
const CLONING = process.platform === 'darwin' ? ['-cRp'] : ['-a', '--reflink=auto', '--remove-destination'];
const PLAIN = ['-Rp'];

/** Copies the content of `from` over that of `to`; links are copied as links. */
export const copyTree = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const cloned = await runTool('cp', [...CLONING, '--', `${from}/.`, to]);
  if (cloned.ok) return;
  const plain = await runTool('cp', [...PLAIN, '--', `${from}/.`, to]);
  if (plain.ok) return;
  throw new InfrastructureError(
    'copy-failed',
    `A workspace could not be copied: ${plain.problem}`,
    'Check the space that is left in the cache folder.',
  );
};

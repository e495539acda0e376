import { mkdir } from 'node:fs/promises';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { runTool } from '../host/run-tool.ts';

/** Shares blocks where the file system can; hard links would let a write in place reach every sibling. */
const CLONING = process.platform === 'darwin' ? ['-cRp'] : ['-a', '--reflink=auto', '--remove-destination'];
const PLAIN = ['-Rp'];

/** Copies what is in `from` over what is in `to`; links are copied as links. */
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

import { mkdir } from 'node:fs/promises';
import { InfrastructureError } from '../../../errors/user-error.ts';
import { runTool } from '../host/run-tool.ts';

/** Shares blocks if the file system can; with hard links a write in place would reach every sibling. */
const CLONING = process.platform === 'darwin' ? ['-cRp'] : ['-a', '--reflink=auto', '--remove-destination'];
const PLAIN = ['-Rp'];
/** Every file as if it were written now. */
const NEW = ['-R'];

const copyBy = async (ways: readonly (readonly string[])[], from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  let problem = '';
  for (const options of ways) {
    const copied = await runTool('cp', [...options, '--', `${from}/.`, to]);
    if (copied.ok) return;
    problem = copied.problem;
  }
  throw new InfrastructureError(
    'copy-failed',
    `A workspace could not be copied: ${problem}`,
    'Check the space that is left in the cache folder.',
  );
};

/** Copies the content of `from` over that of `to`; links are copied as links. */
export const copyTree = (from: string, to: string): Promise<void> => copyBy([CLONING, PLAIN], from, to);

/** The same, with the times of now: caches drop what is old. */
export const copyAsNew = (from: string, to: string): Promise<void> => copyBy([NEW], from, to);

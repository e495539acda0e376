import { InfrastructureError } from '../../../errors/user-error.ts';
import { runTool } from '../host/run-tool.ts';
import { entryExists } from '../../system/path-kind.ts';

const MOST_AT_ONCE = 500;
let waiting: { readonly path: string; readonly done: (removed: boolean) => void }[] = [];
let removing = false;

/** One process at a time for all waiting trees: starting a process costs more than removing most trees. */
const removeWaiting = async (): Promise<void> => {
  if (removing) return;
  removing = true;
  while (waiting.length > 0) {
    const batch = waiting.slice(0, MOST_AT_ONCE);
    waiting = waiting.slice(MOST_AT_ONCE);
    const { ok } = await runTool('rm', ['-rf', '--', ...batch.map(({ path }) => path)]);
    for (const { done } of batch) done(ok);
  }
  removing = false;
};

const removeInTurn = (path: string): Promise<boolean> =>
  new Promise((done) => {
    waiting.push({ path, done });
    void removeWaiting();
  });

/** `rm` walks by descriptor: a candidate's depth, links and file names cannot mislead or stop it. */
export const removeTree = async (path: string): Promise<void> => {
  if (await removeInTurn(path)) return;
  await runTool('chmod', ['-R', 'u+rwX', '--', path]);
  const again = await runTool('rm', ['-rf', '--', path]);
  if (again.ok || !(await entryExists(path))) return;
  throw new InfrastructureError(
    'cleanup-failed',
    `A workspace could not be removed: ${again.problem}`,
    `Remove ${path} by hand.`,
  );
};

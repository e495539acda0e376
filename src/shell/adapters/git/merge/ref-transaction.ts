import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { userEnvironment } from '../repository/git-environment.ts';
import { SAFE_SETTINGS, sentence } from '../repository/run-git.ts';

type RefMove = {
  readonly branch: string;
  readonly to: string;
  readonly from: string;
  readonly why: string;
};

const STEP_TIMEOUT_MS = 30_000;

/**
 * Compare-and-swap of a branch with work in between: the ref is locked and compared, `work` runs, and only if it
 * succeeds the ref moves. Null: it moved; else git's reason. If we are killed, the pipe closes and git releases the lock.
 */
export const moveRef = async (
  gitDir: string,
  move: RefMove,
  work: () => Promise<void>,
): Promise<string | null> => {
  const child = spawn(
    'git',
    [...SAFE_SETTINGS, 'update-ref', '-m', move.why, '--no-deref', '-z', '--stdin'],
    { cwd: gitDir, env: { ...userEnvironment(), GIT_DIR: gitDir }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let complaint = '';
  child.stderr.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString('utf8')).slice(0, 4000)),
  );
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const step = async (command: string): Promise<boolean> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STEP_TIMEOUT_MS);
    child.stdin.write(command);
    const answer = await answers.next();
    clearTimeout(timer);
    return answer.done !== true && String(answer.value).endsWith(': ok');
  };
  // Its output may end before its error message arrives.
  const refusal = async (): Promise<string> => {
    child.stdin.end();
    await ended;
    return sentence(complaint);
  };
  try {
    const locked =
      (await step('start\0')) && (await step(`update ${move.branch}\0${move.to}\0${move.from}\0prepare\0`));
    if (!locked) return await refusal();
    await work();
    return (await step('commit\0')) ? null : await refusal();
  } finally {
    child.stdin.end();
    await ended;
  }
};

import { spawn } from 'node:child_process';
import { type Measured, measured, missing } from '../../../core/domain/measured.ts';

export type BoundedRun = {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
};

type Ended = { readonly stdout: string; readonly exitCode: number };

const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

/** Runs a program of our choice to its end, or returns why it did not finish. */
export const runBounded = ({ program, words, cwd, env, timeoutMs }: BoundedRun): Promise<Measured<Ended>> =>
  new Promise((resolve) => {
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const parts: Buffer[] = [];
    let [bytes, why]: [number, string | null] = [0, null];
    const stop = (reason: string): void => {
      why ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`it took more than ${timeoutMs / 1000} s`), timeoutMs);
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MAX_OUTPUT_BYTES) stop('it printed too much');
      else parts.push(part);
    });
    child.on('error', (error) => {
      why ??= error.message;
      clearTimeout(timer);
      resolve(missing('not-configured', why));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (why !== null) return resolve(missing('not-configured', why));
      if (code === null) return resolve(missing('not-configured', `it was ended by ${signal ?? 'a signal'}`));
      resolve(measured({ stdout: Buffer.concat(parts).toString('utf8'), exitCode: code }));
    });
  });

import { spawn } from 'node:child_process';

export type ProgramRun = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not run to its end; null if it did. */
  readonly trouble: string | null;
};

type ProgramRequest = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly mostBytes: number;
  readonly signal?: AbortSignal;
};

/** Runs a user's program with text on its standard input; the signal or the limit ends its whole process group. */
export const runProgram = (call: ProgramRequest): Promise<ProgramRun> =>
  new Promise((resolve) => {
    const child = spawn(call.file, [...call.args], { cwd: call.cwd, env: { ...call.env }, detached: true });
    const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let [bytes, trouble]: [number, string | null] = [0, null];
    const end = (why: string): void => {
      trouble ??= why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
    };
    const interrupt = (): void => end('was interrupted');
    call.signal?.addEventListener('abort', interrupt, { once: true });
    if (call.signal?.aborted === true) interrupt();
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > call.mostBytes) end(`printed more than ${call.mostBytes} bytes`);
        else chunks[name].push(chunk);
      });
    child.on('error', (error) => (trouble ??= `could not be started: ${error.message}`));
    child.on('close', (code) => {
      call.signal?.removeEventListener('abort', interrupt);
      const text = (name: 'stdout' | 'stderr') => Buffer.concat(chunks[name]).toString('utf8');
      resolve({ code, stdout: text('stdout'), stderr: text('stderr'), trouble });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(call.input);
  });

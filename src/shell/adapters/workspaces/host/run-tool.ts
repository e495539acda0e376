import { execFile } from 'node:child_process';

export type ToolResult = {
  readonly ok: boolean;
  readonly stdout: Buffer;
  /** What went wrong in the tool's own words, on one line. */
  readonly problem: string;
};

export type ToolOptions = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Runs a trusted program of the system to its end; an argument array, so no path needs quoting. */
export const runTool = (
  file: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ToolResult> =>
  new Promise((resolve) => {
    const { cwd, env, timeoutMs = 0 } = options;
    execFile(
      file,
      [...args],
      {
        ...(cwd === undefined ? {} : { cwd }),
        env: env ?? { PATH: SYSTEM_PATH, LC_ALL: 'C' },
        encoding: 'buffer',
        maxBuffer: MAX_OUTPUT_BYTES,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      },
      (error, stdout, stderr) => {
        const printed = stderr.toString('utf8').trim().split('\n').slice(-3).join(' ');
        resolve({ ok: error === null, stdout, problem: error === null ? '' : printed || error.message });
      },
    );
  });

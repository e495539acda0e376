import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { InfrastructureError, UserError } from '../../../errors/user-error.ts';

const MEGABYTE = 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_MAX_BYTES = 256 * MEGABYTE;
const MAX_STDERR_BYTES = 64 * 1024;

/** Nothing that a repository's own configuration names is ever run. */
export const SAFE_SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'core.protectNTFS=true',
  'core.protectHFS=true',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

export type GitCall = {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array | string;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
};

export type GitRun = {
  /** Null if git was stopped: see `stopped`. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly stopped: 'timeout' | 'too-large' | null;
};

/** Only git's own failures to write: other messages contain a candidate's file names. */
const MACHINE_TROUBLE =
  /^(?:error|fatal): (?:unable to|cannot|could not|failed to|sha1 file|file write|write error|Out of memory)[^\n]*(?:No space left on device|Read-only file system|Disk quota exceeded|Input\/output error|Too many open files|Out of memory|Cannot allocate memory)[^\n]{0,40}$/m;

// Node reports ENOENT both for a missing program and for a missing folder.
const spawnFailure = (error: NodeJS.ErrnoException, cwd: string): Error =>
  error.code === 'ENOENT' && existsSync(cwd)
    ? new UserError('no-git', 'git is not installed, or not on the PATH.', 'Install git 2.38 or newer.')
    : new InfrastructureError(
        'git-not-started',
        `git could not be started: ${error.message}`,
        'Check whether the machine is out of processes or memory.',
      );

const machineTrouble = (stderr: string): Error =>
  new InfrastructureError('git-failed', `git failed: ${sentence(stderr)}`, 'Free some space or memory.');

/** One git process: arguments as an array, bytes in, bytes out, bounded in time and size. */
export const runGit = (call: GitCall): Promise<GitRun> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', [...SAFE_SETTINGS, ...call.args], {
      cwd: call.cwd,
      env: { ...call.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    const complaints: Buffer[] = [];
    let [outputBytes, complaintBytes] = [0, 0];
    let stopped: GitRun['stopped'] = null;
    const stop = (why: GitRun['stopped']) => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop('timeout'), call.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      outputBytes += chunk.length;
      if (outputBytes > (call.maxBytes ?? DEFAULT_MAX_BYTES)) stop('too-large');
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaintBytes += chunk.length;
      if (complaintBytes <= MAX_STDERR_BYTES) complaints.push(chunk);
    });
    // git may stop reading early; its exit code tells why.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(spawnFailure(error, call.cwd));
    });
    const finish = (code: number | null) => {
      clearTimeout(timer);
      const stderr = Buffer.concat(complaints).toString('utf8');
      if (code !== 0 && MACHINE_TROUBLE.test(stderr)) reject(machineTrouble(stderr));
      else resolve({ code: stopped ? null : code, stdout: Buffer.concat(output), stderr, stopped });
    };
    child.on('close', finish);
    // A program that git started may keep the pipes open: don't wait for it.
    child.on('exit', (code) => {
      if (stopped === null) return;
      child.stdout.destroy();
      child.stderr.destroy();
      finish(code);
    });
    child.stdin.end(call.stdin ?? '');
  });

/** git's first error message without its prefix, safe for a terminal. */
export const sentence = (stderr: string): string => {
  const lines = stderr.split('\n').map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim());
  const message =
    lines.find((line) => /^(error|fatal): /.test(line)) ??
    lines.find((line) => line !== '') ??
    'no reason given';
  return message.replace(/^(error|fatal): /, '').slice(0, 500);
};

/** For calls that cannot fail in a sound repository. */
export const mustGit = async (call: GitCall): Promise<Buffer> => {
  const run = await runGit(call);
  if (run.code === 0) return run.stdout;
  const why =
    run.stopped === 'timeout' ? 'took too long' : run.stopped ? 'printed too much' : sentence(run.stderr);
  throw new InfrastructureError(
    'git-failed',
    `git ${call.args.find((arg) => /^[a-z]/.test(arg) && !arg.includes('=')) ?? ''} failed: ${why}`,
    'Check the repository with `git fsck`.',
  );
};

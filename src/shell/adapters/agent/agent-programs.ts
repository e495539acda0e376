import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentPrograms, ProgramErrand, ProgramRan } from '../../ports/agent-program.ts';
import { findProgram } from '../workspaces/host/find-program.ts';
import type { Ran, Workspace } from '../../ports/workspaces.ts';
import { copyLogins, findLogins } from './agent-logins.ts';
import { followLines } from './follow-lines.ts';
import { priceOfModel } from './price-of-model.ts';
import { readEnds } from './read-ends.ts';

const MOST_OUTPUT_BYTES = 32 * 1024 * 1024;
const MOST_ERROR_BYTES = 64 * 1024;
const MOST_USAGE_BYTES = 64 * 1024;
const IDLE_POLL_MS = 500;
const USAGE_POLL_MS = 1000;
const VERSION_MS = 20_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the program's output, and stops it if it is idle for too long or on request. */
const supervise = (errand: ProgramErrand, out: string) => {
  const { idleMs, stop, onLine = () => undefined } = errand;
  const controller = new AbortController();
  const state: { stopped: ProgramRan['stopped'] } = { stopped: null };
  const end = (why: 'idle' | 'asked'): void => {
    state.stopped ??= why;
    controller.abort();
  };
  const followed = followLines(out, onLine);
  let quiet = false;
  const timer =
    idleMs === undefined
      ? null
      : setInterval(() => {
          if (quiet && performance.now() - followed.grewAt() >= idleMs) end('idle');
        }, IDLE_POLL_MS);
  const onStop = (): void => end('asked');
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted === true) onStop();
  return {
    signal: controller.signal,
    onIdle: (idle: boolean) => (quiet = idle),
    stopped: () => state.stopped,
    finish: async () => {
      if (timer !== null) clearInterval(timer);
      stop?.removeEventListener('abort', onStop);
      await followed.end();
    },
  };
};

/** Reports the text of a small file again whenever it has changed. */
const watchUsage = (path: string, onUsage: ProgramErrand['onUsage']): (() => void) => {
  if (onUsage === undefined) return () => undefined;
  let [last, reading] = ['', false];
  const look = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    const { text } = await readEnds(path, MOST_USAGE_BYTES);
    reading = false;
    if (text === last || text === '') return;
    last = text;
    onUsage(text);
  };
  const timer = setInterval(() => void look().catch(() => undefined), USAGE_POLL_MS);
  return () => clearInterval(timer);
};

const homeOf = ({ hostHome }: Workspace): string => {
  if (hostHome === undefined) throw new Error('an agent needs a workspace that is a plain copy');
  return hostHome;
};

const runInside = async (errand: ProgramErrand, home: string): Promise<ProgramRan> => {
  const { workspace, prompt, command, env, network, timeoutMs, logins = [], renews = [] } = errand;
  const folder = await mkdtemp(join(tmpdir(), 'hydra-agent-'));
  const startedAt = performance.now();
  try {
    const [reportDir, out, err] = ['report', 'out.log', 'err.log'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(reportDir);
    await writeFile(join(reportDir, 'prompt.md'), prompt);
    const copied = await copyLogins(home, { logins, renews }, homeOf(workspace));
    const { signal, onIdle, stopped, finish } = supervise(errand, out);
    const unwatch = watchUsage(join(reportDir, 'usage.json'), errand.onUsage);
    const job = { env, network, timeoutMs, stdoutFile: out, stderrFile: err, reportDir, signal, onIdle };
    let ran: Ran;
    let notes: readonly string[] = [];
    try {
      ran = await workspace.run({ ...job, command });
    } catch (error) {
      // The run itself was aborted, not this program alone.
      if (stopped() === null) throw error;
      ran = { status: 'killed', signal: 'SIGKILL', durationMs: performance.now() - startedAt };
    } finally {
      unwatch();
      await finish();
      // Also after an abort: a renewed token has replaced the old one at the provider.
      notes = await copied.writeBack();
    }
    const [stdout, stderr, usage] = await Promise.all([
      readEnds(out, MOST_OUTPUT_BYTES),
      readEnds(err, MOST_ERROR_BYTES),
      readEnds(join(reportDir, 'usage.json'), MOST_USAGE_BYTES),
    ]);
    return { ran, stdout, stderr, usage: usage.text, stopped: stopped(), notes };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** The first line that it prints; slow programs are not waited for. */
const versionOf = async (program: string, environment: Environment): Promise<string | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-agent-'));
  const env = { PATH: environment['PATH'] ?? '', HOME: folder, CI: 'true', NO_COLOR: '1', TERM: 'dumb' };
  try {
    const options = { env, cwd: folder, timeout: VERSION_MS, maxBuffer: MOST_ERROR_BYTES };
    const { stdout } = await promisify(execFile)(program, ['--version'], options);
    return (
      stdout
        .split('\n')
        .find((line) => line.trim() !== '')
        ?.trim() ?? null
    );
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** The user's own programs as agents, always in the sandbox of their workspace. */
export const openAgentPrograms = (environment: Environment): AgentPrograms => ({
  has: async (program) => {
    const folders = isAbsolute(program) ? [dirname(program)] : (environment['PATH'] ?? '').split(delimiter);
    return !program.includes('\0') && (await findProgram(basename(program), folders)) !== null;
  },
  run: (errand) => runInside(errand, homedir()),
  readEnvironment: (names) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = environment[name];
        return value === undefined || value === '' ? [] : [[name, value] as const];
      }),
    ),
  findLogins: (paths) => findLogins(homedir(), paths),
  versionOf: (program) => versionOf(program, environment),
  priceOf: priceOfModel,
});

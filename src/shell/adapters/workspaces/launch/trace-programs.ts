import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runTool } from '../host/run-tool.ts';
import type { Whereabouts } from './places.ts';

/**
 * The tracer is not the parent (-D), so the job's end and exit code are its own. A kernel filter stops only at these
 * calls (--seccomp-bpf), and only successful ones are recorded (-z).
 */
const OPTIONS = '-D -f -q -z --seccomp-bpf -s 0 -e trace=execve,execveat -e signal=none -o'.split(' ');

/** Whether programs can be traced here at all. */
export const canTrace = async (strace: string): Promise<boolean> =>
  (await runTool(strace, [...OPTIONS, '/dev/null', 'true'])).ok;

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_PROGRAMS = 200;
const LONGEST_NAME = 200;
const PATIENCE_MS = 2000;
const PAUSE_MS = 20;

const SYSTEM = /^\/(?:usr|bin|sbin|lib\d*|opt|nix)\//;

/** Paths differ between surroundings; names of temporary files differ between runs. */
const nameOf = (path: string, { workspace, home }: Whereabouts): string => {
  if (path.startsWith(`${workspace}/`)) return `./${path.slice(workspace.length + 1)}`;
  if (path.startsWith(`${home}/`)) return `~/${path.slice(home.length + 1)}`;
  if (path.startsWith('/tmp/')) return '/tmp/*';
  if (!path.startsWith('/')) return `./${path.replace(/^(?:\.\/)+/, '')}`;
  return SYSTEM.test(path) ? basename(path) : path;
};

const STARTED = /^\d+ +execve(?:at)?\((?:\w+, )?"([^"\n]{1,4096})"/gm;

/** Names of the programs in a tracer's output. */
export const programsIn = (text: string, around: Whereabouts): readonly string[] => {
  const names = new Set<string>();
  for (const [, path = ''] of text.matchAll(STARTED)) {
    if (names.size >= MOST_PROGRAMS) break;
    names.add(nameOf(path, around).slice(0, LONGEST_NAME));
  }
  return [...names].sort();
};

export type Tracer = {
  /** What to put before a command. */
  readonly prefix: readonly string[];
  /** Called when the command has ended; null: the tracer was not seen to finish. */
  programs(pid: number | undefined): Promise<readonly string[] | null>;
};

const readStart = async (path: string): Promise<string> => {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, MOST_BYTES));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
};

export const makeTracer = (strace: string, folder: string, turn: number, around: Whereabouts): Tracer => {
  const path = join(folder, `programs-${turn}`);
  return {
    prefix: [strace, ...OPTIONS, path],
    async programs(pid) {
      // Its last line reports the end of the first process.
      const isWhole = new RegExp(`^${pid} +\\+\\+\\+ (?:exited|killed) `, 'm');
      for (let waited = 0; waited <= PATIENCE_MS; waited += PAUSE_MS) {
        const text = await readStart(path);
        if (isWhole.test(text) || text.length >= MOST_BYTES) return programsIn(text, around);
        await wait(PAUSE_MS);
      }
      return null;
    },
  };
};

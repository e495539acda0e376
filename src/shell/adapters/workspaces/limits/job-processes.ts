import { existsSync, readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** What all descendants of a process use at this moment. */
export type ProcessUse = {
  readonly tasks: number;
  readonly memoryBytes: number;
  /** Time on a core so far, including processes that have ended; in hundredths of a second. */
  readonly cpuTicks: number;
  readonly pids: readonly number[];
};

type Found = {
  readonly pid: number;
  readonly parent: number;
  readonly threads: number;
  readonly cpuTicks: number;
};

export const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

/** The name in brackets may contain anything: fields are counted after it. */
const readProcess = (pid: number): readonly Found[] => {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 20) return [];
  // Its own in user and system mode, and that of children it has waited for.
  const cpuTicks = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  return [{ pid, parent: Number(fields[1]), threads: Number(fields[17]), cpuTicks }];
};

/** Without shared pages: those of files, libraries and the program itself. */
const ownMemoryBytes = (pid: number): number => {
  const [, resident = '0', shared = '0'] = readOrEmpty(`/proc/${pid}/statm`).split(' ');
  return Math.max(0, Number(resident) - Number(shared)) * PAGE_BYTES;
};

const toPids = (text: string): readonly number[] =>
  text
    .split(' ')
    .filter((word) => word.trim() !== '')
    .map(Number);

/** Each thread lists only the processes that it started. */
const listedChildren = (pid: number): readonly number[] =>
  listOrNone(`/proc/${pid}/task`).flatMap((thread) =>
    toPids(readOrEmpty(`/proc/${pid}/task/${thread}/children`)),
  );

/** For kernels without these lists: reads every process of the machine. */
const lookUpChildren = (): ((pid: number) => readonly number[]) => {
  const children = new Map<number, number[]>();
  for (const name of listOrNone('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    for (const { pid, parent } of readProcess(Number(name))) {
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [pid]);
      else siblings.push(pid);
    }
  }
  return (pid) => children.get(pid) ?? [];
};

/** A machine has far more processes than a job, and each takes as long to read. */
const hasLists = existsSync(`/proc/self/task/${process.pid}/children`);

/** Daemons of a sandbox belong to its first process, so the tree is whole. */
export const measureProcesses = (root: number, useLists = hasLists): ProcessUse => {
  const childrenOf = useLists ? listedChildren : lookUpChildren();
  let [tasks, memoryBytes, cpuTicks] = [0, 0, 0];
  const pids: number[] = [];
  // A process that gets another parent meanwhile may be listed twice.
  const seen = new Set([root]);
  const pending = [...childrenOf(root)];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    if (seen.has(pid)) continue;
    seen.add(pid);
    for (const found of readProcess(pid)) {
      tasks += found.threads;
      cpuTicks += found.cpuTicks;
      memoryBytes += ownMemoryBytes(pid);
      pending.push(...childrenOf(pid));
      pids.push(pid);
    }
  }
  return { tasks, memoryBytes, cpuTicks, pids };
};

export const listOrNone = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Two small files that show whether measuring all processes is worth its cost; null if there are none. */
export const glanceAtMachine = (): { readonly tasks: number; readonly freeBytes: number } | null => {
  const tasks = /\/(\d+) /.exec(readOrEmpty('/proc/loadavg'))?.[1];
  const free = /^MemAvailable:\s+(\d+) kB/m.exec(readOrEmpty('/proc/meminfo'))?.[1];
  return tasks === undefined || free === undefined
    ? null
    : { tasks: Number(tasks), freeBytes: Number(free) * 1024 };
};

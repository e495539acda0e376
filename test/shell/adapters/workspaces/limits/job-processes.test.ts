import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureProcesses } from '../../../../../src/shell/adapters/workspaces/limits/job-processes.ts';

/** A shell, a program below it, and three below that: one started by the program, two by a thread of it. */
const START = `require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' })`;
const THREAD = `${START}; ${START}; require('node:worker_threads').parentPort.postMessage('ready');`;
const PROGRAM = `${START};
new (require('node:worker_threads').Worker)(${JSON.stringify(THREAD)}, { eval: true })
  .on('message', (text) => console.log(text));
setInterval(() => {}, 1000);`;

const lists = existsSync(`/proc/self/task/${process.pid}/children`);
const WAYS = [
  ...(lists ? ([['by the lists of children', true]] as const) : []),
  ['by reading every process', false] as const,
];

describe.skipIf(process.platform !== 'linux').each(WAYS)('The processes of a job %s', (_way, useLists) => {
  let shell: ChildProcess;

  beforeAll(async () => {
    const words = ['-c', '"$0" -e "$1"; true', process.execPath, PROGRAM];
    shell = spawn('/bin/sh', words, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    await new Promise((resolve) => shell.stdout?.once('data', resolve));
  });
  afterAll(() => {
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
  });

  test('all of them are found once, whichever thread started them, but not the first', () => {
    const { pids } = measureProcesses(shell.pid!, useLists);
    expect(new Set(pids).size).toBe(4);
    expect(pids).toHaveLength(4);
    expect(pids).not.toContain(shell.pid);
  });

  test('their threads, memory and time are added up', () => {
    const { pids, tasks, memoryBytes, cpuTicks } = measureProcesses(shell.pid!, useLists);
    expect(tasks).toBeGreaterThan(pids.length);
    expect(memoryBytes).toBeGreaterThan(1 << 20);
    expect(cpuTicks).toBeGreaterThan(0);
  });

  test('a process that is gone has none', () => {
    // Above every number that the kernel gives to a process.
    expect(measureProcesses(2 ** 22 + 1, useLists)).toEqual({
      tasks: 0,
      memoryBytes: 0,
      cpuTicks: 0,
      pids: [],
    });
  });
});

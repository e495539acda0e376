import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lostMs, type Moment } from '../../../../../src/shell/adapters/workspaces/limits/lost-time.ts';
import type { Ran } from '../../../../../src/shell/ports/workspaces.ts';
import { type Fixture, makeFixture } from '../workspace-fixture.ts';

const START: Moment = {
  atMs: 0,
  cpuMs: 0,
  queuedMs: new Map([['7', 5000]]),
  workedTicks: 1000,
  stolenTicks: 1000,
  diskMs: 1000,
};
const lost = (after: Partial<Moment>): number => lostMs(START, { ...START, atMs: 1000, ...after }, 2);

test('a job that waits only for itself has lost nothing', () => {
  expect(lost({})).toBe(0);
});

test.each([
  [
    'the longest wait of a thread in the queue',
    {
      queuedMs: new Map([
        ['7', 5300],
        ['8', 700],
      ]),
    },
    700,
  ],
  ['no more than the total time', { queuedMs: new Map([['8', 9000]]) }, 1000],
  ['time that a host gave to other guests', { workedTicks: 1075, stolenTicks: 1025 }, 250],
  ['a disk that blocked every thread', { diskMs: 1600 }, 600],
])('lost is %s', (_, after, expected) => {
  expect(lost(after)).toBe(expected);
});

test('many threads that block each other are no excuse', () => {
  expect(lost({ cpuMs: 2000, queuedMs: new Map([['8', 990]]) })).toBe(0);
});

test('a thread that has ended takes nothing back', () => {
  expect(lost({ queuedMs: new Map() })).toBe(0);
});

const CROWD = availableParallelism() * 3;
const [ENOUGH_MS, LITTLE_MS] = [3000, 500];
/** Uses a core for this long, however fast the machine is. */
const uses = (ms: number): string =>
  `${process.execPath} -e 'const used = () => process.cpuUsage().user + process.cpuUsage().system; while (used() < ${ms * 1000});'`;

describe.runIf(existsSync('/proc/self/schedstat'))('on a crowded machine', () => {
  let fixture: Fixture;
  let ended: readonly Ran[];
  beforeAll(async () => {
    fixture = await makeFixture('auto');
    const workspaces = await fixture.open();
    const commit = fixture.commit('echo base > a');
    const base = await workspaces.prepareBase(commit, null, `${fixture.folder}/install.log`);
    const crowd = Array.from({ length: CROWD }, () =>
      // Each in a session of its own: some kernels share cores among sessions first.
      spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
    );
    const run = async (command: string, at: number): Promise<Ran> => {
      const workspace = await workspaces.create(base, []);
      const pace =
        at === 0 ? { totalMs: ENOUGH_MS, silentMs: ENOUGH_MS } : { totalMs: LITTLE_MS, silentMs: null };
      const reportDir = join(fixture.folder, `report-${at}`);
      return (await fixture.run(workspace, command, { pace: () => pace, reportDir })).ran;
    };
    try {
      ended = await Promise.all([uses(ENOUGH_MS / 3), 'sleep 600', uses(600_000)].map(run));
    } finally {
      for (const one of crowd) one.kill('SIGKILL');
    }
  });
  afterAll(() => fixture.remove());

  test('a job that needs a third of its time gets it, however many others run', () => {
    expect(ended[0]).toMatchObject({ status: 'exited', exitCode: 0 });
  });

  test.each([
    ['waits for nothing', 1],
    ['never ends', 2],
  ])('a job that %s is stopped all the same', (_, at) => {
    expect(ended[at]).toMatchObject({ status: 'timed-out', timeoutMs: LITTLE_MS });
  });
});

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lostMs, type Moment } from '../../../../../src/shell/adapters/workspaces/limits/lost-time.ts';
import type { Workspace } from '../../../../../src/shell/ports/workspaces.ts';
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

test('a job that waits for nobody but itself has lost nothing', () => {
  expect(lost({})).toBe(0);
});

test.each([
  [
    'the thread that stood in the queue for longest',
    {
      queuedMs: new Map([
        ['7', 5300],
        ['8', 700],
      ]),
    },
    700,
  ],
  ['no more than all the time', { queuedMs: new Map([['8', 9000]]) }, 1000],
  ['what a host gave to other guests', { workedTicks: 1075, stolenTicks: 1025 }, 250],
  ['a disk that kept everybody waiting', { diskMs: 1600 }, 600],
])('lost is %s', (_, after, expected) => {
  expect(lost(after)).toBe(expected);
});

test('many threads that stand in each other’s way are no excuse', () => {
  expect(lost({ cpuMs: 2000, queuedMs: new Map([['8', 990]]) })).toBe(0);
});

test('a thread that has ended takes nothing back', () => {
  expect(lost({ queuedMs: new Map() })).toBe(0);
});

const crowded = async (during: () => Promise<void>): Promise<void> => {
  const crowd = Array.from({ length: availableParallelism() * 4 }, () =>
    // Each in a session of its own: some kernels share cores among sessions first.
    spawn(process.execPath, ['-e', 'for (;;);'], {
      detached: true,
      stdio: 'ignore',
    }),
  );
  try {
    await during();
  } finally {
    for (const one of crowd) one.kill('SIGKILL');
  }
};

describe.runIf(existsSync('/proc/self/schedstat'))('in a crowd', () => {
  let fixture: Fixture;
  let workspace: Workspace;
  beforeAll(async () => {
    fixture = await makeFixture('auto');
    const workspaces = await fixture.open();
    const base = await workspaces.prepareBase(
      fixture.commit('echo base > a'),
      null,
      `${fixture.folder}/install.log`,
    );
    workspace = await workspaces.create(base, []);
  });
  afterAll(() => fixture.remove());

  test('who needs a second of a core is not stopped before it had two and a half, however many go by', async () => {
    const work = 'for (let at = 0; at < 3e8; at += 1) Math.sqrt(at) > 1e9 && process.exit(1);';
    await crowded(async () => {
      const { ran } = await fixture.run(workspace, `${process.execPath} -e '${work}'`, {
        pace: () => ({ totalMs: 2500, silentMs: 2500 }),
      });
      expect(ran).toMatchObject({ status: 'exited', exitCode: 0 });
    });
  });

  test.each([
    ['waits for nothing', 'sleep 600'],
    ['never ends', `${process.execPath} -e 'for (;;);'`],
  ])('who %s is stopped all the same', async (_, command) => {
    await crowded(async () => {
      const { ran } = await fixture.run(workspace, command, {
        pace: () => ({ totalMs: 2500, silentMs: null }),
      });
      expect(ran).toMatchObject({ status: 'timed-out', timeoutMs: 2500 });
    });
  });
});

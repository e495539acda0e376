import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceBase, Ran, Workspaces } from '../../../../src/shell/ports/workspaces.ts';
import { realEngine } from '../../../container/test-engine.ts';
import { makeFixture, type Fixture } from './workspace-fixture.ts';

const MIB = 1024 ** 2;
const LIMITS = {
  memoryBytes: 300 * MIB,
  processes: 150,
  diskBytes: 60 * MIB,
  outputBytes: 5 * MIB,
  openFiles: 99,
};

/** What each uses up, and how it ends. Alone each would use far more. */
const BOMBS: readonly (readonly [string, string, RegExp])[] = [
  // It ends by itself before it can harm the machine that tests it: at most 2000 processes, for a moment.
  [
    'processes',
    'bomb() { [ $1 -gt 10 ] || { bomb $(($1+1)) & bomb $(($1+1)) & sleep 5; }; }; bomb 1; sleep 20',
    /more than 150 processes|"exitCode":[1-9]/,
  ],
  [
    'memory of many processes',
    'for n in 1 2 3 4; do (head -c 150m /dev/zero; sleep 100) | tail -c 150m > /dev/null & done; wait',
    /more than 300 MB of memory/,
  ],
  [
    'disk by many files',
    'n=0; while :; do head -c 1m /dev/zero > f$n; n=$((n+1)); done',
    /more than 60 MB of disk/,
  ],
  [
    'disk in the home',
    'n=0; while :; do head -c 1m /dev/zero > ~/f$n; n=$((n+1)); done',
    /more than 60 MB of disk/,
  ],
  ['output', 'yes', /more than 5 MB of output/],
  ['errors', 'yes >&2', /more than 5 MB of output/],
];

const signalOf = (ran: Ran): string => (ran.status === 'killed' ? ran.signal : JSON.stringify(ran));

/** A stand-in limits nothing: a real engine is tested by `npm run container-campaign`. */
const modes = realEngine === null ? (['auto', 'degraded'] as const) : (['container'] as const);

describe.each(modes)('limits, isolation %s', (isolation) => {
  let fixture: Fixture;
  let workspaces: Workspaces;
  let base: WorkspaceBase;

  beforeAll(async () => {
    fixture = await makeFixture(isolation);
    const commit = fixture.commit('echo base > a');
    workspaces = await fixture.open({ limits: LIMITS });
    base = await workspaces.prepareBase(commit, null, join(fixture.folder, 'install.log'));
  });
  afterAll(() => fixture.remove());

  test.each(BOMBS)(
    'too much of %s ends the job with the reason, and harms no sibling',
    async (_, command, reason) => {
      const [bomb, sibling] = [await workspaces.create(base, []), await workspaces.create(base, [])];
      const state = { exploded: false };
      const explosion = fixture
        .run(bomb, command, { timeoutMs: 60_000 })
        .finally(() => (state.exploded = true));
      while (!state.exploded) {
        const { ran, output } = await fixture.run(sibling, 'head -c 1m /dev/zero > x && cat a && ls | wc -l');
        expect(ran).toMatchObject({ status: 'exited', exitCode: 0 });
        expect(output).toBe('base\n2\n');
      }
      expect(signalOf((await explosion).ran)).toMatch(reason);
      await Promise.all([bomb.dispose(), sibling.dispose()]);
    },
  );

  test('one process or one file hits its own limit', async () => {
    const workspace = await workspaces.create(base, []);
    const memory = await fixture.run(workspace, 'head -c 500m /dev/zero | tail -c 500m > /dev/null');
    expect(memory.ran).not.toMatchObject({ status: 'exited', exitCode: 0 });
    const disk = await fixture.run(
      workspace,
      'head -c 500m /dev/zero > f; code=$?; ls -l f | cut -d" " -f5; exit $code',
    );
    expect(disk.ran).not.toMatchObject({ status: 'exited', exitCode: 0 });
    expect((await fixture.run(workspace, 'ulimit -n; ulimit -c')).output).toBe('99\n0\n');
    await workspace.dispose();
  });

  test('work within the limits is not touched', async () => {
    const workspace = await workspaces.create(base, []);
    const command =
      'head -c 40m /dev/zero > f; head -c 100m /dev/zero | tail -c 100m | wc -c; for n in 1 2 3 4 5; do sleep 1 & done; wait';
    const { ran, output } = await fixture.run(workspace, command);
    expect(ran).toMatchObject({ status: 'exited', exitCode: 0 });
    expect(output).toBe('104857600\n');
    await workspace.dispose();
  });
});

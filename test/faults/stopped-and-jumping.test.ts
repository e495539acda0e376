import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announceUse } from '../../src/shell/adapters/workspaces/host/announce-use.ts';
import { tidyUp } from '../../src/shell/adapters/workspaces/tree/scratch-folder.ts';
import type { WorkspaceBase, Workspaces } from '../../src/shell/ports/workspaces.ts';
import { makeFixture, type Fixture } from '../shell/adapters/workspaces/workspace-fixture.ts';

const DAY_MS = 86_400_000;

describe.each(['auto', 'degraded'] as const)('a check that stops itself, isolation %s', (isolation) => {
  let fixture: Fixture;
  let workspaces: Workspaces;
  let base: WorkspaceBase;

  beforeAll(async () => {
    fixture = await makeFixture(isolation);
    const commit = fixture.commit('echo base > a');
    workspaces = await fixture.open();
    base = await workspaces.prepareBase(commit, null, join(fixture.folder, 'install.log'));
  });
  afterAll(() => fixture.remove());

  test.each([
    ['itself', 'kill -STOP $$'],
    ['its children too', 'sleep 100 & kill -STOP $! $$'],
    ['all that it can reach', 'kill -STOP -1; kill -STOP $$; sleep 100'],
  ])('%s: the timeout ends it all the same', async (what, command) => {
    // In the open this would stop the machine that runs the tests.
    if (isolation === 'degraded' && what === 'all that it can reach') return;
    const workspace = await workspaces.create(base, []);
    const { ran } = await fixture.run(workspace, command, { timeoutMs: 1500 });
    expect(ran).toMatchObject({ status: 'timed-out', timeoutMs: 1500 });
    expect((await fixture.run(workspace, 'cat a')).output).toBe('base\n');
    await workspace.dispose();
  });
});

test('a clock that jumps forward takes nothing from a living run', async () => {
  const fixture = await makeFixture('auto');
  try {
    const { cacheDir } = fixture;
    const [used, old] = ['used', 'old'].map((name) => join(cacheDir, 'layers', name)) as [string, string];
    await Promise.all([used, old].map((folder) => mkdir(folder, { recursive: true })));
    const then = new Date(Date.now() - 20 * DAY_MS);
    await utimes(old, then, then);
    await announceUse(cacheDir);
    await utimes(used, new Date(), new Date());
    await tidyUp(cacheDir, join(cacheDir, 'scratch'), Date.now() + 100 * DAY_MS);
    expect(await readdir(join(cacheDir, 'layers'))).toEqual(['used']);
    await tidyUp(cacheDir, join(cacheDir, 'scratch'), 0);
    expect(await readdir(join(cacheDir, 'layers'))).toEqual(['used']);
  } finally {
    await fixture.remove();
  }
});

import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrphanReaper } from '../../../../src/shell/adapters/workspaces/launch/orphan-reaper.ts';
import { childrenOf } from '../../../support/own-children.ts';
import { marked } from '../../../faults/killed-run.ts';
import { realEngine } from '../../../container/test-engine.ts';
import { installPlan, makeFixture, type Fixture } from './workspace-fixture.ts';

const KEY = 'a'.repeat(64);
const ABORTED = { name: 'AbortError', code: 'ABORT_ERR' };

const kinds = ['auto', 'copies', 'degraded', ...(realEngine === null ? [] : ['container' as const])] as const;

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20);
};

describe.each(kinds)('an aborted run, %s', (isolation) => {
  let fixture: Fixture;
  let commit: string;
  beforeAll(async () => {
    fixture = await makeFixture(isolation);
    commit = fixture.commit('echo base > a');
  });
  afterAll(() => fixture.remove());

  const logFile = (): string => join(fixture.folder, 'install.log');

  test('ends its jobs and starts none; those of another run continue', async () => {
    const [mark, other] = [`abort-${randomUUID()}`, `other-${randomUUID()}`];
    const before = childrenOf(process.pid);
    const controller = new AbortController();
    const reaper = createOrphanReaper();
    const aborted = await fixture.open({ signal: controller.signal, reaper });
    const beside = await fixture.open({ reaper });
    const base = await aborted.prepareBase(commit, null, logFile());
    await beside.prepareBase(commit, null, logFile());
    const [first, second] = [await aborted.create(base, []), await beside.create(base, [])];
    const running = fixture.run(first, `: ${mark}; (setsid sleep 600 &); sleep 600`);
    const going = fixture.run(second, `: ${other}; sleep 1; echo done`);
    const failed = running.catch((error: unknown) => error);
    await until(async () => (await marked(mark)).length > 0);
    controller.abort();
    expect(await failed).toMatchObject(ABORTED);
    expect(await marked(mark)).toEqual([]);
    await expect(fixture.run(first, 'echo more')).rejects.toMatchObject(ABORTED);
    expect(await going).toMatchObject({ ran: { status: 'exited', exitCode: 0 }, output: 'done\n' });
    await Promise.all([first.dispose(), second.dispose()]);
    await reaper.close();
    expect(childrenOf(process.pid)).toEqual(before);
    expect(await readdir(join(fixture.cacheDir, 'scratch')).catch(() => [])).toEqual([]);
  });

  test('ends its installation, and the next run installs anew', async () => {
    const mark = `install-${randomUUID()}`;
    const controller = new AbortController();
    const aborted = await fixture.open({ signal: controller.signal });
    const waits = installPlan({ command: `: ${mark}; test -n "$GO" || sleep 600` });
    const failed = aborted.prepareBase(commit, waits, logFile()).catch((error: unknown) => error);
    await until(async () => (await marked(mark)).length > 0);
    controller.abort();
    expect(await failed).toMatchObject(ABORTED);
    expect(await readdir(join(fixture.cacheDir, 'locks')).catch(() => [])).toEqual([]);
    expect(await readdir(join(fixture.cacheDir, 'making')).catch(() => [])).toEqual([]);
    const later = await fixture.open();
    const { installed } = await later.prepareBase(commit, { ...waits, env: { GO: 'yes' } }, logFile());
    expect(installed).toMatchObject({ status: 'installed', reused: false });
  });

  // Only overlays can be frozen.
  if (isolation !== 'auto') return;
  test('keeps its frozen state, so that it can be resumed', async ({ skip }) => {
    const controller = new AbortController();
    const aborted = await fixture.open({ run: 'RUN', signal: controller.signal });
    if (aborted.isolation.detail !== 'bubblewrap, overlays') return skip('there are no overlays here');
    const base = await aborted.prepareBase(commit, null, logFile());
    const workspace = await aborted.create(base, []);
    await fixture.run(workspace, 'echo built > x');
    await workspace.freeze(KEY);
    controller.abort();
    await workspace.dispose();
    const resumed = await fixture.open({ run: 'RUN' });
    await resumed.prepareBase(commit, null, logFile());
    const again = await resumed.create(base, [], 'again', { key: KEY, tree: [] });
    expect((await fixture.run(again, 'cat x')).output).toBe('built\n');
    return again.dispose();
  });
});

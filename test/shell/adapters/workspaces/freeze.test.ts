import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceBase, Workspaces } from '../../../../src/shell/ports/workspaces.ts';
import { makeFixture, type Fixture } from './workspace-fixture.ts';

const KEY = 'a'.repeat(64);
const NEXT = 'b'.repeat(64);

let fixture: Fixture;
let workspaces: Workspaces;
let base: WorkspaceBase;
let overlays: boolean;

beforeAll(async () => {
  fixture = await makeFixture('auto');
  const commit = fixture.commit('mkdir src; echo base > src/a; echo base > src/b; echo base > gone');
  workspaces = await fixture.open({ run: 'RUN' });
  overlays = workspaces.isolation.detail === 'bubblewrap, overlays';
  base = await workspaces.prepareBase(commit, null, join(fixture.folder, 'install.log'));
});
afterAll(() => fixture.remove());

const layersLeft = async (): Promise<readonly string[]> =>
  readdir(join(fixture.cacheDir, 'builds', 'RUN')).catch(() => []);

describe('a frozen workspace', () => {
  test('continues as if nothing had happened', async ({ skip }) => {
    if (!overlays) return skip('there are no overlays here');
    const changes = [{ path: 'src/a', mode: '100644', blob: fixture.blob('candidate\n') }];
    const workspace = await workspaces.create(base, changes);
    await fixture.run(
      workspace,
      'mkdir out && echo built > out/x && rm gone && echo home > ~/h && chmod 700 .',
    );
    expect(await workspace.freeze(KEY)).toBe(true);
    const seen = await fixture.run(
      workspace,
      'cat src/a src/b out/x ~/h; ls; stat -c %a .; echo more >> out/x; rm -r src',
    );
    expect(seen.output.split('\n')).toEqual(['candidate', 'base', 'built', 'home', 'out', 'src', '700', '']);
    expect(await workspace.freeze(NEXT)).toBe(true);
    expect((await fixture.run(workspace, 'cat out/x; ls')).output).toBe('built\nmore\nout\n');
    await workspace.dispose();
  });

  test('can be reopened by another process, however often, as it was', async ({ skip }) => {
    if (!overlays) return skip('there are no overlays here');
    const workspace = await workspaces.create(base, []);
    await fixture.run(workspace, 'echo built > x; echo home > ~/h');
    await workspace.freeze(KEY);
    await fixture.run(workspace, 'echo dirt > x; rm -rf src ~/h');
    // The first workspace is never disposed of: its process was killed.
    for (let round = 0; round < 2; round += 1) {
      const later = await fixture.open({ run: 'RUN' });
      await later.prepareBase(base.commit, null, join(fixture.folder, 'install.log'));
      expect(await later.hasFrozen(KEY)).toBe(true);
      expect(await later.hasFrozen(NEXT)).toBe(false);
      const again = await later.create(base, [], 'again', { key: KEY, tree: [] });
      expect((await fixture.run(again, 'cat x ~/h src/a; echo dirt > x')).output).toBe('built\nhome\nbase\n');
    }
    await workspaces.dropFrozen();
    expect(await layersLeft()).toEqual([]);
  });

  test('leaves nothing when it is disposed of', async ({ skip }) => {
    if (!overlays) return skip('there are no overlays here');
    const workspace = await workspaces.create(base, []);
    await fixture.run(workspace, 'mkdir -p deep/er && chmod 000 deep/er');
    await workspace.freeze(KEY);
    await fixture.run(workspace, 'echo x > y');
    await workspace.freeze(NEXT);
    await workspace.dispose();
    expect(await workspaces.hasFrozen(KEY)).toBe(false);
    expect(await layersLeft()).toEqual([]);
  });

  test('that is to be kept serves others, with changes over it, until the run ends', async ({ skip }) => {
    if (!overlays) return skip('there are no overlays here');
    const workspace = await workspaces.create(base, []);
    await fixture.run(workspace, 'echo built > x');
    await workspace.freeze(KEY, true);
    await fixture.run(workspace, 'echo tested > x');
    await workspace.dispose();
    for (const path of ['over', 'src/a'] as const) {
      const other = await workspaces.create(
        base,
        [{ path, mode: '100644', blob: fixture.blob('laid\n') }],
        'other',
        { key: KEY, tree: [] },
      );
      expect((await fixture.run(other, `cat x ${path}; echo dirt > x`)).output).toBe('built\nlaid\n');
      await other.freeze(NEXT);
      await other.dispose();
    }
    expect(await workspaces.hasFrozen(KEY)).toBe(true);
    await workspaces.dropFrozen();
    expect(await layersLeft()).toEqual([]);
  });

  test('distinguishes fresh reports from earlier ones', async ({ skip }) => {
    if (!overlays) return skip('there are no overlays here');
    const workspace = await workspaces.create(base, []);
    await fixture.run(workspace, 'echo old > report.xml');
    await workspace.freeze(KEY);
    await workspace.remove('*.xml');
    expect(await workspace.collect('*.xml')).toEqual([]);
    await fixture.run(workspace, 'echo new > report.xml');
    expect(await workspace.collect('*.xml')).toEqual([{ name: 'report.xml', text: 'new\n' }]);
    await workspace.dispose();
  });

  test('without a run, or without overlays, nothing is frozen and nothing breaks', async () => {
    for (const options of [
      {},
      { run: 'RUN', isolation: 'copies' },
      { run: 'RUN', isolation: 'degraded' },
    ] as const) {
      const others = await fixture.open(options);
      await others.prepareBase(base.commit, null, join(fixture.folder, 'install.log'));
      const workspace = await others.create(base, []);
      await fixture.run(workspace, 'echo built > x');
      expect(await workspace.freeze(KEY)).toBe(false);
      expect((await fixture.run(workspace, 'cat x')).output).toBe('built\n');
      expect(await others.hasFrozen(KEY)).toBe(false);
      await workspace.dispose();
    }
  });
});

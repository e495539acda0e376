import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../../../../support/needs.ts';
import type { WorkspaceBase, Workspaces } from '../../../../../src/shell/ports/workspaces.ts';
import { type Fixture, installPlan, makeFixture } from '../workspace-fixture.ts';

const sha512 = (text: string) => createHash('sha512').update(text);
const placeOf = (text: string): string => {
  const name = sha512(text).digest('hex');
  return join('content-v2/sha512', name.slice(0, 2), name.slice(2, 4), name.slice(4));
};
const PUBLIC = 'a package that is installed';
const PRIVATE = 'a package of another project';
const CACHE = '.npm/_cacache';

describe.skipIf(!has.sandbox)(`downloads of the user's npm${unless('sandbox')}`, () => {
  let fixture: Fixture;
  let home: string;
  let workspaces: Workspaces;
  let base: WorkspaceBase;
  let log: string;

  const installed = {
    packages: { 'node_modules/a': { integrity: `sha512-${sha512(PUBLIC).digest('base64')}` } },
  };
  const command = [
    `cat ~/${CACHE}/${placeOf(PUBLIC)} && echo`,
    `echo fetched > ~/${CACHE}/new && rm ~/${CACHE}/${placeOf(PRIVATE)}`,
    'mkdir node_modules',
    `echo '${JSON.stringify(installed, null, 1)}' > node_modules/.package-lock.json`,
    ': npm install',
  ].join(' && ');
  const seen = async (where: string): Promise<string> => {
    const workspace = await workspaces.create(base, []);
    const { output } = await fixture.run(workspace, `cat ${where}`);
    await workspace.dispose();
    return output;
  };

  beforeAll(async () => {
    fixture = await makeFixture('auto');
    home = join(fixture.folder, 'home, "odd": one');
    for (const text of [PUBLIC, PRIVATE]) {
      const at = join(home, CACHE, placeOf(text));
      await mkdir(dirname(at), { recursive: true });
      await writeFile(at, text);
    }
    const commit = fixture.commit('echo {} > package.json');
    const environment = { PATH: process.env['PATH'] };
    workspaces = await fixture.open({ host: { environment, home } });
    log = join(fixture.folder, 'log');
    const install = installPlan({ command, network: true, manifests: ['package.json'] });
    base = await workspaces.prepareBase(commit, install, log);
  });
  afterAll(() => fixture.remove());

  test('are there for the installation of the base', async () => {
    expect(base.installed.status).toBe('installed');
    expect(await readFile(log, 'utf8')).toContain(PUBLIC);
  });

  test('are never written to', async () => {
    expect(await readdir(join(home, CACHE))).toEqual(['content-v2']);
    expect(existsSync(join(home, CACHE, placeOf(PRIVATE)))).toBe(true);
  });

  test('and a check finds only what was installed or fetched', async () => {
    expect(await seen(`~/${CACHE}/${placeOf(PUBLIC)}`)).toBe(PUBLIC);
    expect(await seen(`~/${CACHE}/new`)).toBe('fetched\n');
    expect(await seen(`~/${CACHE}/${placeOf(PRIVATE)}`)).toMatch(/No such file/);
  });
});

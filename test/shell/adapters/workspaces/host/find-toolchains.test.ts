import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findToolchains } from '../../../../../src/shell/adapters/workspaces/host/find-toolchains.ts';

let home: string;
const make = async (path: string): Promise<string> => {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), path.includes('.patch') ? 'diff' : '#!/bin/sh\n', { mode: 0o755 });
  return dirname(join(home, path));
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hydra-home-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('shows what PATH needs and nothing around it', async () => {
  const path = [
    await make('.nvm/versions/node/v20/bin/node'),
    await make('.cargo/bin/cargo'),
    await make('.volta/bin/volta'),
    await make('miniconda/bin/python'),
    await make('.local/bin/own'),
    await make('repo/node_modules/.bin/eslint'),
    await make('repo/bin/thing'),
    await make('.config/private/bin/x'),
    'relative/bin',
    join(home, 'missing/bin'),
    '/usr/bin',
  ];
  await make('.rustup/settings.toml');
  await make('miniconda/lib/libpython.so');
  await make('miniconda/gold.patch');
  await make('tools/ruff/bin/ruff');
  await make('tools/ruff/pyvenv.cfg');
  await make('scripts/gold.patch');
  await make('scripts/run');
  path.push(join(home, 'scripts'));
  await make('.ssh/agent');
  await symlink(join(home, 'tools/ruff/bin/ruff'), join(home, '.local/bin/ruff'));
  await symlink(join(home, '.ssh/agent'), join(home, '.local/bin/agent'));
  const secrets = { home, hidden: [join(home, 'repo')] };
  const found = await findToolchains(
    { PATH: path.join(':'), JAVA_HOME: join(home, '.ssh'), GOROOT: '/usr' },
    secrets,
  );
  expect(found.folders).toEqual(
    [
      '.cargo/bin',
      '.local/bin/own',
      '.nvm/versions',
      '.rustup',
      '.volta',
      'miniconda/bin',
      'miniconda/lib',
      'scripts/run',
      'tools/ruff/bin',
      'tools/ruff/pyvenv.cfg',
    ]
      .map((name) => join(home, name))
      .sort(),
  );
  expect(found.links).toEqual({ [join(home, '.local/bin/ruff')]: join(home, 'tools/ruff/bin/ruff') });
  expect(found.partly).toEqual([join(home, 'scripts')]);
  const shown = ['.nvm/versions/node/v20/bin', '.cargo/bin', '.volta/bin', 'miniconda/bin', '.local/bin'];
  expect(found.path).toEqual([...shown.map((name) => join(home, name)), '/usr/bin', join(home, 'scripts')]);
  expect(found.variables).toEqual({
    RUSTUP_HOME: join(home, '.rustup'),
    VOLTA_HOME: join(home, '.volta'),
    GOROOT: '/usr',
  });
});

test('the home itself on PATH shows nothing', async () => {
  const found = await findToolchains({ PATH: `${home}:${home}/bin:/` }, { home, hidden: [] });
  expect(found.folders).toEqual([]);
});

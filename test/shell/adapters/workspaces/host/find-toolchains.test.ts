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
    await make('scripts/run'),
    await make('suite/bin/suite'),
    await make('repo/node_modules/.bin/eslint'),
    await make('repo/bin/thing'),
    await make('.config/private/bin/x'),
    'relative/bin',
    join(home, 'missing/bin'),
    '/usr/bin',
  ];
  await make('.rustup/settings.toml');
  // A toolchain without the loose files at its root, an installation of unknown kind without the rest next to it.
  await make('miniconda/lib/python3.12/os.py');
  await make('miniconda/envs/one/bin/python');
  await make('miniconda/gold.patch');
  await make('suite/lib/core');
  await make('suite/solutions/gold.patch');
  // Next to scripts, whatever their mode.
  await make('scripts/gold.patch');
  await writeFile(join(home, 'scripts/notes'), 'plain');
  const links = {
    ruff: await make('tools/ruff/bin/ruff'),
    jest: await make('npm/lib/node_modules/jest/bin/jest.js'),
    linked: await make('src/linked/dist/cli.js'),
    lone: await make('work/lone'),
    agent: await make('.ssh/agent'),
    inner: await make('repo/inner'),
  };
  await make('tools/ruff/pyvenv.cfg');
  await make('pythons/3.12/bin/python3');
  await make('pythons/3.12/lib/python3.12/os.py');
  await symlink('../../../pythons/3.12/bin/python3', join(home, 'tools/ruff/bin/python'));
  await make('npm/lib/node_modules/jest-cli/index.js');
  await make('src/linked/package.json');
  await make('src/linked/gold.patch');
  await make('work/gold.patch');
  const programs = { ruff: 'ruff', jest: 'jest.js', linked: 'cli.js', lone: 'lone', agent: 'agent' };
  for (const [name, file] of Object.entries({ ...programs, inner: 'inner' }))
    await symlink(join(links[name as keyof typeof links], file), join(home, '.local/bin', name));
  const secrets = { home, hidden: [join(home, 'repo')] };
  const found = await findToolchains(
    { PATH: path.join(':'), JAVA_HOME: join(home, '.ssh'), GOROOT: '/usr' },
    secrets,
  );
  const inHome = (names: readonly string[]) => names.map((name) => join(home, name));
  expect(found.folders).toEqual(
    inHome([
      '.cargo/bin',
      '.local/bin/own',
      '.nvm/versions',
      '.rustup',
      '.volta',
      'miniconda/bin',
      'miniconda/envs',
      'miniconda/lib',
      'npm/lib/node_modules',
      'pythons/3.12/bin',
      'pythons/3.12/lib',
      'scripts/run',
      'src/linked/dist',
      'src/linked/package.json',
      'suite/bin',
      'suite/lib',
      'tools/ruff/bin',
      'tools/ruff/pyvenv.cfg',
      'work/lone',
    ]).sort(),
  );
  expect(found.links).toEqual(
    Object.fromEntries(
      (['ruff', 'jest', 'linked', 'lone'] as const).map((name) => [
        join(home, '.local/bin', name),
        join(links[name], programs[name]),
      ]),
    ),
  );
  expect(found.partly).toEqual(inHome(['.local/bin', 'scripts', 'suite/bin']));
  expect(found.leftOut).toEqual(inHome(['repo/bin', '.config/private/bin']));
  const shown = '.nvm/versions/node/v20/bin .cargo/bin .volta/bin miniconda/bin .local/bin scripts suite/bin';
  expect(found.path).toEqual([...inHome(shown.split(' ')), '/usr/bin']);
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

test('a large number of programs is shown as one folder, with a note', async () => {
  const crowd = join(home, 'crowd');
  for (let at = 0; at <= 100; at++) await make(`crowd/program-${at}`);
  const found = await findToolchains({ PATH: crowd }, { home, hidden: [] });
  expect([found.folders, found.crowded, found.partly]).toEqual([[crowd], [crowd], []]);
});

import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownEnvironment } from '../../support/own-environment.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
const at = (...parts: string[]): string => join(folder, ...parts);

/** The command and its program, as they are installed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-compiled-'));
  await mkdir(at('dist'));
  for (const part of ['app', 'faces'])
    await cp(join(checkout, 'dist', part), at('dist', part), { recursive: true });
  await symlink(join(checkout, 'node_modules'), at('node_modules'));
  await writeFile(at('package.json'), await readFile(join(checkout, 'package.json')));
  await removeCompiled();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const compiled = async (): Promise<readonly string[]> =>
  (await readdir(at('dist/app'))).filter((name) => name.includes('.v8'));
const removeCompiled = async (): Promise<void> => {
  for (const name of await compiled()) await rm(at('dist/app', name), { recursive: true });
};
const help = async (): Promise<string> => {
  const ran = await promisify(execFile)(process.execPath, [at('dist/faces/cli/main.js'), 'runs', '--help'], {
    env: { ...ownEnvironment(), NO_COLOR: '1' },
  });
  expect(ran.stderr).toBe('');
  return ran.stdout;
};

test('the second process takes what the first has compiled, damaged or not, and only of the same program', async () => {
  const said = await help();
  expect(said).toContain('Usage: hydra runs');
  const [name = '', ...others] = await compiled();
  expect(name).toMatch(/^program-runs-\d+\.v8$/);
  expect(others).toEqual([]);
  const file = at('dist/app', name);

  const made = await stat(file);
  expect(await help()).toBe(said);
  expect((await stat(file)).ino).toBe(made.ino);

  const bytes = await readFile(file);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length - 1000]! ^= 1;
  await writeFile(file, damaged);
  expect(await help()).toBe(said);
  expect((await readFile(file)).equals(damaged)).toBe(false);

  // As long as before, which is all that V8 compares.
  const program = at('dist/app/program.cjs');
  const source = await readFile(program, 'utf8');
  await writeFile(program, source.replaceAll('Usage:', 'Usaqe:'));
  expect(await help()).toBe(said.replace('Usage:', 'Usaqe:'));
});

test('a folder that keeps nothing changes nothing', async () => {
  const [name = ''] = await compiled();
  await removeCompiled();
  await mkdir(at('dist/app', name, 'taken'), { recursive: true });
  expect(await help()).toContain('hydra runs');
  expect(await compiled()).toEqual([name]);
});

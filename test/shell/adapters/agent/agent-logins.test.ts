import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyLogins, findLogins } from '../../../../src/shell/adapters/agent/agent-logins.ts';

let [folder, home, inside] = ['', '', ''];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hydra-logins-'));
  [home, inside] = [join(folder, 'home'), join(folder, 'inside')];
  for (const path of [home, inside]) mkdirSync(path);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (root: string, path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');
const LOGIN = '.tool/auth.json';

test('only named files are copied, for the user alone', async () => {
  put(home, LOGIN, '{"token":"a"}');
  put(home, '.tool/history', 'private');
  await copyLogins(home, [LOGIN, '.absent/auth.json'], inside);
  expect(read(inside, LOGIN)).toBe('{"token":"a"}');
  expect(statSync(join(inside, LOGIN)).mode & 0o777).toBe(0o600);
  expect(() => read(inside, '.tool/history')).toThrow();
  expect(await findLogins(home, [LOGIN, '.absent/auth.json'])).toEqual([LOGIN]);
});

test('a renewed token comes back, however it was written', async () => {
  put(home, LOGIN, '{"token":"a"}');
  const { writeBack } = await copyLogins(home, [LOGIN], inside);
  rmSync(join(inside, LOGIN));
  put(inside, LOGIN, '{"token":"b"}');
  await writeBack();
  expect(read(home, LOGIN)).toBe('{"token":"b"}');
  expect(statSync(join(home, LOGIN)).mode & 0o777).toBe(0o600);
});

test.each([
  ['other members', () => put(inside, LOGIN, '{"token":"b","run":"evil"}')],
  ['no JSON', () => put(inside, LOGIN, 'evil')],
  ['nothing', () => rmSync(join(inside, LOGIN))],
  [
    'a link in its place',
    () => {
      put(folder, 'elsewhere.json', '{"token":"stolen"}');
      rmSync(join(inside, LOGIN));
      symlinkSync(join(folder, 'elsewhere.json'), join(inside, LOGIN));
    },
  ],
  [
    'a link in place of its folder',
    () => {
      put(folder, 'elsewhere/auth.json', '{"token":"stolen"}');
      rmSync(join(inside, '.tool'), { recursive: true });
      symlinkSync(join(folder, 'elsewhere'), join(inside, '.tool'));
    },
  ],
])('%s does not come back', async (_, leave) => {
  put(home, LOGIN, '{"token":"a"}');
  const { writeBack } = await copyLogins(home, [LOGIN], inside);
  leave();
  await writeBack();
  expect(read(home, LOGIN)).toBe('{"token":"a"}');
});

test('settings never come back: they may name programs to run', async () => {
  put(home, '.tool/settings.json', '{"hook":"none"}');
  const { writeBack } = await copyLogins(home, ['.tool/settings.json'], inside);
  put(inside, '.tool/settings.json', '{"hook":"evil"}');
  await writeBack();
  expect(read(home, '.tool/settings.json')).toBe('{"hook":"none"}');
});

test('of two that were renewed at the same time the later one stays', async () => {
  put(home, LOGIN, '{"token":"a"}');
  const { writeBack } = await copyLogins(home, [LOGIN], inside);
  put(inside, LOGIN, '{"token":"ours"}');
  put(home, LOGIN, '{"token":"theirs"}');
  utimesSync(join(inside, LOGIN), 1000, 1000);
  utimesSync(join(home, LOGIN), 2000, 2000);
  await writeBack();
  expect(read(home, LOGIN)).toBe('{"token":"theirs"}');
  utimesSync(join(inside, LOGIN), 3000, 3000);
  await writeBack();
  expect(read(home, LOGIN)).toBe('{"token":"ours"}');
});

test('a login that cannot be read is left out', async () => {
  put(home, LOGIN, 'x'.repeat(2 * 1024 * 1024));
  await copyLogins(home, [LOGIN], inside);
  expect(() => read(inside, LOGIN)).toThrow();
});

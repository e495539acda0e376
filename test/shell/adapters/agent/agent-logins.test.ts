import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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
const COPIED = { logins: [LOGIN, '.absent/auth.json'], renews: [LOGIN] };
const login = (token: string, expiresAt = 0): string =>
  JSON.stringify({ access_token: token, refresh_token: token, ...(expiresAt === 0 ? {} : { expiresAt }) });

test('only listed files are copied, with access for the user alone', async () => {
  put(home, LOGIN, login('a'));
  put(home, '.tool/history', 'private');
  await copyLogins(home, COPIED, inside);
  expect(read(inside, LOGIN)).toBe(login('a'));
  expect(statSync(join(inside, LOGIN)).mode & 0o777).toBe(0o600);
  expect(() => read(inside, '.tool/history')).toThrow();
  expect(await findLogins(home, [LOGIN, '.absent/auth.json'])).toEqual([LOGIN]);
});

test('a renewed token comes back, however it was written', async () => {
  put(home, LOGIN, login('a'));
  const { writeBack } = await copyLogins(home, COPIED, inside);
  rmSync(join(inside, LOGIN));
  put(inside, LOGIN, login('b'));
  expect(await writeBack()).toEqual([]);
  expect(read(home, LOGIN)).toBe(login('b'));
  expect(statSync(join(home, LOGIN)).mode & 0o777).toBe(0o600);
});

test.each([
  ['a login without its tokens', () => put(inside, LOGIN, '{"run":"evil"}')],
  ['invalid JSON', () => put(inside, LOGIN, 'evil')],
  ['nothing', () => rmSync(join(inside, LOGIN))],
  [
    'a link in its place',
    () => {
      put(folder, 'elsewhere.json', login('stolen'));
      rmSync(join(inside, LOGIN));
      symlinkSync(join(folder, 'elsewhere.json'), join(inside, LOGIN));
    },
  ],
  [
    'a link in place of its folder',
    () => {
      put(folder, 'elsewhere/auth.json', login('stolen'));
      rmSync(join(inside, '.tool'), { recursive: true });
      symlinkSync(join(folder, 'elsewhere'), join(inside, '.tool'));
    },
  ],
])('%s does not come back', async (_, leave) => {
  put(home, LOGIN, login('a'));
  const { writeBack } = await copyLogins(home, COPIED, inside);
  leave();
  await writeBack();
  expect(read(home, LOGIN)).toBe(login('a'));
});

test('settings never come back: they may name programs to run', async () => {
  put(home, '.tool/settings.json', '{"hook":"none"}');
  const { writeBack } = await copyLogins(home, { logins: ['.tool/settings.json'], renews: [] }, inside);
  put(inside, '.tool/settings.json', '{"hook":"evil"}');
  await writeBack();
  expect(read(home, '.tool/settings.json')).toBe('{"hook":"none"}');
});

test('if two attempts renew one login at the same time the longest-lived stays, and the other is ignored', async () => {
  const soon = Date.now();
  put(home, LOGIN, login('a', soon));
  const ends = [soon + 1000, soon + 3000, soon + 2000];
  const attempts = await Promise.all(
    ends.map(async (end, at) => {
      const into = join(inside, String(at));
      mkdirSync(into);
      const copied = await copyLogins(home, COPIED, into);
      put(into, LOGIN, login(`new-${at}`, end));
      return copied;
    }),
  );
  expect(await Promise.all(attempts.map(({ writeBack }) => writeBack()))).toEqual([[], [], []]);
  expect(read(home, LOGIN)).toBe(login('new-1', soon + 3000));
});

test('rejected tokens are reported, and the user’s file stays as it was', async () => {
  const mine = JSON.stringify({ tokens: { access_token: 'a', account_id: 'me' } }, null, 2);
  put(home, LOGIN, mine);
  const { writeBack } = await copyLogins(home, COPIED, inside);
  put(inside, LOGIN, JSON.stringify({ tokens: { access_token: 'b', account_id: 'somebody' } }));
  expect(await writeBack()).toEqual([
    'the login that it left in ~/.tool/auth.json was not taken: it names another account. Yours is unchanged.',
  ]);
  expect(read(home, LOGIN)).toBe(mine);
});

test('an unreadable login is left out', async () => {
  put(home, LOGIN, 'x'.repeat(2 * 1024 * 1024));
  await copyLogins(home, COPIED, inside);
  expect(() => read(inside, LOGIN)).toThrow();
});

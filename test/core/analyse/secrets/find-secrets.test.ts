import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findHardcodedSecrets } from '../../../../src/core/analyse/secrets/find-secrets.ts';
import { secretScanner } from '../../../../src/shell/adapters/analysers/secret-scanner.ts';

const scan = await secretScanner();
const secretsIn = async (path: string, text: string) =>
  findHardcodedSecrets(path, text, await scan(path, text));

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Predictable, and like generated ones. Secrets are assembled here so that none is in this file. */
const made = (seed: number, length: number, alphabet = ALPHABET): string => {
  let state = seed * 2_654_435_761 + 12_345;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return alphabet[(state >>> 8) % alphabet.length];
  }).join('');
};
const HEX = '0123456789abcdef';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret, by kind: five of each are planted, in five kinds of files. */
const KINDS: Readonly<Record<string, (seed: number) => string>> = {
  'token of GitHub': (seed) => `ghp_${made(seed, 36)}`,
  'key id of AWS': (seed) => `AKIA${made(seed, 16, UPPER)}`,
  'token of Slack': (seed) =>
    `xoxb-${made(seed, 12, '123456789')}-${made(seed + 1, 12, '123456789')}-${made(seed, 24)}`,
  'live key of Stripe': (seed) => `sk_live_${made(seed, 24)}`,
  'key of Google': (seed) => `AIza${made(seed, 35)}`,
  'token of GitLab': (seed) => `glpat-${made(seed, 20)}`,
  'key of SendGrid': (seed) => `SG.${made(seed, 22)}.${made(seed + 1, 43)}`,
  'token of npm': (seed) => `npm_${made(seed, 36)}`,
  'generated key': (seed) => made(seed, 40),
  'hexadecimal key': (seed) => made(seed, 32, HEX),
  'chosen password': (seed) => `Tr${made(seed, 3, HEX)}b4dor&${made(seed, 3)}`,
  'address of a database': (seed) => `postgres://app:Kx9${made(seed, 8)}@db7.internal.corp:5432/shop`,
};

const NAME_OF: Readonly<Record<string, string>> = {
  'chosen password': 'password',
  'address of a database': 'database_url',
};

const FILES: readonly (readonly [string, (name: string, secret: string) => string])[] = [
  ['src/client.js', (name, secret) => `export const settings = {\n  ${name}: '${secret}',\n};\n`],
  ['app/settings.py', (name, secret) => `DEBUG = False\n${name.toUpperCase()} = "${secret}"\n`],
  ['internal/config.go', (name, secret) => `package config\n\nconst ${name} = "${secret}"\n`],
  [
    'src/main/java/Config.java',
    (name, secret) => `class Config {\n  static final String ${name} = "${secret}";\n}\n`,
  ],
  ['.env', (name, secret) => `PORT=8080\n${name.toUpperCase()}=${secret}\n`],
];

describe('sixty planted secrets', () => {
  for (const [at, kind] of Object.keys(KINDS).entries())
    test.each(FILES)(`${kind} in %s`, async (path, write) => {
      const secret = KINDS[kind]!(at * 100 + path.length);
      const found = await secretsIn(path, write(NAME_OF[kind] ?? 'api_key', secret));
      expect(found).toMatchObject([{ rule: 'hardcoded-secret' }]);
      expect(found[0]?.line).toBeGreaterThan(1);
      expect(['high', 'medium']).toContain(found[0]?.level);
      expect(found[0]?.message).not.toContain(secret.slice(6, 14));
    });
});

test.each([
  ['test/login.test.js', "const password = 'old-password';"],
  ['src/login.js', "const password = 'old-password';"],
  ['src/form.ts', "const PASSWORD_FIELD = 'new_password_confirmation';"],
  ['src/auth.py', 'token_type = "bearer"'],
  ['src/auth.py', 'password = os.environ["PASSWORD"]'],
  ['src/auth.py', 'password = "changeme123"'],
  ['src/auth.go', 'apiKey := "YOUR_API_KEY_1234567890"'],
  ['src/auth.go', 'token := "abcdefghijklmnopqrstuvwxyz012345"'],
  ['src/auth.rb', 'secret = "#{ENV.fetch(\'APP_SECRET\')}"'],
  ['src/auth.js', 'const key = `${prefix}:${id}`;'],
  ['src/auth.js', "headers['x-auth-token'] = 'application/vnd.api+json';"],
  ['docker-compose.yml', 'DATABASE_URL: postgres://postgres:postgres@localhost:5432/app'],
  ['src/db.py', 'url = "postgres://user:password@localhost/db"'],
  ['README.md', 'export API_KEY=3f9c2b7e8d1a4c6f9b0e'],
  ['src/hash.js', "const integrity = 'sha512-a9f3kLm2PqRs7TuV0wXyZ1bC4dE5fG6h';"],
  ['package-lock.json', '"token": "a9f3kLm2PqRs7TuV0wXyZ1bC4dE5fG6h"'],
  ['src/i18n.ts', "password: 'Passwort vergessen? Hier klicken.',"],
] as const)('nothing in %s: %s', async (path, text) => {
  expect(await secretsIn(path, text)).toEqual([]);
});

test('a token in a test or a document counts less, and a value with a telltale name not at all', async () => {
  const token = `ghp_${made(7, 36)}`;
  expect(await secretsIn('test/api.test.js', `const t = '${token}';`)).toMatchObject([{ level: 'low' }]);
  expect(await secretsIn('docs/api.md', token)).toMatchObject([{ level: 'low' }]);
  expect(await secretsIn('test/api.test.js', `const apiKey = '${made(8, 40)}';`)).toEqual([]);
});

test('a comment does not switch the rules off', async () => {
  const text = `// secretlint-disable\nconst t = 'ghp_${made(9, 36)}';\n`;
  expect(await secretsIn('src/a.js', text)).toHaveLength(1);
});

test('any text gives at most one finding per line, and never an exception', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 4000, unit: 'binary' }), (text) => {
      const lines = findHardcodedSecrets('src/a.py', `password = "${text}"`, []).map(({ line }) => line);
      return new Set(lines).size === lines.length;
    }),
  );
});

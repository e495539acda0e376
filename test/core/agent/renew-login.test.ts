import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renewLogin } from '../../../src/core/agent/renew-login.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const HOUR = 3_600_000;
const clock = { nowMs: NOW, newer: true };

const jwt = (claims: object): string =>
  [{ alg: 'RS256' }, claims, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

/** As the programs write them. */
const claude = (token: string, expiresAt: number, more: object = {}) => ({
  claudeAiOauth: {
    accessToken: `at-${token}`,
    refreshToken: `rt-${token}`,
    expiresAt,
    scopes: ['user:inference'],
    subscriptionType: 'max',
    ...more,
  },
});
const codex = (
  token: string,
  sub: string,
  { exp = NOW / 1000, account = 'acc-1', at = '2026-11-01T00:00:00Z' } = {},
) => ({
  OPENAI_API_KEY: null,
  tokens: {
    id_token: jwt({ iss: 'https://auth.example', sub }),
    access_token: jwt({ iss: 'https://auth.example', sub, exp, jti: token }),
    refresh_token: `rt-${token}`,
    account_id: account,
  },
  last_refresh: at,
});
const qwen = (token: string, expiry: number, url = 'portal.example') => ({
  access_token: token,
  refresh_token: `r-${token}`,
  resource_url: url,
  expiry_date: expiry,
});

const renew = (user: object, before: object, after: unknown, at = clock) => {
  const [mine, copy] = [user, before].map((one) => JSON.stringify(one, null, 2)) as [string, string];
  const left = typeof after === 'string' ? after : JSON.stringify(after);
  const { text, refused } = renewLogin({ user: mine, before: copy, after: left }, at);
  return { login: text === null ? null : (JSON.parse(text) as unknown), text, refused };
};

describe('a renewed login', () => {
  test('gives its tokens and their end, and nothing else', () => {
    const [before, after] = [
      claude('a', NOW),
      claude('b', NOW + 8 * HOUR, { subscriptionType: 'pro', apiKeyHelper: 'evil' }),
    ];
    const { login, text, refused } = renew(before, before, { ...after, hooks: ['evil'] });
    expect([login, refused]).toEqual([claude('b', NOW + 8 * HOUR), null]);
    expect(text).toMatch(/^\{\n {2}"claudeAiOauth"/);
    expect(renew(before, before, before)).toEqual({ login: null, text: null, refused: null });
  });

  test('of signed tokens is of the same account', () => {
    const before = codex('a', 'me');
    const after = codex('b', 'me', { exp: NOW / 1000 + 864_000, at: '2026-11-18T11:59:00Z' });
    expect(renew(before, before, after)).toMatchObject({ login: after, refused: null });
  });

  test('does not change where requests go, or a key that is not renewed', () => {
    const before = qwen('a', NOW);
    expect(renew(before, before, qwen('b', NOW + HOUR, 'evil.example')).login).toEqual(qwen('b', NOW + HOUR));
    const keys = { 'apiKey@https://a.example': 'mine', openrouter: { type: 'api', key: 'mine' } };
    const stolen = { 'apiKey@https://a.example': 'evil', openrouter: { type: 'api', key: 'evil' } };
    expect(renew(keys, keys, stolen)).toEqual({ login: null, text: null, refused: null });
  });

  test.each([
    ['names another account', codex('b', 'me', { account: 'acc-2' }), 'it names another account'],
    ['has a token of another account', codex('b', 'you'), 'its token is of another account'],
    [
      'has a token without an account',
      { ...codex('b', 'me'), tokens: { ...codex('b', 'me').tokens, access_token: 'opaque' } },
      'its token is of another account',
    ],
    ['ends no later', codex('b', 'me', { exp: NOW / 1000 }), 'its new expiry cannot be right'],
    [
      'ends in a hundred years',
      codex('b', 'me', { exp: NOW / 1000 + 3e9 }),
      'its new expiry cannot be right',
    ],
    ['lacks a token', { ...codex('b', 'me'), tokens: {} }, 'it is no longer a login'],
    ['is not an object', '[]', 'it is no longer a login'],
    ['is not JSON', 'evil', 'it is no longer a login'],
  ])('that %s is refused', (_, after, refused) => {
    const before = codex('a', 'me');
    expect(renew(before, before, after)).toEqual({ login: null, text: null, refused });
  });

  test.each(['line\nbreak', 'x'.repeat(20_000), 'escape\u001b[0m', ''])(
    'with an invalid token is refused: %j',
    (token) => {
      const before = qwen('a', NOW);
      const after = { ...qwen('b', NOW + HOUR), refresh_token: token };
      expect(renew(before, before, after).refused).toBe('it is no longer a login');
    },
  );

  test('is refused if none was due: neither near its end nor old', () => {
    const before = claude('a', NOW + 2 * HOUR);
    expect(renew(before, before, claude('b', NOW + 9 * HOUR))).toMatchObject({
      login: null,
      refused: 'it was not due for renewal',
    });
    const [fresh, aged] = ['2026-11-17T00:00:00Z', '2026-11-09T00:00:00Z'].map((at) =>
      codex('a', 'me', { exp: NOW / 1000 + 864_000, at }),
    ) as [object, object];
    const after = codex('b', 'me', { exp: NOW / 1000 + 900_000 });
    expect(renew(fresh, fresh, after).refused).toBe('it was not due for renewal');
    expect(renew(aged, aged, after).login).not.toBeNull();
  });

  test('of two the longest-lived stays, whichever comes last', () => {
    const before = qwen('a', NOW);
    const [shorter, longer] = [qwen('b', NOW + HOUR), qwen('c', NOW + 2 * HOUR)];
    expect(renew(shorter, before, longer).login).toEqual(longer);
    expect(renew(longer, before, shorter)).toEqual({ login: null, text: null, refused: null });
  });

  test('of two without an end the newer file stays', () => {
    const opaque = (token: string) => ({ accessToken: token, refreshToken: token });
    const [user, before, after] = [opaque('b'), opaque('a'), opaque('c')];
    expect(renew(user, before, after, { nowMs: NOW, newer: true }).login).toEqual(after);
    expect(renew(user, before, after, { nowMs: NOW, newer: false }).login).toBeNull();
  });

  test('of one provider among several leaves the others alone', () => {
    const both = (token: string, end: number, other: string) => ({
      anthropic: { type: 'oauth', access: token, refresh: token, expires: end },
      openai: { type: 'oauth', access: other, refresh: other, expires: NOW + 9 * HOUR },
    });
    const before = both('a', NOW, 'mine');
    const { login, refused } = renew(before, before, both('b', NOW + HOUR, 'evil'));
    expect(login).toEqual(both('b', NOW + HOUR, 'mine'));
    expect(refused).toBe('it was not due for renewal');
  });

  test('whatever an agent leaves, the file keeps its members and everything that is not a token', () => {
    const before = { ...qwen('a', NOW), account_id: 'me', nested: { keep: 1 } };
    fc.assert(
      fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue()), (text, more) => {
        for (const after of [text, JSON.stringify({ ...before, ...more })]) {
          const { login } = renew(before, before, after);
          if (login !== null)
            expect({ ...(login as object), access_token: 0, refresh_token: 0, expiry_date: 0 }).toEqual({
              ...before,
              access_token: 0,
              refresh_token: 0,
              expiry_date: 0,
            });
        }
      }),
    );
  });
});

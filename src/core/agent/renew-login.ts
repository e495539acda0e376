import { parseShallowJson } from '../domain/json/shallow-json.ts';
import { at, textAt } from './json-parts.ts';
import { isObject } from '../domain/json/is-object.ts';

const ACCESS = ['accessToken', 'access_token', 'access'] as const;
const REFRESH = ['refreshToken', 'refresh_token', 'refresh'] as const;
const TOKENS: ReadonlySet<string> = new Set([...ACCESS, ...REFRESH, 'idToken', 'id_token']);
const EXPIRIES = ['expiresAt', 'expires_at', 'expires', 'expiry_date'] as const;
/** Members beside tokens that a renewal changes too. */
const TIMES: ReadonlySet<string> = new Set([...EXPIRIES, 'refreshTokenExpiresAt', 'last_refresh']);
const ACCOUNT =
  /^(?:(?:account|user|organization|org|team|tenant)_?(?:id|uuid)|(?:user_?)?email|sub|login|user_?name)$/i;
/** Claims of a signed token that identify its owner. */
const CLAIMS = [['iss'], ['sub'], ['email'], ['https://api.openai.com/auth', 'chatgpt_account_id']] as const;

const LONGEST_TOKEN = 16 * 1024;
const LONGEST_TIME = 40;
const PRINTABLE = /^[\x21-\x7e]+$/;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Programs renew minutes before expiry; a login that lasts longer needs no renewal. */
const DUE_MS = 60 * MINUTE;
/** Some renew by the age of a login instead. */
const OLD_MS = 7 * DAY;
/** A later expiry would lock out honest renewals forever. */
const FARTHEST_MS = 400 * DAY;

type Login = Readonly<Record<string, unknown>>;

/** The unverified claims of a signed token; null: another kind of token. */
const claimsOf = (token: unknown): unknown => {
  const part = typeof token === 'string' ? token.split('.', 4) : [];
  if (part.length !== 3) return null;
  try {
    const text = atob((part[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const claims = parseShallowJson(text)?.value;
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
};

const timeOf = (value: unknown): number | null => {
  if (typeof value === 'string') {
    const ms = Date.parse(value);
    return Number.isNaN(ms) ? null : ms;
  }
  // Seconds, or milliseconds.
  return typeof value === 'number' && Number.isFinite(value) ? (value < 1e11 ? value * 1000 : value) : null;
};

/** When the tokens of a login expire; null: unknown. */
const endOf = (login: Login): number | null => {
  for (const key of EXPIRIES) {
    const end = timeOf(at(login, key));
    if (end !== null) return end;
  }
  for (const key of ACCESS) {
    const end = timeOf(at(claimsOf(at(login, key)), 'exp'));
    if (end !== null) return end;
  }
  return null;
};

const tokensOf = (login: Login): readonly string[] =>
  Object.keys(login).filter((key) => TOKENS.has(key) && typeof login[key] === 'string');

const sameTokens = (one: Login, other: Login): boolean =>
  tokensOf(one).every((key) => one[key] === at(other, key));

/** Why tokens do not belong to the same account; null: no contradiction. */
const otherAccount = (before: Login, after: Login): string | null => {
  for (const [key, value] of Object.entries(before))
    if (ACCOUNT.test(key) && typeof value === 'string' && at(after, key) !== value)
      return 'it names another account';
  for (const key of tokensOf(before)) {
    const claims = claimsOf(before[key]);
    if (claims === null || before[key] === at(after, key)) continue;
    const claimed = claimsOf(at(after, key));
    if (CLAIMS.some((path) => textAt(claims, ...path) !== textAt(claimed, ...path)))
      return 'its token is of another account';
  }
  return null;
};

type Times = {
  readonly nowMs: number;
  /** When the login was last renewed; null: unknown. */
  readonly renewedMs: number | null;
  /** The agent's file is newer than the user's; counts only if logins have no expiry. */
  readonly newer: boolean;
};

/** Why the tokens that an agent left are not taken; '': because they are nothing new; null: they are. */
const whyNot = (user: Login, before: Login, after: Login, times: Times): string | null => {
  const { nowMs, renewedMs, newer } = times;
  if (sameTokens(before, after)) return '';
  for (const key of tokensOf(before)) {
    const token = at(after, key);
    if (typeof token !== 'string' || token.length > LONGEST_TOKEN || !PRINTABLE.test(token))
      return 'it is no longer a login';
  }
  const other = otherAccount(before, after) ?? otherAccount(user, after);
  if (other !== null) return other;
  const [old, end, current] = [endOf(before), endOf(after), endOf(user)];
  const aged = renewedMs !== null && nowMs - renewedMs > OLD_MS;
  if (old !== null && old - nowMs > DUE_MS && !aged) return 'it was not due for renewal';
  if (old !== null && (end === null || end <= old || end - nowMs > FARTHEST_MS))
    return 'its new expiry cannot be right';
  if (sameTokens(user, before)) return null;
  // Another attempt, or the user, has renewed it meanwhile: the one that lasts longest stays.
  const later = current !== null && end !== null ? end > current : newer;
  return later ? null : '';
};

const isSoundTime = (value: unknown, nowMs: number): boolean => {
  const ms = timeOf(value);
  return ms !== null && ms - nowMs <= FARTHEST_MS && String(value).length <= LONGEST_TIME;
};

const takeTokens = (user: Login, after: Login, nowMs: number): Login =>
  Object.fromEntries(
    Object.entries(user).map(([key, value]) => {
      const now = at(after, key);
      const renewed = TOKENS.has(key) || (TIMES.has(key) && isSoundTime(now, nowMs));
      return renewed && typeof now === typeof value ? [key, now] : [key, value];
    }),
  );

type Walked = { readonly login: Login; readonly taken: boolean; readonly refused: string };

const walk = (user: Login, before: Login, after: Login, times: Times): Walked => {
  let [login, taken, refused] = [user, false, ''];
  if (tokensOf(before).length > 0) {
    const why = whyNot(user, before, after, times);
    if (why === null) [login, taken] = [takeTokens(user, after, times.nowMs), true];
    else refused = why;
  }
  for (const key of Object.keys(before)) {
    const parts = [at(user, key), at(before, key), at(after, key)] as const;
    if (!isObject(parts[0]) || !isObject(parts[1])) continue;
    const below = walk(parts[0], parts[1], isObject(parts[2]) ? parts[2] : {}, times);
    refused ||= below.refused;
    taken ||= below.taken;
    if (below.taken) login = { ...login, [key]: below.login };
  }
  return { login, taken, refused };
};

const objectOf = (text: string): Login | null => {
  const value = parseShallowJson(text)?.value;
  return isObject(value) ? value : null;
};

const indentOf = (text: string): string => /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '';

export type Renewal = {
  /** The user's login with the new tokens; null: it stays as it is. */
  readonly text: string | null;
  /** Why new tokens were not taken; null: there were none, or better ones are there. */
  readonly refused: string | null;
};

/**
 * The user's login with the tokens that a program renewed. Only tokens and their times are taken, only for a login that
 * was due, and only if nothing shows that they belong to another account: an agent could put its own login there.
 */
export const renewLogin = (
  texts: { readonly user: string; readonly before: string; readonly after: string },
  clock: { readonly nowMs: number; readonly newer: boolean },
): Renewal => {
  const [user, before, after] = [texts.user, texts.before, texts.after].map(objectOf);
  if (user === null || user === undefined || before === null || before === undefined)
    return { text: null, refused: null };
  if (after === null || after === undefined) return { text: null, refused: 'it is no longer a login' };
  const times = { ...clock, renewedMs: timeOf(at(before, 'last_refresh')) };
  const { login, taken, refused } = walk(user, before, after, times);
  if (!taken) return { text: null, refused: refused === '' ? null : refused };
  const stamped = takeTokens(login, { last_refresh: at(after, 'last_refresh') }, clock.nowMs);
  const end = texts.user.endsWith('\n') ? '\n' : '';
  return {
    text: `${JSON.stringify(stamped, null, indentOf(texts.user))}${end}`,
    refused: refused === '' ? null : refused,
  };
};

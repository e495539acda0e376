import { KNOWN_TOKENS } from '../../text/known-tokens.ts';
import { shannonEntropy } from '../../math/shannon-entropy.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** Characters between the marks, in a file, a diff or an escaped string; never a quote. */
const BODY = /[A-Za-z0-9+/=\s:,.]/;
/** A line break in a string literal, however often it was escaped. */
const ESCAPED = /\\{1,8}[nrt]/y;
const DASHES = '-----';
const MAX_BODY = 65_536;

/** The body ends at the end mark, or at the first character that no key contains. */
const endOfBody = (text: string, from: number): number => {
  const limit = Math.min(text.length, from + MAX_BODY);
  let at = from;
  while (at < limit) {
    if (text.startsWith(DASHES, at)) return at;
    ESCAPED.lastIndex = at;
    const escaped = text[at] === '\\' ? ESCAPED.exec(text) : null;
    // A single dash is a removed line of a diff, or part of a header.
    if (escaped === null && text[at] !== '-' && !BODY.test(text[at] as string)) return at;
    at += escaped?.[0].length ?? 1;
  }
  return at;
};

/** The marks stay, so readers know what was removed. */
const maskPrivateKeys = (text: string): { readonly text: string; readonly masked: number } => {
  if (!text.includes('PRIVATE KEY')) return { text, masked: 0 };
  const parts: string[] = [];
  let [done, masked] = [0, 0];
  for (const found of text.matchAll(BEGIN)) {
    const from = found.index + found[0].length;
    if (found.index < done) continue;
    const end = endOfBody(text, from);
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(from, end))) continue;
    parts.push(text.slice(done, from), '[masked private key]');
    masked += 1;
    done = end;
  }
  return masked === 0 ? { text, masked } : { text: parts.join('') + text.slice(done), masked };
};

/** Not inside a longer run of letters: an image or checksum can contain anything. `\n` and the like are not letters. */
const START = String.raw`(?:(?<![A-Za-z0-9+/_-])|(?<=\\[nrtbf]))`;

const KNOWN_TOKEN = new RegExp(
  `${START}(?:${KNOWN_TOKENS.map(({ pattern }) => `(${pattern})`).join('|')})`,
  'g',
);

/** Given the groups of a match of `KNOWN_TOKEN`. */
const kindOf = (groups: readonly (string | undefined)[]): string =>
  KNOWN_TOKENS[groups.findIndex((group) => group !== undefined)]?.kind ?? 'secret';

/** Incoming webhooks: the path is the credential. */
const WEBHOOK =
  /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/)([A-Za-z0-9_/-]{40,120})/g;

/** `://user:password@`; a placeholder is not a password. */
const URL_PASSWORD = /(:\/\/[^\s:@/"'`<>\\[\]{}$*]{0,100}:)([^\s:@/"'`<>\\[\]{}$*]{3,300})(?=@)/g;

const BEARER = /((?:[Bb]earer|[Bb]asic|BEARER|BASIC) {1,4})([A-Za-z0-9._~+/=-]{16,4096})/g;

/** A name that suggests a secret, an assignment operator and a value; a bracket after the value makes it a call or a lookup. */
const ASSIGNMENT =
  /((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?)[A-Za-z0-9_-]{0,20}\\?["'`]?\s{0,4}(?::=|=>|=|:)\s{0,4}(?:\\?(["'`]))?)([A-Za-z0-9+/=_.~!@#%^&*-]{8,})([([])?/gi;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CHECKSUM =
  /^(?:sha\d{1,3}[-:=])?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;
const INTEGRITY = /^sha(?:1|256|384|512)-/i;
const DATE_OR_NUMBER = /^[0-9.:TZ+/-]+$/i;
/** Names and paths in programs: few digits, words between dots and dashes. */
const WORDS = /^@?(?:[A-Za-z_./-]|[0-9]{1,2}(?=[./_-]|$))*$/;

const LEAST_BITS = { quoted: 3, bare: 3.3 };
const LEAST_LENGTH = 10;

/** Random enough to be a secret, and not an id, checksum, date or name. */
const looksSecret = (value: string, quoted: boolean): boolean => {
  if (value.length < LEAST_LENGTH || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if ([UUID, CHECKSUM, INTEGRITY, DATE_OR_NUMBER, WORDS].some((shape) => shape.test(value))) return false;
  return shannonEntropy(value) >= (quoted ? LEAST_BITS.quoted : LEAST_BITS.bare);
};

export type MaskedText = { readonly text: string; readonly masked: number };

/** Words that precede a secret whose own form is not known. */
const NAMES =
  '://|bearer|basic|password|passwd|passphrase|pwd|secret|token|key|credential|PRIVATE|hooks\\.slack|discord';

/** Cheap to search for: a text without any of these contains no known secret. */
const HINT = new RegExp([...KNOWN_TOKENS.map(({ hint }) => hint), NAMES].join('|'), 'i');

/**
 * Hides what looks like a secret on a screen or in a report, in linear time; stored files keep it.
 * Checksums, ids and images are left alone. The marks are safe inside JSON.
 */
export const maskSecrets = (text: string): MaskedText => {
  if (!HINT.test(text)) return { text, masked: 0 };
  let masked = 0;
  const hide = (kind: string): string => {
    masked += 1;
    return `[masked ${kind}]`;
  };
  const keys = maskPrivateKeys(text);
  masked += keys.masked;
  const shown = keys.text
    .replaceAll(KNOWN_TOKEN, (_, ...groups: (string | undefined)[]) => hide(kindOf(groups)))
    .replaceAll(WEBHOOK, (_, before: string) => `${before}${hide('webhook')}`)
    .replaceAll(URL_PASSWORD, (_, before: string) => `${before}${hide('password')}`)
    .replaceAll(BEARER, (whole, before: string, value: string) =>
      looksSecret(value, true) ? `${before}${hide('token')}` : whole,
    )
    .replaceAll(ASSIGNMENT, (whole, ...[before, quote, value, called]: (string | undefined)[]) =>
      called === undefined && looksSecret(value ?? '', quote !== undefined)
        ? `${before}${hide('value')}`
        : whole,
    );
  return { text: shown, masked };
};

import { shannonEntropy } from '../../math/shannon-entropy.ts';
import { KNOWN_TOKENS } from './known-tokens.ts';

/** Not inside a longer run of letters: an image or a checksum can contain anything. An escape such as `\n` is not a letter. */
const START = String.raw`(?:(?<![A-Za-z0-9+/_-])|(?<=\\[nrtbf]))`;

export const KNOWN_TOKEN = new RegExp(
  `${START}(?:${KNOWN_TOKENS.map(({ pattern }) => `(${pattern})`).join('|')})`,
  'g',
);

/** Given the groups of a match of `KNOWN_TOKEN`. */
export const kindOf = (groups: readonly (string | undefined)[]): string =>
  KNOWN_TOKENS[groups.findIndex((group) => group !== undefined)]?.kind ?? 'secret';

/** Incoming webhooks: the path is the credential. */
export const WEBHOOK =
  /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/)([A-Za-z0-9_/-]{40,120})/g;

/** `://user:password@`; a placeholder is not a password. */
export const URL_PASSWORD = /(:\/\/[^\s:@/"'`<>\\[\]{}$*]{0,100}:)([^\s:@/"'`<>\\[\]{}$*]{3,300})(?=@)/g;

export const BEARER = /((?:[Bb]earer|[Bb]asic|BEARER|BASIC) {1,4})([A-Za-z0-9._~+/=-]{16,4096})/g;

/** A name that suggests a secret, an assignment operator and a value; a bracket after the value makes it a call or a lookup. */
export const ASSIGNMENT =
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
export const looksSecret = (value: string, quoted: boolean): boolean => {
  if (value.length < LEAST_LENGTH || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if ([UUID, CHECKSUM, INTEGRITY, DATE_OR_NUMBER, WORDS].some((shape) => shape.test(value))) return false;
  return shannonEntropy(value) >= (quoted ? LEAST_BITS.quoted : LEAST_BITS.bare);
};

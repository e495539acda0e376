import { shannonEntropy } from '../../math/shannon-entropy.ts';

const BODY = '[A-Za-z0-9_-]';

/** Tokens known by how their issuers write them. Every part is bounded or ends a match: no text is read twice. */
const TOKENS: Readonly<Record<string, string>> = {
  'aws key id': '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])',
  'github token': `gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_${BODY}{36,255}`,
  'gitlab token': `gl(?:pat|dt|rt|cbt|ptt|oas|soat|ft|imt|agent)-${BODY}{20,255}`,
  'npm token': 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])',
  'pypi token': `pypi-Ag${BODY}{48,}`,
  'slack token': 'xox[abceoprs]-[A-Za-z0-9-]{10,255}|xapp-[0-9]-[A-Za-z0-9-]{20,255}',
  'stripe key': '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}|whsec_[A-Za-z0-9+/=]{24,255}',
  'google key': `AIza${BODY}{35}(?!${BODY})|ya29\\.${BODY}{20,2048}|GOCSPX-${BODY}{20,100}`,
  'anthropic key': `sk-ant-${BODY}{20,255}`,
  'openai key': `sk-(?:proj|svcacct|admin|or-v1)-${BODY}{20,255}|sk-[A-Za-z0-9]{32,255}`,
  'hugging face token': 'hf_[A-Za-z0-9]{30,100}',
  'sendgrid key': `SG\\.${BODY}{22}\\.${BODY}{43}`,
  'docker token': `dckr_(?:pat|oat)_${BODY}{20,100}`,
  'digitalocean token': 'do[opr]_v1_[a-f0-9]{64}',
  'json web token': `eyJ${BODY}{10,4096}\\.eyJ${BODY}{10,8192}\\.${BODY}{10,2048}`,
};

const KINDS = Object.keys(TOKENS);

/** Not within a longer run of letters: an image or a checksum may hold anything by chance. An escape is no letter. */
const START = String.raw`(?:(?<![A-Za-z0-9+/_-])|(?<=\\[nrtbf]))`;

export const KNOWN_TOKEN = new RegExp(
  `${START}(?:${KINDS.map((kind) => `(${TOKENS[kind]})`).join('|')})`,
  'g',
);

export const kindOf = (groups: readonly (string | undefined)[]): string =>
  KINDS[groups.findIndex((group) => group !== undefined)] ?? 'secret';

/** `://user:password@`, where the password is no placeholder. */
export const URL_PASSWORD = /(:\/\/[^\s:@/"'`<>\\[\]{}$*]{0,100}:)([^\s:@/"'`<>\\[\]{}$*]{3,300})(?=@)/g;

export const BEARER = /((?:[Bb]earer|[Bb]asic|BEARER|BASIC) {1,4})([A-Za-z0-9._~+/=-]{16,4096})/g;

/** A name that speaks of a secret, a sign of assignment, a value; a bracket after it makes it a call or a lookup. */
export const ASSIGNMENT =
  /((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?)[A-Za-z0-9_-]{0,20}\\?["'`]?\s{0,4}(?::=|=>|=|:)\s{0,4}(?:\\?(["'`]))?)([A-Za-z0-9+/=_.~!@#%^&*-]{8,})([([])?/gi;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CHECKSUM =
  /^(?:sha\d{1,3}[-:=])?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;
const INTEGRITY = /^sha(?:1|256|384|512)-/i;
const DATE_OR_NUMBER = /^[0-9.:TZ+/-]+$/i;
/** Names and paths as programs write them: few digits, words between dots and dashes. */
const WORDS = /^@?(?:[A-Za-z_./-]|[0-9]{1,2}(?=[./_-]|$))*$/;

const LEAST_BITS = { quoted: 3, bare: 3.3 };
const LEAST_LENGTH = 10;

/** Random enough to be a secret, and none of the things that only look so. */
export const looksSecret = (value: string, quoted: boolean): boolean => {
  if (value.length < LEAST_LENGTH || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if ([UUID, CHECKSUM, INTEGRITY, DATE_OR_NUMBER, WORDS].some((shape) => shape.test(value))) return false;
  return shannonEntropy(value) >= (quoted ? LEAST_BITS.quoted : LEAST_BITS.bare);
};

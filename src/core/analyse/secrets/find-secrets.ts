import type { RuleHit } from '../../languages/parts/assessor.ts';
import { classifyPath } from '../paths/classify-path.ts';
import { shannonEntropy } from '../../math/shannon-entropy.ts';
import type { HazardLevel } from '../../domain/evidence/assessment.ts';
import { BARE_FILES, BARE_VALUE, PROSE_SECRETS, QUOTED_VALUE, TOKENS } from './secret-patterns.ts';

/** A finding of a maintained rule set: its rule, and the text that it took for a secret. */
export type ReportedSecret = { readonly rule: string; readonly line: number; readonly text: string };
export type FoundSecret = RuleHit & { readonly level: HazardLevel };

/** Raise it when a rule changes. */
export const SECRET_RULES = 'hydra-secrets 1';
const RULE = 'hardcoded-secret';
const LONGEST_LINE = 2_000;
const MOST_LINES = 20_000;
const MOST = 200;

/** Bits per character: words stay below, generated values are above. */
const RANDOM_BITS = 3.2;
const HEX_BITS = 2.8;
const PASSWORD_BITS = 2.75;
const SHORTEST_KEY = 16;
const SHORTEST_PASSWORD = 8;

const PLACEHOLDER =
  /example|sample|dummy|placeholder|change|replace|insert|your|todo|fake|mock|test|redacted|secret|passw|token|key|foo|bar|x{4,}|\*{3,}|\.{3}|0{6,}|1234|abcd|user|admin|default|none|null|undefined|string/i;
/** Templates and references: the value comes from elsewhere. */
const TEMPLATE = /[<>{}\s]|\$\(|\$\w|%[sdv(]|^(?:process|os|env|config|settings)\b|^[.@/~]|:\/\/|\(|\)|;$/;
/** Names and words: no digit, or an identifier with one at its end. */
const WORDS = /^[A-Za-z]+(?:[._:/ -][A-Za-z]+)*\d{0,2}$/;
const LOCAL =
  /@(?:localhost|127\.|0\.0\.0\.0|\[?::1|db\b|postgres\b|mysql\b|redis\b|mongo(?:db)?\b|host\b|[\w.-]*(?:example|test|invalid|local)\b)/i;

/** Alphabetical neighbours or repeated characters: typed by hand. */
const isSequence = (text: string): boolean => {
  let steps = 0;
  for (let at = 1; at < text.length; at += 1)
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1) steps += 1;
  return steps * 2 >= text.length;
};

const looksGenerated = (text: string): boolean => {
  const bits = shannonEntropy(text);
  const isHex = /^[0-9a-f-]+$/i.test(text);
  return (
    text.length >= SHORTEST_KEY &&
    /\d/.test(text) &&
    /[A-Za-z]/.test(text) &&
    bits >= (isHex ? HEX_BITS : RANDOM_BITS) &&
    !isSequence(text)
  );
};

const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/** A password that a person chose: several kinds of characters, and not an example word. */
const looksChosen = (text: string): boolean => {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((kind) => kind.test(text)).length;
  return (
    text.length >= SHORTEST_PASSWORD &&
    text.length <= 80 &&
    /\d/.test(text) &&
    (kinds >= 3 || (kinds === 2 && shannonEntropy(text) >= RANDOM_BITS)) &&
    shannonEntropy(text) >= PASSWORD_BITS &&
    !isPlaceholder(text) &&
    !WORDS.test(text) &&
    !isSequence(text)
  );
};

const isAssignedSecret = (name: string, value: string): boolean => {
  if (TEMPLATE.test(value) || WORDS.test(value)) return false;
  if (/pass|pwd/i.test(name)) return looksChosen(value) || (looksGenerated(value) && !isPlaceholder(value));
  return /^[\w+/=.~-]+$/.test(value) && looksGenerated(value) && !isPlaceholder(value);
};

const hit = (line: number, level: HazardLevel, what: string): FoundSecret => ({
  rule: RULE,
  line,
  level,
  message: `${what} is in the source`,
});

/** The part of a provider's token after its prefix: in an example it is not random. */
const isRealToken = (text: string): boolean => {
  const random = text.replace(/^[A-Za-z]{2,8}[-_]?/, '');
  return (
    !/example|dummy|fake|xxxx|0{6,}|(.)\1{5,}/i.test(text) &&
    shannonEntropy(random) >= HEX_BITS &&
    !isSequence(random)
  );
};

const assignedName = (text: string, isBare: boolean): string | null => {
  const bare = isBare ? BARE_VALUE.exec(text) : null;
  for (const { groups } of [...text.matchAll(QUOTED_VALUE), ...(bare === null ? [] : [bare])]) {
    const { name = '', value = '' } = groups ?? {};
    if (isAssignedSecret(name, value)) return name;
  }
  return null;
};

type Tokens = typeof TOKENS;

const tokenIn = (text: string, tokens: Tokens): string | null => {
  for (const { name, pattern } of tokens) {
    const found = pattern.exec(text);
    if (found !== null && isRealToken(found[0])) return name;
  }
  return null;
};

type Place = {
  readonly level: HazardLevel;
  readonly assignments: boolean;
  readonly isBare: boolean;
  readonly tokens: Tokens;
};

const ownHits = (
  lines: readonly string[],
  { level, assignments, isBare, tokens }: Place,
): readonly FoundSecret[] =>
  lines.flatMap((text, at) => {
    const token = tokenIn(text, tokens);
    if (token !== null) return [hit(at + 1, level, token)];
    const name = assignments ? assignedName(text, isBare) : null;
    return name === null ? [] : [hit(at + 1, 'medium', `the value of ${name.slice(-60)}`)];
  });

/** An address with a password: only to another machine, and not with an example password. */
const isRealAddress = (text: string): boolean => {
  const password = /:\/\/[^:/\s]{0,200}:([^@/\s]{1,200})@/.exec(text)?.[1] ?? '';
  return !LOCAL.test(text) && !TEMPLATE.test(password.replaceAll(':', '')) && looksChosen(password);
};

const REPORTED: Readonly<Record<string, string>> = {
  aws: 'a key of AWS',
  gcp: 'a key of Google Cloud',
  privatekey: 'a private key',
  npm: 'a token of npm',
  basicauth: 'an address with a password',
  slack: 'a token of Slack',
  sendgrid: 'a key of SendGrid',
  shopify: 'a key of Shopify',
  github: 'a token of GitHub',
  openai: 'a key of OpenAI',
  anthropic: 'a key of Anthropic',
  linear: 'a key of Linear',
  '1password': 'a token of 1Password',
  'database-connection-string': 'an address of a database with its password',
};

const WITH_PASSWORD = new Set(['basicauth', 'database-connection-string']);
const SHORTEST_PRIVATE_KEY = 200;

const reportedHit = (
  { rule, line, text }: ReportedSecret,
  level: HazardLevel,
  inTest: boolean,
): readonly FoundSecret[] => {
  const what = (Object.hasOwn(REPORTED, rule) ? REPORTED[rule] : undefined) ?? 'a secret';
  if (WITH_PASSWORD.has(rule)) return !inTest && isRealAddress(text) ? [hit(line, 'medium', what)] : [];
  // Tests bring keys of their own; a header without a body is documentation.
  if (rule === 'privatekey')
    return inTest || text.length < SHORTEST_PRIVATE_KEY ? [] : [hit(line, level, what)];
  return isRealToken(text) ? [hit(line, level, what)] : [];
};

/**
 * Secrets in a file, from a maintained rule set's report and from our own rules (docs/decisions/analysers.md). In tests
 * and documents only tokens in a provider's format count, and they count less.
 */
export const findHardcodedSecrets = (
  path: string,
  text: string,
  reported: readonly ReportedSecret[],
): readonly FoundSecret[] => {
  const role = classifyPath(path);
  if (role === 'generated' || role === 'lockfile') return [];
  const apart = role === 'test' || role === 'docs' || PROSE_SECRETS.test(path);
  const level = apart ? 'low' : 'high';
  const lines = text.split('\n', MOST_LINES).map((line) => line.slice(0, LONGEST_LINE));
  const found = [
    ...reported.flatMap((one) => reportedHit(one, level, apart)),
    ...ownHits(lines, {
      level,
      assignments: !apart,
      isBare: BARE_FILES.test(path),
      tokens: TOKENS.filter(({ hint }) => hint.test(text)),
    }),
  ];
  const distinct = new Map<number, FoundSecret>();
  for (const one of found) if (!distinct.has(one.line)) distinct.set(one.line, one);
  return [...distinct.values()].sort((a, b) => a.line - b.line).slice(0, MOST);
};

import { constantText } from '../../../syntax/literals.ts';
import type { Actions } from '../../../syntax/calls.ts';
import type { Node } from '../../../syntax/syntax-view.ts';
import { type HazardRule, lastName, pairsOf } from './hazard-rule.ts';

const HASHES = /^crypto\.(?:createHash|createHmac|hash|createSign|createVerify)$/;
const WEAK_HASH = /^(?:rsa-)?(?:md[245]|sha-?1|ripemd(?:160)?)$/i;
const CIPHERS = /^crypto\.create(?:Cipher|Decipher)(?:iv)?$/;
const WEAK_CIPHER = /^(?:des|rc[24]|bf|blowfish|cast|idea|seed)|-ecb$/i;
const KEYED_WITHOUT_IV = /^crypto\.create(?:Cipher|Decipher)$/;

const textOf = ({ syntax }: Actions, node: Node | undefined): string =>
  node === undefined ? '' : (constantText(syntax, node) ?? '');

export const hashRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) => {
    const algorithm = textOf(code, args[0]);
    return HASHES.test(name) && WEAK_HASH.test(algorithm)
      ? [{ rule: 'weak-hash', level: 'medium' as const, node, message: `${algorithm} is broken as a hash` }]
      : [];
  });

export const cipherRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) => {
    if (!CIPHERS.test(name)) return [];
    const algorithm = textOf(code, args[0]);
    const isWeak = KEYED_WITHOUT_IV.test(name) || WEAK_CIPHER.test(algorithm);
    return isWeak
      ? [
          {
            rule: 'weak-cipher',
            level: 'high' as const,
            node,
            message: `${algorithm || lastName(name)} no longer protects anything`,
          },
        ]
      : [];
  });

const SECRET_NAME = /token|secret|passw|nonce|salt|session|otp|api_?key|csrf/i;
const HOLDERS = new Set([
  'variable_declarator',
  'pair',
  'assignment_expression',
  'function_declaration',
  'method_definition',
]);

/** Predictable randomness. */
export const randomRule: HazardRule = ({ calls, syntax }) =>
  calls.flatMap(({ name, node }) => {
    if (name !== 'Math.random') return [];
    const holder = syntax.ancestor(node, HOLDERS);
    const label =
      holder === null
        ? null
        : (syntax.field(holder, 'name') ?? syntax.field(holder, 'key') ?? syntax.field(holder, 'left'));
    return label !== null && SECRET_NAME.test(syntax.text(label).slice(0, 200))
      ? [{ rule: 'weak-random', level: 'medium' as const, node, message: 'Math.random can be foreseen' }]
      : [];
  });

/** Certificates that are not checked. */
export const tlsRule: HazardRule = (code) => [
  ...pairsOf(code).flatMap(({ node, key, value }) =>
    (key === 'rejectUnauthorized' || key === 'strictSSL') && code.syntax.text(value) === 'false'
      ? [
          {
            rule: 'tls-not-checked',
            level: 'high' as const,
            node,
            message: `${key} is off: any certificate is taken`,
          },
        ]
      : [],
  ),
  ...code.assignments.flatMap(({ node, target, value }) =>
    target === 'process.env.NODE_TLS_REJECT_UNAUTHORIZED' && textOf(code, value) !== '1'
      ? [
          {
            rule: 'tls-not-checked',
            level: 'high' as const,
            node,
            message: 'certificates are not checked in the whole process',
          },
        ]
      : [],
  ),
];

export const signatureRule: HazardRule = (code) =>
  pairsOf(code).flatMap(({ node, key, value }) => {
    const isNone = /^algorithms?$/.test(key) && /['"`]none['"`]/i.test(code.syntax.text(value).slice(0, 400));
    return isNone
      ? [
          {
            rule: 'unsigned-token',
            level: 'high' as const,
            node,
            message: 'tokens without a signature are taken',
          },
        ]
      : [];
  });

const OPEN_TO_ALL = /^(?:0o?)?[0-7]?[0-7]{2}[2367]$/;

export const modeRule: HazardRule = (code) =>
  code.calls.flatMap(({ name, node, args }) =>
    /^fs(?:\/promises)?(?:\.promises)?\.f?chmod(?:Sync)?$/.test(name) &&
    args[1] !== undefined &&
    OPEN_TO_ALL.test(code.syntax.text(args[1]).replaceAll(/['"`]/g, ''))
      ? [{ rule: 'open-permissions', level: 'medium' as const, node, message: 'anyone may write this file' }]
      : [],
  );

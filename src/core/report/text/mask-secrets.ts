import { maskPrivateKeys } from './mask-private-keys.ts';
import { KNOWN_TOKENS } from './known-tokens.ts';
import {
  ASSIGNMENT,
  BEARER,
  KNOWN_TOKEN,
  kindOf,
  looksSecret,
  URL_PASSWORD,
  WEBHOOK,
} from './secret-shapes.ts';

export type MaskedText = { readonly text: string; readonly masked: number };

/** Words that precede a secret whose own form is not known. */
const NAMES =
  '://|bearer|basic|password|passwd|passphrase|pwd|secret|token|key|credential|PRIVATE|hooks\\.slack|discord';

/** Cheap to search for: a text without any of these contains no secret that we know. */
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

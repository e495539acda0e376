import { maskPrivateKeys } from './mask-private-keys.ts';
import { ASSIGNMENT, BEARER, KNOWN_TOKEN, kindOf, looksSecret, URL_PASSWORD } from './secret-shapes.ts';

export type MaskedText = { readonly text: string; readonly masked: number };

/** Cheap to look for: a text without any of these holds no secret that we know. */
const HINT =
  /AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|npm_|pypi-|xox|xapp-|[sr]k[-_]|whsec_|AIza|ya29|GOCSPX|hf_|SG\.|dckr_|_v1_|eyJ|:\/\/|bearer|basic|password|passwd|passphrase|pwd|secret|token|key|credential|PRIVATE/i;

/**
 * Hides what looks like a secret from a screen or a report, in linear time; what is stored stays whole.
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

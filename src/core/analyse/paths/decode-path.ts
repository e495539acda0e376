import { decodeUtf8 } from '../../text/decode-text.ts';

const LOOKS_ESCAPED = /\\(?=x[0-9a-f]{2})/g;

/** A character takes at most four bytes; null: no length gives a valid character. */
const characterAt = (bytes: Uint8Array, at: number): { text: string; length: number } | null => {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    const text = decodeUtf8(bytes.subarray(at, at + length));
    if (text !== null) return { text, length };
  }
  return null;
};

const escapeLiteral = (text: string): string => text.replace(LOOKS_ESCAPED, '\\x5c');

/** Git's paths are bytes: invalid UTF-8 becomes `\xNN`, so two paths never share a name. */
export const decodePath = (bytes: Uint8Array): string => {
  const whole = decodeUtf8(bytes);
  if (whole !== null) return escapeLiteral(whole);
  const parts: string[] = [];
  let valid = '';
  for (let at = 0; at < bytes.length;) {
    const character = characterAt(bytes, at);
    if (character) valid += character.text;
    else {
      parts.push(escapeLiteral(valid), `\\x${bytes[at]!.toString(16).padStart(2, '0')}`);
      valid = '';
    }
    at += character?.length ?? 1;
  }
  return parts.join('') + escapeLiteral(valid);
};

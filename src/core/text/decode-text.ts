const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const oneByteEach = new TextDecoder('latin1');

/** Null: the bytes are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

export type DecodedText = { readonly text: string; readonly isUtf8: boolean };

/** Text of any bytes; if they are not UTF-8, each byte is a character, so that lines can still be compared. */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  const text = decodeUtf8(bytes);
  return text === null ? { text: oneByteEach.decode(bytes), isUtf8: false } : { text, isUtf8: true };
};

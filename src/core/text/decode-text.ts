const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const oneByteEach = new TextDecoder('latin1');

export type DecodedText = { readonly text: string; readonly isUtf8: boolean };

/** Text of any bytes; if they are not UTF-8, each byte is a character, so that lines can still be compared. */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  try {
    return { text: utf8.decode(bytes), isUtf8: true };
  } catch {
    return { text: oneByteEach.decode(bytes), isUtf8: false };
  }
};

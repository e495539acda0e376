/** Line (from 1) of a byte offset in the UTF-8 form of a text. */
export const lineAtByte = (text: string, offset: number): number => {
  let line = 1;
  let bytes = 0;
  for (let at = 0; at < text.length && bytes < offset; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a) line++;
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdfff) bytes += 2;
    else bytes += 3;
  }
  return line;
};

/** The NUL-terminated fields of `bytes`, without copying them; null if the last one is cut off. */
export const splitAtNul = (bytes: Uint8Array): readonly Uint8Array[] | null => {
  const fields: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    fields.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return start === bytes.length ? fields : null;
};

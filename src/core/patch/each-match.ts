/** For each position in the wanted bytes: the length of the longest prefix that ends there. */
const beginnings = (wanted: Uint8Array): Uint32Array => {
  const lengths = new Uint32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = lengths[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length++;
    lengths[at] = length;
  }
  return lengths;
};

/**
 * Visits the first `most` matches, which never overlap, and returns how many there were.
 * Linear for any pattern (Knuth, Morris, Pratt), and keeps no list.
 */
export const eachMatch = (
  bytes: Uint8Array,
  wanted: Uint8Array,
  most: number,
  visit: (at: number) => void = () => {},
): number => {
  if (wanted.length === 0 || most < 1) return 0;
  const lengths = beginnings(wanted);
  let [length, found] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    while (length > 0 && bytes[at] !== wanted[length]) length = lengths[length - 1] ?? 0;
    if (bytes[at] === wanted[length]) length++;
    if (length < wanted.length) continue;
    visit(at + 1 - length);
    found++;
    if (found >= most) return found;
    length = 0;
  }
  return found;
};

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const RANGE = 2 ** 32;

/** A number in [0, 1) that depends on the text alone, evenly distributed (FNV-1a, then the finaliser of MurmurHash3). */
export const unitHash = (text: string): number => {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ (text.charCodeAt(at) & 0xff), FNV_PRIME);
    hash = Math.imul(hash ^ (text.charCodeAt(at) >>> 8), FNV_PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / RANGE;
};

const MAX_ID_LENGTH = 1000;
const SEPARATOR = ' > ';

/** Escape sequences, then everything else that does not print. */
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const LONE_SURROGATE = /\p{Cs}/gu;
/** Python's ` at 0x7f…`, Go's `(*T)(0xc000…)` and Ruby's `#<T:0x000…`; shorter ones elsewhere may be what a test is about. */
const ADDRESS = /0x(?<= at 0x)[0-9a-fA-F]+|0x(?<=\(0x)[0-9a-fA-F]{5,16}\b|0x[0-9a-fA-F]{9,16}\b/g;
/** The identity of an object in Java: `T@1b28cdfa`. */
const IDENTITY = /(?<=[\w$\]])@(?=[0-9a-f]{0,7}\d)[0-9a-f]{5,8}(?![\w.@-])/g;

export const stripEscapes = (text: string): string =>
  text.includes('\u001b') ? text.replace(ESCAPES, '') : text;

/** The same test has the same id in every workspace and every run: no root, no address, no control character. */
export const cleanId = (id: string, root: string): string => {
  const cut = root.length > 1 ? id.replaceAll(`${root}/`, '') : id;
  const clean = stripEscapes(cut)
    .replace(UNPRINTABLE, ' ')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(ADDRESS, '0x…')
    .replace(IDENTITY, '@…')
    .trim();
  const short = clean.length > MAX_ID_LENGTH ? `${cutAt(clean, MAX_ID_LENGTH)}…` : clean;
  if (short === '') return '(unnamed)';
  // Readers of JSON drop this key, and the test with it.
  return short === '__proto__' ? '(__proto__)' : short;
};

/** Never cuts a character in two. */
const cutAt = (text: string, length: number): string => text.slice(0, length).replace(LONE_SURROGATE, '');

/** Names from the outermost suite to the test; empty ones are dropped. */
export const joinNames = (names: readonly string[]): string =>
  names.filter((name) => name !== '').join(SEPARATOR);

/** A path in the repository: relative, with forward slashes. */
export const pathInId = (path: string, root: string): string => {
  const plain = fromUrl(path).replaceAll('\\', '/');
  const inside = root.length > 1 && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
  const bare = inside.startsWith('./') ? inside.slice(2) : inside;
  return bare.replace(UNPRINTABLE, ' ').replace(LONE_SURROGATE, '\ufffd');
};

const fromUrl = (path: string): string => {
  if (!path.startsWith('file://')) return path;
  try {
    return decodeURIComponent(path.slice('file://'.length));
  } catch {
    return path.slice('file://'.length);
  }
};

import { createHash } from 'node:crypto';

const MAX_LENGTH = 200;
const KEPT_OF_LONG = 120;
const ENDING = /\.[a-z]{1,10}$/;
const KEPT = /^[a-z0-9_-]$/;
/** Windows opens a device for these, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/;

/**
 * Any text → a file name that is safe on every disk, and different for different texts even if case is
 * ignored: capitals become `~` and the small letter, every other unusual byte `~` and three digits.
 */
export const toFileName = (text: string, taken: readonly string[] = []): string => {
  const bytes = [...Buffer.from(text, 'utf8')];
  if (bytes.length === 0) throw new Error('an empty text names no file');
  const name = bytes.map((byte, at) => encode(byte, at === 0 || at === bytes.length - 1)).join('');
  if (name.length > MAX_LENGTH) return shortened(name, text);
  return DEVICE.test(name) || taken.includes(name) ? `${escaped(bytes[0] as number)}${name.slice(1)}` : name;
};

const encode = (byte: number, atEdge: boolean): string => {
  const character = String.fromCharCode(byte);
  if (KEPT.test(character) || (character === '.' && !atEdge)) return character;
  return character >= 'A' && character <= 'Z' ? `~${character.toLowerCase()}` : escaped(byte);
};

const escaped = (byte: number): string => `~${String(byte).padStart(3, '0')}`;

/** Files that differ only in their ending keep the same stem. */
const shortened = (name: string, text: string): string => {
  const ending = ENDING.exec(text)?.[0] ?? '';
  const stem = text.slice(0, text.length - ending.length);
  return `${name.slice(0, KEPT_OF_LONG)}~~${shortDigest(stem)}${ending}`;
};

const shortDigest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

import type { PatchFault, PatchOp } from '../domain/candidate/patch-op.ts';
import { eachMatch } from './each-match.ts';

export type Changed =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly fault: Pick<PatchFault, 'field' | 'reason'> };

/** No file may be or become larger: one edit could ask for more memory than there is. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
export const LONGEST_CHARACTER = 4;

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const refused = (field: string, reason: string): Changed => ({ ok: false, fault: { field, reason } });

const tooLarge = (field: string): Changed =>
  refused(field, `would make the file larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);

/** Length of the character that starts with this byte; 0 if none does. */
const lengthFrom = (first: number): number => {
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
};

/** Null: the bytes are not UTF-8. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};

/** Would the offset split a character? Bytes that are not UTF-8 have no characters to split. */
export const cutsCharacter = (bytes: Uint8Array, offset: number): boolean => {
  for (let start = Math.max(0, offset - LONGEST_CHARACTER + 1); start < offset; start++) {
    const end = start + lengthFrom(bytes[start] ?? 0);
    if (end > offset && end <= bytes.length && textOf(bytes.subarray(start, end)) !== null) return true;
  }
  return false;
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Replaces the first occurrences; inserted text is not searched again. */
export const editBytes = (bytes: Uint8Array, op: PatchOp & { readonly kind: 'edit' }): Changed => {
  const wanted = encoder.encode(op.find);
  const { occurrences = 1 } = op;
  if (wanted.length === 0) return refused('find', 'is empty');
  if (!Number.isSafeInteger(occurrences) || occurrences < 1)
    return refused('occurrences', 'must be a whole number of 1 or more');
  const found = eachMatch(bytes, wanted, occurrences);
  if (found < occurrences)
    return refused('find', `is found ${times(found)}, not ${times(occurrences)} (occurrences)`);
  const replacement = encoder.encode(op.replace);
  const length = bytes.length + found * (replacement.length - wanted.length);
  if (length > MAX_FILE_BYTES) return tooLarge('replace');
  const changed = new Uint8Array(length);
  let [from, to] = [0, 0];
  const copy = (part: Uint8Array) => {
    changed.set(part, to);
    to += part.length;
  };
  eachMatch(bytes, wanted, occurrences, (at) => {
    copy(bytes.subarray(from, at));
    copy(replacement);
    from = at + wanted.length;
  });
  copy(bytes.subarray(from));
  return { ok: true, bytes: changed };
};

/** Cuts and inserts at byte offsets of UTF-8, never inside a character. */
export const spliceBytes = (bytes: Uint8Array, op: PatchOp & { readonly kind: 'splice' }): Changed => {
  const { start, deleteCount, insert = '' } = op;
  const end = start + deleteCount;
  if (!Number.isSafeInteger(start) || start < 0 || start > bytes.length)
    return refused('start', `is ${start}, beyond the end at byte ${bytes.length}`);
  if (!Number.isSafeInteger(deleteCount) || deleteCount < 0 || end > bytes.length)
    return refused('deleteCount', `reaches to byte ${end}, beyond the end at byte ${bytes.length}`);
  if (cutsCharacter(bytes, start)) return refused('start', `cuts a character in two at byte ${start}`);
  if (cutsCharacter(bytes, end)) return refused('deleteCount', `cuts a character in two at byte ${end}`);
  const inserted = encoder.encode(insert);
  const length = bytes.length - deleteCount + inserted.length;
  if (length > MAX_FILE_BYTES) return tooLarge('insert');
  const changed = new Uint8Array(length);
  changed.set(bytes.subarray(0, start));
  changed.set(inserted, start);
  changed.set(bytes.subarray(end), start + inserted.length);
  return { ok: true, bytes: changed };
};

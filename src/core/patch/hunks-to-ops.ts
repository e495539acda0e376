import type { PatchOp } from '../domain/candidate/patch-op.ts';
import { cutsCharacter, LONGEST_CHARACTER, textOf } from './change-bytes.ts';
import { eachMatch } from './each-match.ts';

/** Lines `start` to `end` of one side, from 0, `end` excluded. */
type Lines = { readonly start: number; readonly end: number };
export type Hunk = { readonly before: Lines; readonly after: Lines };

const MOST_CONTEXT = 3;
/** Longer text is identified by its position instead of its content. */
const LONGEST_FIND = 2000;
/** Bytes searched for all hunks of a file. */
const MOST_SEARCHED = 200_000_000;
const NEWLINE = 0x0a;

/** Where each line begins, and where the last one ends. */
const lineStarts = (bytes: Uint8Array): readonly number[] => {
  const starts = [0];
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(NEWLINE, at + 1))
    starts.push(at + 1);
  if (bytes.length > 0) starts.push(bytes.length);
  return starts;
};

const reader = (bytes: Uint8Array) => {
  const starts = lineStarts(bytes);
  const offset = (line: number): number => starts[Math.min(line, starts.length - 1)] ?? 0;
  return {
    lines: starts.length - 1,
    offset,
    slice: (start: number, end: number) => bytes.subarray(offset(start), offset(end)),
  };
};

type Side = ReturnType<typeof reader>;

/** The shortest text around a hunk whose first occurrence in the file is the hunk. */
const asEdit = (
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  side: Side,
  { start, end }: Lines,
  { insert, until }: { readonly insert: string; readonly until: number },
): PatchOp | null => {
  for (let context = 0; context <= MOST_CONTEXT; context++) {
    const [from, to] = [Math.max(0, start - context), Math.min(until, end + context)];
    const wanted = side.slice(from, to);
    if (wanted.length === 0) continue;
    if (wanted.length > LONGEST_FIND) return null;
    let first = -1;
    eachMatch(bytes, wanted, 1, (at) => (first = at));
    if (first !== side.offset(from)) continue;
    const [find, head, tail] = [textOf(wanted), textOf(side.slice(from, start)), textOf(side.slice(end, to))];
    if (find === null || head === null || tail === null) return null;
    return { kind: 'edit', path, find, replace: head + insert + tail };
  }
  return null;
};

/** Length of the common prefix of two texts; with `step` -1, of the common suffix. */
const commonLength = (left: Uint8Array, right: Uint8Array, most: number, step: 1 | -1): number => {
  let count = 0;
  const at = (bytes: Uint8Array) => bytes[step === 1 ? count : bytes.length - 1 - count];
  while (count < most && at(left) === at(right)) count++;
  return count;
};

type Region = { readonly start: number; readonly end: number; readonly replacement: Uint8Array };

/** Only the bytes that differ, since those around them may not be text; widened to whole characters on each side. */
const asNarrowSplice = (
  path: string,
  bytes: Uint8Array,
  { start, end, replacement }: Region,
): PatchOp | null => {
  const old = bytes.subarray(start, end);
  const head = commonLength(old, replacement, Math.min(old.length, replacement.length), 1);
  const tail = commonLength(old, replacement, Math.min(old.length, replacement.length) - head, -1);
  for (let left = head; left >= Math.max(0, head - LONGEST_CHARACTER); left--)
    for (let right = tail; right >= Math.max(0, tail - LONGEST_CHARACTER); right--) {
      const insert = textOf(replacement.subarray(left, replacement.length - right));
      const [from, to] = [start + left, end - right];
      if (insert !== null && !cutsCharacter(bytes, from) && !cutsCharacter(bytes, to))
        return {
          kind: 'splice',
          path,
          start: from,
          deleteCount: to - from,
          ...(insert === '' ? {} : { insert }),
        };
    }
  return null;
};

/**
 * A changed file as operations, last hunk first, so that offsets stay valid.
 * Null if the new content is not UTF-8 text.
 */
export const hunksToOps = (
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  hunks: readonly Hunk[],
): readonly PatchOp[] | null => {
  const [old, young] = [reader(before), reader(after)];
  const searchable = hunks.length * before.length <= MOST_SEARCHED;
  const ops: PatchOp[] = [];
  for (const [at, hunk] of [...hunks.entries()].reverse()) {
    const replacement = young.slice(hunk.after.start, hunk.after.end);
    const insert = textOf(replacement);
    const until = hunks[at + 1]?.before.start ?? old.lines;
    const edit =
      insert !== null && searchable
        ? asEdit({ path, bytes: before }, old, hunk.before, { insert, until })
        : null;
    const [start, end] = [old.offset(hunk.before.start), old.offset(hunk.before.end)];
    const op = edit ?? asNarrowSplice(path, before, { start, end, replacement });
    if (op === null) return null;
    ops.push(op);
  }
  return ops;
};

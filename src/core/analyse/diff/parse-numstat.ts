import { decodePath } from '../paths/decode-path.ts';
import { splitAtNul } from './split-at-nul.ts';

export type ChangedLineCounts = { readonly added: number; readonly removed: number } | 'binary';

const COUNTS = /^(?:(\d{1,10})\t(\d{1,10})|-\t-)\t/;

/** Lines by (new) path. A rename is an empty path followed by the old and the new one as fields of their own. */
export const parseNumstat = (numstat: Uint8Array): ReadonlyMap<string, ChangedLineCounts> | string => {
  const fields = splitAtNul(numstat);
  if (fields === null) return 'git diff-tree --numstat does not end with a NUL';
  const counts = new Map<string, ChangedLineCounts>();
  for (let at = 0; at < fields.length; at++) {
    const place = `git diff-tree --numstat, field ${at + 1}`;
    const match = COUNTS.exec(asciiPrefix(fields[at]!));
    if (!match) return `${place}: no line counts`;
    const inline = fields[at]!.subarray(match[0].length);
    if (inline.length === 0) at += 2;
    const name = inline.length === 0 ? fields[at] : inline;
    if (!name?.length) return `${place}: no path`;
    const path = decodePath(name);
    if (counts.has(path)) return `${place}: a path counted twice`;
    const [added, removed] = [match[1], match[2]];
    counts.set(
      path,
      added === undefined || removed === undefined
        ? 'binary'
        : { added: Number(added), removed: Number(removed) },
    );
  }
  return counts;
};

const asciiPrefix = (field: Uint8Array): string => String.fromCharCode(...field.subarray(0, 24));

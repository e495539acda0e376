import type { ChangedFile } from '../../domain/candidate/diff-facts.ts';
import { decodePath } from '../paths/decode-path.ts';
import { parseNumstat, type ChangedLineCounts } from './parse-numstat.ts';
import { splitAtNul } from './split-at-nul.ts';

export type RawEntry = Pick<ChangedFile, 'path' | 'oldPath' | 'change' | 'oldMode' | 'newMode' | 'kind'> & {
  /** Null if the side does not exist. */
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  readonly added: number;
  readonly removed: number;
};

export type ParsedRawDiff =
  | { readonly ok: true; readonly entries: readonly RawEntry[] }
  | { readonly ok: false; readonly reason: string };

const HEADER = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])[0-9]{0,3}$/;
const NO_BLOB = /^0+$/;

const CHANGE_OF: Readonly<Partial<Record<string, ChangedFile['change']>>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

const SUBMODULE = '160000';
const SYMLINK = '120000';

const kindOf = (modes: readonly string[], counts: ChangedLineCounts): ChangedFile['kind'] => {
  if (modes.includes(SUBMODULE)) return 'submodule';
  if (modes.includes(SYMLINK)) return 'symlink';
  return counts === 'binary' ? 'binary' : 'text';
};

const blobOf = (id: string): string | null => (NO_BLOB.test(id) ? null : id);

/** Reads `diff-tree -r -z --raw -M` and `--numstat -z -M`; anything unexpected is a reason, not a guess. */
export const parseRawDiff = (raw: Uint8Array, numstat: Uint8Array): ParsedRawDiff => {
  const counts = parseNumstat(numstat);
  if (typeof counts === 'string') return { ok: false, reason: counts };
  const fields = splitAtNul(raw);
  if (fields === null) return { ok: false, reason: 'git diff-tree --raw does not end with a NUL' };

  const entries: RawEntry[] = [];
  for (let at = 0; at < fields.length;) {
    const entry = readEntry(fields, at, counts);
    if (typeof entry === 'string')
      return { ok: false, reason: `git diff-tree --raw, field ${at + 1}: ${entry}` };
    entries.push(entry);
    at += entry.oldPath === undefined ? 2 : 3;
  }
  if (entries.length !== counts.size)
    return { ok: false, reason: `git lists ${entries.length} files but counts lines of ${counts.size}` };
  return { ok: true, entries };
};

const readEntry = (
  fields: readonly Uint8Array[],
  at: number,
  counts: ReadonlyMap<string, ChangedLineCounts>,
): RawEntry | string => {
  const header = HEADER.exec(decodePath(fields[at]!));
  const change = CHANGE_OF[header?.[5] ?? ''];
  if (!header || !change) return 'not an entry';
  const moved = change === 'renamed' || change === 'copied';
  const [first, second] = [fields[at + 1], moved ? fields[at + 2] : undefined];
  if (!first?.length || (moved && !second?.length)) return 'an entry without its path';
  const path = decodePath(second ?? first);
  const lines = counts.get(path);
  if (lines === undefined) return 'a file without its line counts';
  const [, oldMode, newMode, oldId, newId] = header as unknown as readonly string[];
  return {
    path,
    ...(moved ? { oldPath: decodePath(first) } : {}),
    change,
    oldMode: oldMode!,
    newMode: newMode!,
    kind: kindOf([oldMode!, newMode!], lines),
    oldBlob: blobOf(oldId!),
    newBlob: blobOf(newId!),
    added: lines === 'binary' ? 0 : lines.added,
    removed: lines === 'binary' ? 0 : lines.removed,
  };
};

import { splitLines } from '../../text/split-lines.ts';

/** A run of changed and unchanged lines: `lines` of the base from line `start` on, counted from 1. */
export type PatchHunk = {
  readonly start: number;
  readonly lines: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The text that git puts behind the second `@@`. */
  readonly heading: string;
};

export type PatchFile = {
  /** In the base; null if the patch adds the file. */
  readonly oldPath: string | null;
  readonly path: string;
  readonly hunks: readonly PatchHunk[];
};

type OpenHunk = {
  start: number;
  lines: number;
  added: string[];
  removed: string[];
  heading: string;
  oldLeft: number;
  newLeft: number;
};
type OpenFile = { oldPath: string | null; path: string; hunks: OpenHunk[] };

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@ ?(.*)$/;
const GIT_HEADER = /^diff --git "?a\/(.*?)"? "?b\/(.*)$/;
const NOTHING = '/dev/null';

/** Without prefix, quotes and time stamp. */
const pathIn = (line: string): string => {
  const [named = ''] = line.slice(4).split('\t');
  const plain = named.trim().replace(/^"(.*)"$/, '$1');
  return plain === NOTHING ? plain : plain.replace(/^[ab]\//, '');
};

const openHunk = (header: RegExpExecArray): OpenHunk => ({
  start: Number(header[1]),
  lines: Number(header[2] ?? 1),
  oldLeft: Number(header[2] ?? 1),
  newLeft: Number(header[3] ?? 1),
  heading: (header[4] ?? '').trim(),
  added: [],
  removed: [],
});

/** False: the line is not part of the hunk, which has all its lines. */
const takeLine = (hunk: OpenHunk, line: string): boolean => {
  if (hunk.oldLeft <= 0 && hunk.newLeft <= 0) return false;
  if (line.startsWith('\\')) return true;
  if (line.startsWith('+')) {
    hunk.added.push(line.slice(1));
    hunk.newLeft -= 1;
  } else if (line.startsWith('-')) {
    hunk.removed.push(line.slice(1));
    hunk.oldLeft -= 1;
  } else {
    hunk.oldLeft -= 1;
    hunk.newLeft -= 1;
  }
  return true;
};

/** The files of a unified diff with their added and removed lines. Anything that is not part of a file is skipped. */
export const readPatchFiles = (patch: string): readonly PatchFile[] => {
  const files: OpenFile[] = [];
  let hunk: OpenHunk | null = null;
  let headed = false;
  for (const line of splitLines(patch)) {
    if (hunk !== null && takeLine(hunk, line)) continue;
    hunk = null;
    const git = GIT_HEADER.exec(line);
    if (git !== null) {
      files.push({ oldPath: git[1] ?? '', path: (git[2] ?? '').replace(/"$/, ''), hunks: [] });
      headed = true;
      continue;
    }
    const header = HUNK.exec(line);
    const file = files.at(-1);
    if (header !== null && file !== undefined) {
      hunk = openHunk(header);
      file.hunks.push(hunk);
      headed = false;
    } else if (line.startsWith('--- ')) {
      const oldPath = pathIn(line);
      if (headed && file !== undefined) file.oldPath = oldPath === NOTHING ? null : oldPath;
      else files.push({ oldPath: oldPath === NOTHING ? null : oldPath, path: oldPath, hunks: [] });
      headed = true;
    } else if (line.startsWith('+++ ') && file !== undefined) {
      const path = pathIn(line);
      if (path !== NOTHING) file.path = path;
    } else if (line.startsWith('new file mode') && file !== undefined) file.oldPath = null;
  }
  return files.map(({ oldPath, path, hunks }) => ({
    oldPath,
    path,
    hunks: hunks.map(({ start, lines, added, removed, heading }) => ({
      start,
      lines,
      added,
      removed,
      heading,
    })),
  }));
};

/** A line of a diff as drawn; `mark` is its prefix in the patch. */
export type PatchLine = {
  readonly mark: '+' | '-' | ' ';
  readonly text: string;
  readonly old: number | null;
  readonly new: number | null;
};
export type PatchRow =
  | { readonly kind: 'hunk'; readonly text: string }
  | { readonly kind: 'line'; readonly line: PatchLine }
  | { readonly kind: 'note'; readonly text: string };

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/;
const HEADER =
  /^(?:diff --git|index |--- |\+\+\+ |old mode|new mode|new file|deleted file|similarity|rename|copy)/;

/** One file's unified diff → rows. Total: anything that is not a diff becomes notes. */
export const parsePatch = (patch: string): readonly PatchRow[] => {
  const rows: PatchRow[] = [];
  let [oldLine, newLine, inHunk] = [0, 0, false];
  for (const text of patch.split('\n')) {
    const hunk = HUNK.exec(text);
    if (hunk !== null) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      inHunk = true;
      rows.push({ kind: 'hunk', text: (hunk[3] ?? '').trim() });
    } else if (inHunk && text.startsWith('+'))
      rows.push({ kind: 'line', line: { mark: '+', text: text.slice(1), old: null, new: newLine++ } });
    else if (inHunk && text.startsWith('-'))
      rows.push({ kind: 'line', line: { mark: '-', text: text.slice(1), old: oldLine++, new: null } });
    else if (inHunk && text.startsWith(' '))
      rows.push({ kind: 'line', line: { mark: ' ', text: text.slice(1), old: oldLine++, new: newLine++ } });
    else if (text.startsWith('\\')) rows.push({ kind: 'note', text: text.slice(2) });
    else if (text !== '' && !HEADER.test(text)) rows.push({ kind: 'note', text });
  }
  return rows;
};

export type SplitRow =
  | Exclude<PatchRow, { kind: 'line' }>
  | { readonly kind: 'pair'; readonly left: PatchLine | null; readonly right: PatchLine | null };

/** Removed lines next to the added ones that follow them. */
export const pairRows = (rows: readonly PatchRow[]): readonly SplitRow[] => {
  const paired: SplitRow[] = [];
  let removed: PatchLine[] = [];
  let added: PatchLine[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      paired.push({ kind: 'pair', left: removed[at] ?? null, right: added[at] ?? null });
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === 'line' && row.line.mark === '-') {
      if (added.length > 0) flush();
      removed.push(row.line);
    } else if (row.kind === 'line' && row.line.mark === '+') added.push(row.line);
    else {
      flush();
      paired.push(row.kind === 'line' ? { kind: 'pair', left: row.line, right: row.line } : row);
    }
  }
  flush();
  return paired;
};

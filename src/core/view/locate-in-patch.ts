import type { ChangePlace } from '../dimensions/dimension.ts';
import { patchParts } from './patch-parts.ts';

/** More is not searched for a word. */
const MOST_CHARS = 4_000_000;
const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)/;
const IN_A_WORD = /[\p{L}\p{N}_$]/u;

type Located = { readonly path: string | null; readonly line: number | null };
export type Locate = (place: ChangePlace) => Located;

type AddedLine = { readonly path: string; readonly line: number; readonly text: string };

/** Lines that a patch adds, with their numbers afterwards. */
const addedLines = (patch: string): readonly AddedLine[] =>
  patchParts(patch.slice(0, MOST_CHARS)).flatMap(({ path, kind, text }) => {
    const added: AddedLine[] = [];
    if (kind !== 'text') return added;
    let line = 0;
    for (const row of text.split('\n')) {
      const hunk = HUNK.exec(row)?.[1];
      if (hunk !== undefined) line = Number(hunk);
      else if (line === 0 || row.startsWith('-') || row.startsWith('\\')) continue;
      else {
        if (row.startsWith('+')) added.push({ path, line, text: row.slice(1) });
        line += 1;
      }
    }
    return added;
  });

/** A name is found as a word; anything else, such as a path, as it is. */
const has = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.slice(0, at).at(-1) ?? ' ', text[at + word.length] ?? ' '];
    if (!IN_A_WORD.test(before) && !IN_A_WORD.test(after)) return true;
  }
  return false;
};

/** Finds places in the lines that a patch adds; the patch is read once, and only if a line is asked for. */
export const locateIn = (patch: string): Locate => {
  let lines: readonly AddedLine[] | null = null;
  return ({ path, line, word = '' }) => {
    if (line !== undefined) return { path, line };
    lines ??= addedLines(patch);
    const found =
      word === ''
        ? undefined
        : lines.find((one) => (path === null || one.path === path) && has(one.text, word));
    return found === undefined ? { path, line: null } : { path: found.path, line: found.line };
  };
};

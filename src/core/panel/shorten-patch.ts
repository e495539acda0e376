import { readPatchFiles } from '../analyse/diff/read-patch-files.ts';
import { classifyPath } from '../analyse/paths/classify-path.ts';
import type { PathRole } from '../domain/candidate/diff-facts.ts';

/** The most informative about a change first. */
const ROLES: readonly PathRole[] = ['source', 'config', 'test', 'docs', 'generated', 'lockfile'];

type Section = { readonly path: string; readonly text: string; readonly rank: number };

const sectionsOf = (patch: string): readonly Section[] =>
  patch.split(/^(?=diff --git )/m).flatMap((text) => {
    if (text.trim() === '') return [];
    const path = readPatchFiles(text)[0]?.path ?? '';
    return [{ path, text, rank: ROLES.indexOf(classifyPath(path)) }];
  });

const cutAtLine = (text: string, most: number): string => {
  const end = text.lastIndexOf('\n', most);
  return text.slice(0, end > 0 ? end : most);
};

/** A long patch loses lockfiles, generated files, documentation and tests first. `cut`: the note for the reader. */
export const shortenPatch = (
  patch: string,
  most: number,
): { readonly text: string; readonly cut: string | null } => {
  if (patch.length <= most) return { text: patch, cut: null };
  const kept: string[] = [];
  const gone: string[] = [];
  let room = most;
  for (const { path, text } of sectionsOf(patch).toSorted((left, right) => left.rank - right.rank)) {
    if (text.length <= room) kept.push(text);
    else {
      const part = room > 0 ? cutAtLine(text, room) : '';
      if (part !== '') kept.push(`${part}\n`);
      gone.push(`${path} (${text.length - part.length} characters)`);
    }
    room -= text.length;
  }
  const named = gone.slice(0, 5).join(', ') + (gone.length > 5 ? ` and ${gone.length - 5} more files` : '');
  const cut = `[This patch has ${patch.length} characters and is shown in part. Left out: ${named}.]`;
  return { text: `${kept.join('')}${cut}`, cut };
};

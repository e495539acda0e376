import type { ChangedFile, DiffFacts } from '../../domain/candidate/diff-facts.ts';

const sumOf = (
  files: readonly ChangedFile[],
  count: 'added' | 'removed' | 'effectiveAdded' | 'effectiveRemoved',
) => files.reduce((sum, file) => sum + file[count], 0);

/** By code unit, so the order is the same in every locale. */
const byPath = (a: ChangedFile, b: ChangedFile): number => (a.path < b.path ? -1 : Number(a.path > b.path));

export const assembleDiffFacts = (files: readonly ChangedFile[]): DiffFacts => ({
  files: files.toSorted(byPath),
  added: sumOf(files, 'added'),
  removed: sumOf(files, 'removed'),
  effectiveAdded: sumOf(files, 'effectiveAdded'),
  effectiveRemoved: sumOf(files, 'effectiveRemoved'),
  effect: files.some((file) => file.effect),
});

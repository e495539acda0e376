import type { ChangedFile, DiffFacts } from '../../domain/candidate/diff-facts.ts';
import { compareText } from '../../math/compare-text.ts';

const sumOf = (
  files: readonly ChangedFile[],
  count: 'added' | 'removed' | 'effectiveAdded' | 'effectiveRemoved',
) => files.reduce((sum, file) => sum + file[count], 0);

const byPath = (a: ChangedFile, b: ChangedFile): number => compareText(a.path, b.path);

export const assembleDiffFacts = (files: readonly ChangedFile[]): DiffFacts => ({
  files: files.toSorted(byPath),
  added: sumOf(files, 'added'),
  removed: sumOf(files, 'removed'),
  effectiveAdded: sumOf(files, 'effectiveAdded'),
  effectiveRemoved: sumOf(files, 'effectiveRemoved'),
  effect: files.some((file) => file.effect),
});

import { readPatchFiles } from '../../analyse/diff/read-patch-files.ts';
import { classifyPath } from '../../analyse/paths/classify-path.ts';
import type { Selector } from '../selector.ts';
import { bestBy } from './best-by.ts';

const changedSourceLines = (patch: string): number =>
  readPatchFiles(patch)
    .filter(({ path }) => classifyPath(path) === 'source')
    .flatMap(({ hunks }) => hunks)
    .reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);

export const smallest: Selector = {
  id: 'smallest',
  summary: 'fewest changed lines of source',
  select: (task) =>
    bestBy(
      task,
      ({ patch }) => -changedSourceLines(patch),
      (value) => `changes ${-value} lines of source`,
    ),
};

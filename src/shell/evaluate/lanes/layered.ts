import type { TreeChange } from '../../../core/domain/work/tree-change.ts';

/** The later of two changes of one path wins. */
export const layered = (...layers: readonly (readonly TreeChange[])[]): readonly TreeChange[] => {
  const byPath = new Map<string, TreeChange>();
  for (const change of layers.flat()) byPath.set(change.path, change);
  return [...byPath.values()];
};

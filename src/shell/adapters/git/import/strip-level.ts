import type { PatchSection } from './scan-patch.ts';

/** How many leading folders of the names in a patch are a prefix, not part of the path. */
export type StripLevel = 0 | 1;

const split = (name: string): readonly [string, string] | null => {
  const slash = name.indexOf('/');
  return slash === -1 ? null : [name.slice(0, slash), name.slice(slash + 1)];
};

/** Null: both interpretations are possible. */
const levelOf = ({ before, after, bare }: PatchSection): StripLevel | null => {
  if (bare) return 0;
  if (before === null && after === null) return 1;
  if (before === null || after === null) {
    const [name, usual] = before === null ? [after ?? '', 'b/'] : [before, 'a/'];
    return name.startsWith(usual) ? 1 : split(name) ? null : 0;
  }
  const [old, young] = [split(before), split(after)];
  if (old === null || young === null) return 0;
  return old[0] !== young[0] && old[1] === young[1] ? 1 : null;
};

/** The interpretations to try. If two apply with different results, neither counts. */
export const stripLevels = (sections: readonly PatchSection[]): readonly StripLevel[] => {
  const levels = new Set(sections.map(levelOf));
  if (levels.has(1)) return [1];
  return levels.has(0) ? [0] : [1, 0];
};

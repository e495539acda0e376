import type { Direction } from '../../../domain/source/project-brief.ts';
import { folderOf } from '../../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../../domain/source/source-index.ts';
import { compareText } from '../../../math/compare-text.ts';
import type { ImportEdge } from '../../../languages/parts/import-target.ts';

/** A rule needs this many imports one way, and at most this share the other way. */
export const MIN_IMPORTS = 5;
export const MAX_SHARE_AGAINST = 0.1;

/** The two sibling folders that an import connects; null within one folder. */
export const layersOf = (from: string, to: string, isFile: boolean): readonly [string, string] | null => {
  const [a, b] = [
    from.split('/').slice(0, -1),
    to === '.' ? [] : to.split('/').slice(0, isFile ? -1 : undefined),
  ];
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  // Files directly in the common folder are not a layer.
  if (shared === a.length || shared === b.length) return null;
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
};

const SEPARATOR = '\0';

/** Tests may import anything: only source counts. */
export const observeDirections = (index: SourceIndex, edges: readonly ImportEdge[]): readonly Direction[] => {
  const counts = new Map<string, number>();
  const known = new Map<string, string | null>();
  for (const { from, to } of edges) {
    if (index.byPath.get(from)?.role === 'test' || index.byPath.get(to)?.role === 'test') continue;
    const isFile = index.byPath.has(to);
    const between = folderOf(from) + SEPARATOR + (isFile ? folderOf(to) : to);
    let key = known.get(between);
    if (key === undefined) {
      key = layersOf(from, to, isFile)?.join(SEPARATOR) ?? null;
      known.set(between, key);
    }
    if (key === null) continue;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const directions: Direction[] = [];
  for (const [key, imports] of counts) {
    const [from = '', to = ''] = key.split(SEPARATOR);
    const against = counts.get([to, from].join(SEPARATOR)) ?? 0;
    if (against > imports || (against === imports && from > to)) continue;
    const rule = imports >= MIN_IMPORTS && against / (imports + against) <= MAX_SHARE_AGAINST;
    directions.push({ from, to, imports, against, rule });
  }
  return directions.sort((a, b) => b.imports - a.imports || compareText(a.from + a.to, b.from + b.to));
};

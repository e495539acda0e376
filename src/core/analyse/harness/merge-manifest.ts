import { baseName } from '../../domain/source/path-parts.ts';
import { LANGUAGES } from '../../languages/languages.ts';
import type { MergedManifest } from '../../languages/parts/manifest-merge.ts';

const MERGERS = new Map(LANGUAGES.flatMap(({ mergeManifest: mergers }) => Object.entries(mergers)));

/** The candidate's dependencies and metadata, the base's scripts and tool settings. */
export const mergeManifest = (path: string, base: string | null, own: string | null): MergedManifest => {
  const name = baseName(path).toLowerCase();
  const merge = base === null || own === null ? undefined : MERGERS.get(name);
  return merge === undefined ? { kind: 'kept', dependencies: true } : merge(base ?? '', own ?? '');
};

import type { FilePattern } from '../../domain/source/project-brief.ts';
import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { compareText } from '../../math/compare-text.ts';
import { describeShapes } from './file-pattern.ts';
import { fileShape } from './file-shape.ts';

const MAX_PATTERNS = 100;
const MIN_FILES = 3;

/** Folders with enough files to show how they are named, the largest first. */
export const listFilePatterns = ({ files }: SourceIndex): readonly FilePattern[] => {
  const groups = new Map<string, string[]>();
  for (const { path, row } of files) {
    if (row === null) continue;
    const { ending, prefix, suffix } = fileShape(path);
    const key = [folderOf(path), prefix, suffix, ending].join('\0');
    const group = groups.get(key);
    if (group) group.push(path);
    else groups.set(key, [path]);
  }
  return [...groups.values()]
    .filter((paths) => paths.length >= MIN_FILES)
    .sort((a, b) => b.length - a.length || compareText(a[0] ?? '', b[0] ?? ''))
    .slice(0, MAX_PATTERNS)
    .map((paths) => ({
      folder: folderOf(paths[0] ?? '') || '.',
      pattern: describeShapes(paths.map(fileShape)) ?? '',
      files: paths.length,
    }));
};

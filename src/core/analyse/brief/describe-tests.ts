import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { rankCounts } from './rank-counts.ts';
import { fileShape } from './file-shape.ts';

const MAX_LISTED = 8;
const PLAIN = /^\*\.[^.]*$/;
const MARK = /(?:^|[._-])(?:test|spec|e2e|cy)$/;

/** The places of the tests and how their files are named. Helpers and fixtures are not counted. */
export const describeTests = ({ files }: SourceIndex): ProjectBrief['tests'] => {
  const sources = new Set(
    files.flatMap(({ path, role, row }) => (row !== null && role !== 'test' ? [folderOf(path)] : [])),
  );
  const [folders, patterns] = [new Map<string, number>(), new Map<string, number>()];
  let [beside, apart] = [0, 0];
  for (const { path, role, row } of files) {
    if (role !== 'test' || row === null) continue;
    const { prefix, suffix: dotted, ending, lastWord } = fileShape(path);
    const suffix = MARK.test(dotted) ? dotted : '';
    const word = prefix === '' && suffix === '' && /^(?:Test|Tests|IT|Spec)$/.test(lastWord) ? lastWord : '';
    const folder = folderOf(path);
    if (sources.has(folder)) beside += 1;
    else apart += 1;
    folders.set(folder || '.', (folders.get(folder || '.') ?? 0) + 1);
    const pattern = `${prefix}*${word}${suffix}.${ending}`;
    patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
  }
  // If tests have distinctive names, the rest are helpers.
  const distinctive = new Map([...patterns].filter(([pattern]) => !PLAIN.test(pattern)));
  const placement =
    beside === 0 && apart === 0 ? 'none' : beside === 0 ? 'apart' : apart === 0 ? 'beside' : 'both';
  return {
    files: beside + apart,
    placement,
    folders: rankCounts(folders, MAX_LISTED).map(([folder, count]) => ({ folder, files: count })),
    patterns: rankCounts(distinctive.size > 0 ? distinctive : patterns, MAX_LISTED).map(
      ([pattern, count]) => ({
        pattern,
        files: count,
      }),
    ),
  };
};

import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import { ROLES, roleOf } from '../../domain/source/source-facts.ts';
import { baseName } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { languageById, LANGUAGES } from '../../languages/languages.ts';

const MAX_LISTED = 30;
const BY_NAME = new Map(LANGUAGES.flatMap(({ brief }) => Object.entries(brief.entryFiles)));

/** Files that declare a function `main`, in languages where that starts a program. */
const programs = ({ files, table }: SourceIndex): ProjectBrief['entryPoints'] => {
  const main = table.names.indexOf('main');
  if (main < 0) return [];
  return files.flatMap(({ path, row, role }) => {
    if (row === null || role === 'test' || !languageById(row.language).brief.mainFunction) return [];
    for (let at = row.first; at < row.last; at += 2)
      if (table.entries[at] === main && ROLES[roleOf(table.entries[at + 1] ?? 0)] === 'function')
        return [{ path, why: 'declares main' }];
    return [];
  });
};

export const findEntryPoints = (index: SourceIndex): ProjectBrief['entryPoints'] => {
  const declared = LANGUAGES.flatMap(({ brief }) => brief.namedEntryPoints?.(index) ?? []);
  const named = index.files.flatMap(({ path, role }) => {
    const why = BY_NAME.get(baseName(path));
    return why === undefined || role !== 'source' ? [] : [{ path, why }];
  });
  const seen = new Set<string>();
  return [...declared, ...programs(index), ...named]
    .filter(({ path }) => !seen.has(path) && seen.add(path))
    .slice(0, MAX_LISTED);
};

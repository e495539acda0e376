import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import type { IndexedFile, SourceIndex } from '../../domain/source/source-index.ts';
import { countOf, ROLES, roleOf } from '../../domain/source/source-facts.ts';
import { compareText } from '../../math/compare-text.ts';

const GLOSSARY_SIZE = 200;
/** For each listed name, this many of the most frequent ones may be undeclared. */
const MOST_UNFIT = 20;
const MIN_LENGTH = 2;
const OWN_INSTANCE = new Set(['self', 'cls', 'this']);

/** Most used first; ties by name, so the result is the same everywhere. */
export const rankNames = (
  { table }: Pick<SourceIndex, 'table'>,
  files: readonly IndexedFile[],
): readonly { readonly name: string; readonly count: number }[] => {
  const counts = new Map<number, number>();
  for (const { row } of files)
    for (let at = row?.first ?? 0; at < (row?.last ?? 0); at += 2) {
      const name = table.entries[at] ?? 0;
      counts.set(name, (counts.get(name) ?? 0) + countOf(table.entries[at + 1] ?? 0));
    }
  return [...counts]
    .map(([name, count]) => ({ name: table.names[name] ?? '', count }))
    .sort((a, b) => b.count - a.count || compareText(a.name, b.name));
};

/** The project's own words: names that its source declares, by frequency there; tests mention everything. */
export const collectGlossary = ({ files, table }: SourceIndex): ProjectBrief['glossary'] => {
  const size = table.names.length;
  const [counts, inFiles, last] = [
    new Uint32Array(size),
    new Uint32Array(size),
    new Int32Array(size).fill(-1),
  ];
  const declared = new Uint32Array(size * ROLES.length);
  files.forEach(({ row, role }, file) => {
    if (role === 'test') return;
    for (let at = row?.first ?? 0; at < (row?.last ?? 0); at += 2) {
      const [name, entry] = [table.entries[at] ?? 0, table.entries[at + 1] ?? 0];
      const slot = name * ROLES.length + roleOf(entry);
      counts[name] = (counts[name] ?? 0) + countOf(entry);
      declared[slot] = (declared[slot] ?? 0) + countOf(entry);
      if (last[name] === file) continue;
      last[name] = file;
      inFiles[name] = (inFiles[name] ?? 0) + 1;
    }
  });
  const kindOf = (name: number): string | null => {
    const own = declared.subarray(name * ROLES.length + 1, (name + 1) * ROLES.length);
    const most = Math.max(...own);
    return most === 0 ? null : (ROLES[own.indexOf(most) + 1] ?? null);
  };
  // Most names are rare: only those at least as frequent as the last that can be listed are sorted.
  const enough = MOST_UNFIT * GLOSSARY_SIZE;
  const least = Math.max(2, counts.slice().sort().at(-enough) ?? 0);
  const ranked: number[] = [];
  for (let name = 0; name < size; name += 1) if ((counts[name] ?? 0) >= least) ranked.push(name);
  ranked.sort(
    (a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || compareText(table.names[a] ?? '', table.names[b] ?? ''),
  );
  const glossary: ProjectBrief['glossary'] = [];
  for (const at of ranked) {
    if (glossary.length >= GLOSSARY_SIZE) break;
    const name = table.names[at] ?? '';
    const kind = name.length < MIN_LENGTH || OWN_INSTANCE.has(name) ? null : kindOf(at);
    if (kind !== null) glossary.push({ name, kind, count: counts[at] ?? 0, files: inFiles[at] ?? 0 });
  }
  return glossary;
};

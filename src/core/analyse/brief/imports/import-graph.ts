import type { FactRow } from '../../../domain/source/fact-table.ts';
import type { LanguageId } from '../../../domain/source/source-facts.ts';
import type { SourceIndex } from '../../../domain/source/source-index.ts';
import { languageById } from '../../../languages/languages.ts';
import type { ImportEdge, ImportResolver, ImportResolvers } from '../../../languages/parts/import-target.ts';

export type ImportGraph = {
  readonly edges: readonly ImportEdge[];
  /** How often files import an external package. */
  readonly external: ReadonlyMap<string, number>;
  readonly unresolved: number;
};

/** Created on first use: a repository has few of the languages. */
export const importResolvers = (index: SourceIndex): ImportResolvers => {
  const made: Partial<Record<LanguageId, ImportResolver>> = {};
  return (language) => (made[language] ??= languageById(language).resolveImports(index));
};

export type FileImports = {
  readonly edges: readonly ImportEdge[];
  readonly external: readonly string[];
  readonly unresolved: readonly string[];
};

/** Each target once per file; an import needed at run time hides a type-only one. */
export const resolveFile = (path: string, row: FactRow, resolvers: ImportResolvers): FileImports => {
  const [targets, outside, unresolved] = [new Map<string, boolean>(), new Set<string>(), new Set<string>()];
  const resolve = resolvers(row.language);
  for (const found of row.imports) {
    const target = resolve(path, found);
    if (target.kind === 'external') outside.add(target.name);
    else if (target.kind === 'unresolved') unresolved.add(found.from);
    else
      for (const to of target.paths)
        if (to !== path) targets.set(to, found.typeOnly && (targets.get(to) ?? true));
  }
  return {
    edges: [...targets].map(([to, typeOnly]) => ({ from: path, to, typeOnly })),
    external: [...outside],
    unresolved: [...unresolved],
  };
};

export const buildImportGraph = (index: SourceIndex): ImportGraph => {
  const resolvers = importResolvers(index);
  const [edges, outside]: [ImportEdge[], Map<string, number>] = [[], new Map()];
  let unresolved = 0;
  for (const { path, row } of index.files) {
    if (row === null || row.imports.length === 0) continue;
    const found = resolveFile(path, row, resolvers);
    for (const edge of found.edges) edges.push(edge);
    for (const name of found.external) outside.set(name, (outside.get(name) ?? 0) + 1);
    unresolved += found.unresolved.length;
  }
  return { edges, external: outside, unresolved };
};

import type { FactRow } from '../../../domain/source/fact-table.ts';
import type { SourceLanguage } from '../../../domain/source/source-facts.ts';
import { folderOf, type SourceIndex } from '../../../domain/source/source-index.ts';
import { goImports } from './go-imports.ts';
import type { ImportResolver, ImportResolvers, ImportTarget } from './import-target.ts';
import { javaImports } from './java-imports.ts';
import { pythonImports } from './python-imports.ts';
import { rustImports } from './rust-imports.ts';
import { scriptImports } from './script-imports.ts';

/** From a file to a file, or to a folder where a language imports those. */
export type ImportEdge = { readonly from: string; readonly to: string; readonly typeOnly: boolean };

export type ImportGraph = {
  readonly edges: readonly ImportEdge[];
  /** Times that files import a package from outside. */
  readonly external: ReadonlyMap<string, number>;
  readonly unresolved: number;
};

/** Where an import leads depends on the folder of its file (in Rust on the file), and many files say the same. */
const remember = (resolver: ImportResolver, placeOf: (importer: string) => string): ImportResolver => {
  const known = new Map<string, Map<string, ImportTarget>>();
  return (importer, found) => {
    const place = placeOf(importer);
    const here = known.get(place) ?? new Map<string, ImportTarget>();
    known.set(place, here);
    const key = found.names.length === 0 ? found.from : `${found.from}\0${found.names.join('\0')}`;
    const target = here.get(key) ?? resolver(importer, found);
    here.set(key, target);
    return target;
  };
};

const everywhere = (): string => '';

const RESOLVERS = {
  script: (index: SourceIndex) => remember(scriptImports(index), folderOf),
  python: (index: SourceIndex) => {
    const resolve = pythonImports(index);
    const [relative, absolute] = [remember(resolve, folderOf), remember(resolve, everywhere)];
    return ((importer, found) =>
      (found.from.startsWith('.') ? relative : absolute)(importer, found)) satisfies ImportResolver;
  },
  go: (index: SourceIndex) => remember(goImports(index), everywhere),
  java: (index: SourceIndex) => remember(javaImports(index), everywhere),
  rust: rustImports,
} as const;

/** Made when first asked: a repository has few of the languages. */
export const importResolvers = (index: SourceIndex): ImportResolvers => {
  const made: Partial<Record<SourceLanguage, ImportResolver>> = {};
  return (language) => (made[language] ??= RESOLVERS[language](index));
};

export type FileImports = {
  readonly edges: readonly ImportEdge[];
  readonly external: readonly string[];
  readonly unresolved: readonly string[];
};

/** Each target once a file; an import that is needed at run time hides one of types alone. */
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

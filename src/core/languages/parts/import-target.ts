import type { ImportFact, LanguageId } from '../../domain/source/source-facts.ts';

/** The target of an import: files (or a folder) of the repository, an external package, or nothing that is found. */
export type ImportTarget =
  | { readonly kind: 'internal'; readonly paths: readonly string[] }
  | { readonly kind: 'external'; readonly name: string }
  | { readonly kind: 'unresolved' };

/** From a file to a file, or to a folder if the language imports folders. */
export type ImportEdge = { readonly from: string; readonly to: string; readonly typeOnly: boolean };

export type ImportResolver = (importer: string, found: ImportFact) => ImportTarget;
export type ImportResolvers = (language: LanguageId) => ImportResolver;

export const internal = (...paths: readonly string[]): ImportTarget => ({ kind: 'internal', paths });
export const external = (name: string): ImportTarget => ({ kind: 'external', name });
export const UNRESOLVED: ImportTarget = { kind: 'unresolved' };

/** `a/b` + `../c/./d` → `a/c/d`; null above the root. */
export const joinPath = (folder: string, relative: string): string | null => {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
};

/** Caches results by place: many files import the same, and most resolvers depend on the folder at most. */
export const rememberTargets = (
  resolver: ImportResolver,
  placeOf: (importer: string) => string = () => '',
): ImportResolver => {
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

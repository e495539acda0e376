import type { ImportFact, SourceLanguage } from '../../../domain/source/source-facts.ts';

/** What an import names: files (or a folder) of the repository, a package from outside, or nothing that can be found. */
export type ImportTarget =
  | { readonly kind: 'internal'; readonly paths: readonly string[] }
  | { readonly kind: 'external'; readonly name: string }
  | { readonly kind: 'unresolved' };

export type ImportResolver = (importer: string, found: ImportFact) => ImportTarget;
export type ImportResolvers = (language: SourceLanguage) => ImportResolver;

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

import { folderOf } from '../../domain/source/path-parts.ts';
import type { IndexedFile, SourceIndex } from '../../domain/source/source-index.ts';
import { classifyPath } from '../paths/classify-path.ts';
import type { ImportEdge } from '../../languages/parts/import-target.ts';

type Around = {
  readonly index: SourceIndex;
  /** Imports of the base. */
  readonly edges: readonly ImportEdge[];
  /** Imports of the changed files, as they are now. */
  readonly added: readonly ImportEdge[];
};

/** Files by folder, made once for an index. */
const foldersOf = new WeakMap<SourceIndex, ReadonlyMap<string, readonly IndexedFile[]>>();
export const filesByFolder = (index: SourceIndex): ReadonlyMap<string, readonly IndexedFile[]> => {
  const known = foldersOf.get(index);
  if (known !== undefined) return known;
  const folders = new Map<string, IndexedFile[]>();
  for (const file of index.files) {
    const folder = folderOf(file.path);
    const others = folders.get(folder);
    if (others) others.push(file);
    else folders.set(folder, [file]);
  }
  foldersOf.set(index, folders);
  return folders;
};

const importersOf = new WeakMap<readonly ImportEdge[], ReadonlyMap<string, readonly string[]>>();
const importers = (edges: readonly ImportEdge[]): ReadonlyMap<string, readonly string[]> => {
  const known = importersOf.get(edges);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const others = found.get(to);
    if (others) others.push(from);
    else found.set(to, [from]);
  }
  importersOf.set(edges, found);
  return found;
};

/** Files around the changed ones in the base: same folders, importers and imports. Tests are compared with tests. */
export const filesAround = (
  paths: readonly string[],
  { index, edges, added }: Around,
): readonly IndexedFile[] => {
  const folders = filesByFolder(index);
  const found = new Map<string, IndexedFile>();
  const withTests = paths.some((path) => classifyPath(path) === 'test');
  const take = (file: IndexedFile | undefined): void => {
    if (file?.row && (withTests || file.role !== 'test')) found.set(file.path, file);
  };
  const takeFolder = (folder: string): void => folders.get(folder)?.forEach(take);
  for (const path of paths) {
    takeFolder(folderOf(path));
    for (const importer of importers(edges).get(path) ?? []) take(index.byPath.get(importer));
  }
  for (const { to } of added) {
    if (index.byPath.has(to)) take(index.byPath.get(to));
    else takeFolder(to === '.' ? '' : to);
  }
  // A new folder in the repository: its surroundings are the folders above.
  for (let above = paths.map(folderOf); found.size === 0; above = above.map(folderOf)) {
    for (const folder of above)
      for (const file of index.files) if (folder === '' || file.path.startsWith(`${folder}/`)) take(file);
    if (above.every((folder) => folder === '')) break;
  }
  return [...found.values()];
};

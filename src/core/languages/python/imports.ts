import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import {
  external,
  type ImportResolver,
  internal,
  UNRESOLVED,
  rememberTargets,
} from '../parts/import-target.ts';

/** Folders that contain packages but are not packages: the root, `src`, and others that tests put on the path. */
const rootsOf = ({ files, byPath }: SourceIndex): readonly string[] => {
  const roots = new Set(['', 'src']);
  for (const { path } of files) {
    if (!path.endsWith('/__init__.py')) continue;
    const above = folderOf(folderOf(path));
    if (!byPath.has(`${above}/__init__.py`)) roots.add(above);
  }
  return [...roots];
};

/** Roots by the first word of modules that can be imported from them, in order. */
const beginnings = (
  { files }: SourceIndex,
  roots: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const order = new Map(roots.map((root, at) => [root, at]));
  const found = new Map<string, Set<string>>();
  for (const { path } of files) {
    if (!path.endsWith('.py') && !path.endsWith('.pyi')) continue;
    let root = path;
    do {
      root = folderOf(root);
      if (!order.has(root)) continue;
      const [name = ''] = path.slice(root === '' ? 0 : root.length + 1).split(/[./]/, 1);
      found.set(name, (found.get(name) ?? new Set()).add(root));
    } while (root !== '');
  }
  const rank = (root: string): number => order.get(root) ?? 0;
  return new Map([...found].map(([name, own]) => [name, [...own].sort((a, b) => rank(a) - rank(b))]));
};

const resolverOf = (index: SourceIndex): ImportResolver => {
  const rootsWith = beginnings(index, rootsOf(index));
  const find = (folder: string, parts: readonly string[]): string | null => {
    const path = [...(folder === '' ? [] : [folder]), ...parts].join('/');
    for (const each of [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`])
      if (index.byPath.has(each)) return each;
    return null;
  };
  /** A name may be a module; otherwise it is something in the package. */
  const findNames = (
    folder: string,
    parts: readonly string[],
    names: readonly string[],
  ): readonly string[] => {
    const own = find(folder, parts);
    const found = names.map((name) => find(folder, [...parts, name]) ?? own);
    return [...new Set(names.length === 0 ? [own] : found)].flatMap((path) => path ?? []);
  };
  return (importer, { from, names }) => {
    const dots = /^\.*/.exec(from)?.[0].length ?? 0;
    const parts = from
      .slice(dots)
      .split('.')
      .filter((part) => part !== '');
    if (dots > 0) {
      let folder = folderOf(importer);
      for (let up = 1; up < dots; up += 1) folder = folderOf(folder);
      const found = findNames(folder, parts, names);
      return found.length === 0 ? UNRESOLVED : internal(...found);
    }
    for (const root of rootsWith.get(parts[0] ?? '') ?? []) {
      const found = findNames(root, parts, names);
      if (found.length > 0) return internal(...found);
    }
    return external(parts[0] ?? from);
  };
};

/** Relative imports depend on the folder of their file; all others mean the same everywhere. */
export const pythonImports = (index: SourceIndex): ImportResolver => {
  const resolve = resolverOf(index);
  const [relative, absolute] = [rememberTargets(resolve, folderOf), rememberTargets(resolve)];
  return (importer, found) => (found.from.startsWith('.') ? relative : absolute)(importer, found);
};

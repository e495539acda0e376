import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import {
  external,
  type ImportResolver,
  internal,
  UNRESOLVED,
  rememberTargets,
} from '../parts/import-target.ts';

const MODULE = /^module\s+"?([^\s"]+)/m;

/** Folder and module path of every go.mod, the longest path first. */
const modulesOf = ({ texts }: SourceIndex): readonly (readonly [string, string])[] =>
  [...texts]
    .flatMap(([path, text]) => {
      const name = path === 'go.mod' || path.endsWith('/go.mod') ? MODULE.exec(text)?.[1] : undefined;
      return name === undefined ? [] : [[name, folderOf(path)] as const];
    })
    .sort(([a], [b]) => b.length - a.length);

const EXTERNAL_PARTS = 3;

/** A Go import names a folder. */
const resolverOf = (index: SourceIndex): ImportResolver => {
  const modules = modulesOf(index);
  const packages = new Set(index.files.flatMap(({ path }) => (path.endsWith('.go') ? [folderOf(path)] : [])));
  return (_, { from }) => {
    for (const [name, root] of modules) {
      if (from !== name && !from.startsWith(`${name}/`)) continue;
      const inside = from.slice(name.length + 1);
      const folder = [root, inside].filter((part) => part !== '').join('/');
      return packages.has(folder) ? internal(folder || '.') : UNRESOLVED;
    }
    const parts = from.split('/');
    return external(parts[0]?.includes('.') ? parts.slice(0, EXTERNAL_PARTS).join('/') : from);
  };
};

export const goImports = (index: SourceIndex): ImportResolver => rememberTargets(resolverOf(index));

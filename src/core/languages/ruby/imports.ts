import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import {
  external,
  type ImportResolver,
  internal,
  joinPath,
  rememberTargets,
  UNRESOLVED,
} from '../parts/import-target.ts';

/** Folders that are usually on the load path. */
const ROOTS = ['lib', 'app', 'test', 'spec', ''];

const resolverOf = ({ byPath }: SourceIndex): ImportResolver => {
  const find = (path: string | null): string | null => {
    if (path === null) return null;
    return [path, `${path}.rb`].find((each) => byPath.has(each)) ?? null;
  };
  return (importer, { from }) => {
    if (/^\.{1,2}\//.test(from)) {
      const found = find(joinPath(folderOf(importer), from));
      return found === null ? UNRESOLVED : internal(found);
    }
    for (const root of ROOTS) {
      const found = find(joinPath(root, from));
      if (found !== null) return internal(found);
    }
    return external(from.split('/')[0] ?? from);
  };
};

export const rubyImports = (index: SourceIndex): ImportResolver =>
  rememberTargets(resolverOf(index), folderOf);

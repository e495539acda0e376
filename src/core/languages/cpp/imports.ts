import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import {
  external,
  type ImportResolver,
  internal,
  joinPath,
  rememberTargets,
} from '../parts/import-target.ts';

/** Folders that are usually on the include path. */
const ROOTS = ['', 'include', 'src', 'inc', 'lib', 'source'];

const resolverOf = ({ byPath, files }: SourceIndex): ImportResolver => {
  /** By what may follow an include folder: headers of `module/include` are found from anywhere. */
  const published = new Map<string, string>();
  for (const { path } of files) {
    const at = path.lastIndexOf('/include/');
    if (at >= 0) published.set(path.slice(at + '/include/'.length), path);
  }
  return (importer, { from }) => {
    const places = [folderOf(importer), ...ROOTS].map((folder) => joinPath(folder, from));
    const found = places.find((path) => path !== null && byPath.has(path)) ?? published.get(from);
    if (typeof found === 'string') return internal(found);
    return external(from.split('/')[0] ?? from);
  };
};

export const cppImports = (index: SourceIndex): ImportResolver =>
  rememberTargets(resolverOf(index), folderOf);

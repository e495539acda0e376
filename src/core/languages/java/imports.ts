import { baseName, folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { external, type ImportResolver, internal, rememberTargets } from '../parts/import-target.ts';

const EXTERNAL_PARTS = 3;

const resolverOf = ({ files }: SourceIndex): ImportResolver => {
  const [classes, packages] = [new Map<string, string>(), new Map<string, string>()];
  for (const { path, row } of files) {
    if (row?.language !== 'java') continue;
    const name = baseName(path).slice(0, -'.java'.length);
    classes.set(row.module === '' ? name : `${row.module}.${name}`, path);
    packages.set(row.module, folderOf(path));
  }
  return (_, { from }) => {
    const path = from.endsWith('.*') ? from.slice(0, -2) : from;
    const folder = from.endsWith('.*') ? packages.get(path) : undefined;
    if (folder !== undefined) return internal(folder || '.');
    // A nested class or a static member is in the file of its outer class.
    for (let name = path; name.includes('.'); name = name.slice(0, name.lastIndexOf('.'))) {
      const found = classes.get(name);
      if (found !== undefined) return internal(found);
    }
    return external(path.split('.').slice(0, EXTERNAL_PARTS).join('.'));
  };
};

export const javaImports = (index: SourceIndex): ImportResolver => rememberTargets(resolverOf(index));

import { baseName, folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { external, type ImportResolver, internal, joinPath, UNRESOLVED } from '../parts/import-target.ts';

const ROOTS = new Set(['lib.rs', 'main.rs']);
const OWN_FOLDER = new Set(['mod.rs', ...ROOTS]);

/** The folder of the modules inside a file's module. */
const insideOf = (path: string): string =>
  OWN_FOLDER.has(baseName(path)) ? folderOf(path) : path.slice(0, -'.rs'.length);

export const rustImports = ({ byPath, files, texts }: SourceIndex): ImportResolver => {
  const roots = new Set(files.flatMap(({ path }) => (ROOTS.has(baseName(path)) ? [folderOf(path)] : [])));
  const crates = new Map(
    [...texts].flatMap(([path, text]) => {
      if (path !== 'Cargo.toml' && !path.endsWith('/Cargo.toml')) return [];
      const name = /^\s*name\s*=\s*"([^"]+)"/m.exec(text)?.[1];
      const source = joinPath(folderOf(path), 'src');
      return name === undefined || source === null ? [] : [[name.replaceAll('-', '_'), source] as const];
    }),
  );
  const modules = new Set(
    files.flatMap(({ path }) => {
      if (!path.endsWith('.rs')) return [];
      const name = baseName(path);
      return [name === 'mod.rs' ? baseName(folderOf(path)) : name.slice(0, -'.rs'.length)];
    }),
  );
  const rootOf = (path: string): string | null => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (roots.has(folder)) return folder;
      if (folder === '') return null;
    }
  };
  /** The longest prefix of a path that is a module file. */
  const find = (folder: string, parts: readonly string[]): string | null => {
    for (let length = parts.length; length > 0; length -= 1) {
      const path = [...(folder === '' ? [] : [folder]), ...parts.slice(0, length)].join('/');
      for (const each of [`${path}.rs`, `${path}/mod.rs`]) if (byPath.has(each)) return each;
    }
    for (const root of ROOTS) {
      const path = folder === '' ? root : `${folder}/${root}`;
      if (byPath.has(path)) return path;
    }
    return null;
  };
  const found = (path: string | null) => (path === null ? UNRESOLVED : internal(path));
  return (importer, { from }) => {
    const [first = '', ...rest] = from.split('::').filter((part) => part !== '');
    if (first === 'crate') {
      const root = rootOf(importer);
      return root === null ? UNRESOLVED : found(find(root, rest));
    }
    if (first === 'self') return found(find(insideOf(importer), rest));
    if (first === 'super') {
      let [folder, parts] = [folderOf(insideOf(importer)), rest];
      while (parts[0] === 'super') [folder, parts] = [folderOf(folder), parts.slice(1)];
      return found(find(folder, parts));
    }
    const crate = crates.get(first);
    if (crate !== undefined) return found(find(crate, rest));
    if (!modules.has(first)) return external(first);
    const beside = find(insideOf(importer), [first]);
    return beside !== null && !ROOTS.has(baseName(beside)) ? internal(beside) : external(first);
  };
};

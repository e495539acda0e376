import { folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import {
  external,
  type ImportResolver,
  internal,
  joinPath,
  UNRESOLVED,
  rememberTargets,
} from '../parts/import-target.ts';

const ENDINGS = ['', '.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];
const INDEXES = ['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'd.ts'].map((ending) => `/index.${ending}`);
/** TypeScript imports name the file that exists after the build. */
const WRITTEN_FOR: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Where a path without an ending, or with one of the build, may lead; the first that exists counts. */
export const placesOf = (path: string): readonly string[] => {
  const dot = path.lastIndexOf('.');
  return [
    ...ENDINGS.map((ending) => path + ending),
    ...(WRITTEN_FOR[path.slice(dot)] ?? []).map((ending) => path.slice(0, dot) + ending),
    ...INDEXES.map((ending) => path + ending),
  ];
};

type Alias = { readonly before: string; readonly after: string; readonly targets: readonly string[] };

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const parse = (text: string | undefined): Readonly<Record<string, unknown>> => {
  try {
    return asObject(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
};

const aliasesOf = (index: SourceIndex): readonly Alias[] => {
  const options = asObject(parse(index.texts.get('tsconfig.json'))['compilerOptions']);
  const base = typeof options['baseUrl'] === 'string' ? options['baseUrl'] : '.';
  return Object.entries(asObject(options['paths'])).map(([pattern, targets]) => {
    const [before = '', after = ''] = pattern.split('*');
    const list = Array.isArray(targets) ? targets.filter((each) => typeof each === 'string') : [];
    return { before, after, targets: list.flatMap((each) => joinPath(joinPath('', base) ?? '', each) ?? []) };
  });
};

/** Packages of the repository by their names in manifests. */
const workspacesOf = (index: SourceIndex): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [path, text] of index.texts) {
    if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
    const { name } = parse(text);
    if (typeof name === 'string') found.set(name, folderOf(path));
  }
  return found;
};

const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');

const resolverOf = (index: SourceIndex): ImportResolver => {
  const [aliases, workspaces] = [aliasesOf(index), workspacesOf(index)];
  const find = (path: string): string | null =>
    placesOf(path).find((place) => index.byPath.has(place)) ?? null;
  const findAlias = (from: string): string | null => {
    for (const { before, after, targets } of aliases) {
      if (!from.startsWith(before) || !from.endsWith(after) || from.length < before.length + after.length)
        continue;
      const rest = from.slice(before.length, from.length - after.length);
      for (const target of targets) {
        const path = find(target.replace('*', () => rest));
        if (path !== null) return path;
      }
    }
    return null;
  };
  const findWorkspace = (from: string, name: string): string | null => {
    const folder = workspaces.get(name);
    if (folder === undefined) return null;
    const inside = from.slice(name.length + 1);
    const root = folder === '' ? '' : `${folder}/`;
    for (const path of inside === '' ? ['src/index', 'index', 'lib/index'] : [inside, `src/${inside}`]) {
      const found = find(root + path);
      if (found !== null) return found;
    }
    return null;
  };
  return (importer, { from }) => {
    if (from.startsWith('.')) {
      const path = joinPath(folderOf(importer), from);
      const found = path === null ? null : find(path);
      return found === null ? UNRESOLVED : internal(found);
    }
    const name = packageOf(from);
    const own = findAlias(from) ?? findWorkspace(from, name);
    return own === null ? external(from.startsWith('node:') ? from : name) : internal(own);
  };
};

export const scriptImports = (index: SourceIndex): ImportResolver =>
  rememberTargets(resolverOf(index), folderOf);

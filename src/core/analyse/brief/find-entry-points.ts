import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import { baseName, folderOf, type SourceIndex } from '../../domain/source/source-index.ts';
import { ROLES, roleOf } from '../../domain/source/source-facts.ts';
import { joinPath } from './imports/import-target.ts';

const MAX_LISTED = 30;
const BY_NAME: Readonly<Record<string, string>> = {
  '__main__.py': 'python -m',
  'manage.py': 'Django',
  'wsgi.py': 'WSGI',
  'asgi.py': 'ASGI',
  'lib.rs': 'the crate',
  'main.rs': 'the program',
};

/** Every string in the manifest's `main`, `module`, `bin` and `exports`. */
const stringsIn = (value: unknown): readonly string[] => {
  const found: string[] = [];
  const open = [value];
  for (let each = open.pop(); each !== undefined && found.length < MAX_LISTED; each = open.pop()) {
    if (typeof each === 'string') found.push(each);
    else if (typeof each === 'object' && each !== null)
      open.push(...Object.values(each).slice(0, MAX_LISTED));
  }
  return found;
};

const FIELDS = ['bin', 'main', 'module', 'exports'];

const manifestEntries = (
  path: string,
  text: string,
  exists: (path: string) => boolean,
): ProjectBrief['entryPoints'] => {
  try {
    const manifest = JSON.parse(text) as Record<string, unknown>;
    const usual = joinPath(folderOf(path), 'index.js');
    if (
      manifest['main'] === undefined &&
      manifest['exports'] === undefined &&
      usual !== null &&
      exists(usual)
    )
      manifest['main'] = 'index.js';
    return FIELDS.flatMap((field) =>
      stringsIn(manifest[field]).flatMap((each) => {
        const target = each.includes('*') ? null : joinPath(folderOf(path), each);
        return target === null || target.endsWith('package.json')
          ? []
          : [{ path: target, why: `${field} of ${path}` }];
      }),
    );
  } catch {
    return [];
  }
};

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** `flask = "flask.cli:main"` in pyproject.toml: the module's file, and the program's name. */
const pythonScripts = ({ documents, byPath }: SourceIndex): ProjectBrief['entryPoints'] => {
  const { project, tool } = asObject(documents.get('pyproject.toml')) as Record<string, unknown>;
  const { poetry } = asObject(tool) as Record<string, unknown>;
  const tables = [project, poetry].flatMap((table) => {
    const { scripts, 'gui-scripts': windows } = asObject(table) as Record<string, unknown>;
    return [...Object.entries(asObject(scripts)), ...Object.entries(asObject(windows))];
  });
  return tables.slice(0, MAX_LISTED).flatMap(([name, target]) => {
    if (typeof target !== 'string') return [];
    const stem = (target.split(':')[0] ?? '').trim().replaceAll('.', '/');
    const path = ['', 'src/'].flatMap((root) => [`${root}${stem}.py`, `${root}${stem}/__init__.py`]);
    return path
      .filter((each) => byPath.has(each))
      .map((each) => ({ path: each, why: `the program ${name}` }));
  });
};

/** Files that declare a function `main`, in languages where that starts a program. */
const programs = ({ files, table }: SourceIndex): ProjectBrief['entryPoints'] => {
  const main = table.names.indexOf('main');
  if (main < 0) return [];
  return files.flatMap(({ path, row, role }) => {
    if (row === null || role === 'test' || (row.language !== 'go' && row.language !== 'java')) return [];
    for (let at = row.first; at < row.last; at += 2)
      if (table.entries[at] === main && ROLES[roleOf(table.entries[at + 1] ?? 0)] === 'function')
        return [{ path, why: 'declares main' }];
    return [];
  });
};

export const findEntryPoints = (index: SourceIndex): ProjectBrief['entryPoints'] => {
  const found = [...index.texts]
    .filter(([path]) => baseName(path) === 'package.json' && index.byPath.get(path)?.role === 'config')
    .flatMap(([path, text]) => manifestEntries(path, text, (each) => index.byPath.has(each)));
  const named = index.files.flatMap(({ path, role }) => {
    const why = BY_NAME[baseName(path)];
    return why === undefined || role !== 'source' ? [] : [{ path, why }];
  });
  const seen = new Set<string>();
  return [...found, ...pythonScripts(index), ...programs(index), ...named]
    .filter(({ path }) => !seen.has(path) && seen.add(path))
    .slice(0, MAX_LISTED);
};

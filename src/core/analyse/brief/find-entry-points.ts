import type { ProjectBrief } from '../../domain/project-brief.ts';
import { baseName, folderOf, type SourceIndex } from '../../domain/source-index.ts';
import { ROLES, roleOf } from '../../domain/source-facts.ts';
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

const manifestEntries = (path: string, text: string): ProjectBrief['entryPoints'] => {
  try {
    const manifest = JSON.parse(text) as Record<string, unknown>;
    return ['bin', 'main', 'module', 'exports'].flatMap((field) =>
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
    .flatMap(([path, text]) => manifestEntries(path, text));
  const named = index.files.flatMap(({ path, role }) => {
    const why = BY_NAME[baseName(path)];
    return why === undefined || role !== 'source' ? [] : [{ path, why }];
  });
  const seen = new Set<string>();
  return [...found, ...programs(index), ...named]
    .filter(({ path }) => !seen.has(path) && seen.add(path))
    .slice(0, MAX_LISTED);
};

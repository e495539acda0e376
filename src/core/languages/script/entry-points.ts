import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import { baseName, folderOf } from '../../domain/source/path-parts.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { joinPath } from '../parts/import-target.ts';

const MAX_LISTED = 30;

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

/** The entry points in the manifests of packages. */
export const packageEntryPoints = (index: SourceIndex): ProjectBrief['entryPoints'] =>
  [...index.texts]
    .filter(([path]) => baseName(path) === 'package.json' && index.byPath.get(path)?.role === 'config')
    .flatMap(([path, text]) => manifestEntries(path, text, (each) => index.byPath.has(each)));

import { entriesOf, fieldOf } from './json-object.ts';
import { parseJson } from '../../../domain/json/parse-json.ts';

export type PackageJson = {
  /** False: there is no package.json, or it is not a JSON object. */
  readonly readable: boolean;
  readonly scripts: ReadonlyMap<string, string>;
  readonly dependencies: ReadonlySet<string>;
  /** `pnpm@9.1.0`, as corepack reads it. */
  readonly packageManager: string | null;
  readonly workspaces: boolean;
  /** Files that other code gets from it, as they are written: `main`, `module`, `bin` and `exports`. */
  readonly entries: readonly string[];
  /** Patterns of the folders of its workspaces. */
  readonly members: readonly string[];
};

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const listIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const MOST_ENTRIES = 200;

/** Strings at any depth of conditions and subpaths. */
const stringsIn = (value: unknown, depth = 0): readonly string[] => {
  if (typeof value === 'string') return [value];
  return depth > 5 ? [] : entriesOf(value).flatMap(([, inner]) => stringsIn(inner, depth + 1));
};

const entriesIn = (json: unknown): readonly string[] =>
  ['main', 'module', 'bin', 'exports']
    .flatMap((field) => stringsIn(fieldOf(json, field)))
    .slice(0, MOST_ENTRIES);

/** Total: anything of an unexpected type is treated as absent. */
export const readPackageJson = (text: string | undefined): PackageJson => {
  const json = text === undefined ? undefined : parseJson(text);
  const scripts = entriesOf(fieldOf(json, 'scripts')).filter(
    (entry): entry is readonly [string, string] => typeof entry[1] === 'string',
  );
  const manager = fieldOf(json, 'packageManager');
  return {
    readable: typeof json === 'object' && json !== null && !Array.isArray(json),
    scripts: new Map(scripts),
    dependencies: new Set(
      DEPENDENCY_FIELDS.flatMap((field) => entriesOf(fieldOf(json, field)).map(([name]) => name)),
    ),
    packageManager: typeof manager === 'string' ? manager : null,
    workspaces: fieldOf(json, 'workspaces') !== undefined,
    entries: entriesIn(json),
    members: listIn(fieldOf(json, 'workspaces')).concat(
      listIn(fieldOf(fieldOf(json, 'workspaces'), 'packages')),
    ),
  };
};

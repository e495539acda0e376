import { entriesOf, fieldOf, parseJson } from './json-object.ts';

export type PackageJson = {
  /** False: there is no package.json, or it is not a JSON object. */
  readonly readable: boolean;
  readonly scripts: ReadonlyMap<string, string>;
  readonly dependencies: ReadonlySet<string>;
  /** `pnpm@9.1.0`, as corepack reads it. */
  readonly packageManager: string | null;
  readonly workspaces: boolean;
  /** Patterns of the folders of its workspaces. */
  readonly members: readonly string[];
};

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Total: whatever is not of the expected type is not there. */
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
    members: stringsIn(fieldOf(json, 'workspaces')).concat(
      stringsIn(fieldOf(fieldOf(json, 'workspaces'), 'packages')),
    ),
  };
};

import { classifyHarnessPath, type HarnessPart } from './harness-paths.ts';
import { matchGlobOrFolder } from '../../text/match-glob.ts';

/** A path and its content in a candidate; null: removed. */
export type PathChange = { readonly path: string; readonly mode: string; readonly blob: string | null };

/** A candidate's change, sorted by which parts the base's tests may see. */
export type SortedChange<T extends PathChange> = {
  /** Source, documents, data: examined as they are. */
  readonly source: readonly T[];
  /** Examined in separate cells, next to the base's tests and never in place of them. */
  readonly apart: readonly T[];
  /** Never run: the base's version is used. */
  readonly restored: readonly T[];
  readonly manifests: readonly T[];
  readonly lockfiles: readonly T[];
};

const APART: ReadonlySet<HarnessPart> = new Set(['test', 'fixture', 'snapshot', 'runner-config']);
const RESTORED: ReadonlySet<HarnessPart> = new Set(['lint-config', 'script']);

type Place = keyof SortedChange<PathChange>;

const placeOf = (path: string): Place => {
  const part = classifyHarnessPath(path);
  if (part === null || part === 'ci') return 'source';
  if (APART.has(part)) return 'apart';
  if (RESTORED.has(part)) return 'restored';
  return part === 'lockfile' ? 'lockfiles' : 'manifests';
};

/**
 * Which paths of a change belong to the harness that judges it; `editable`: the owner's exceptions; `tests`: files that
 * a source declares as tests.
 */
export const sortHarness = <T extends PathChange>(
  changes: readonly T[],
  editable: readonly string[] = [],
  tests: ReadonlySet<string> = new Set(),
): SortedChange<T> => {
  const sorted: Record<Place, T[]> = { source: [], apart: [], restored: [], manifests: [], lockfiles: [] };
  const isEditable = editable.map(matchGlobOrFolder);
  for (const change of changes) {
    const free = isEditable.some((matches) => matches(change.path));
    const place = tests.has(change.path) ? 'apart' : placeOf(change.path);
    sorted[free ? 'source' : place].push(change);
  }
  return sorted;
};

const BY_RUNNER: readonly (readonly [RegExp, string])[] = [
  [/^(.*\/)?__snapshots__\/([^/]+)\.snap$/, ''],
  [/^(.*\/)?__snapshots__\/([^/]+)\.ambr$/, '.py'],
  [/^(.*\/)?([^/]+\.[cm]?[jt]sx?)\.snapshot$/, ''],
];

/** The test file whose expectations a snapshot holds, by the conventions of runners; null: its name does not say. */
export const testOfSnapshot = (path: string): string | null => {
  for (const [pattern, ending] of BY_RUNNER) {
    const [, folder = '', name] = pattern.exec(path) ?? [];
    if (name !== undefined) return `${folder}${name}${ending}`;
  }
  return null;
};

/** Files of the change that are tests by themselves, and so can be given to a runner. */
export const testFilesIn = (changes: readonly PathChange[]): readonly string[] =>
  changes.flatMap(({ path, blob }) => {
    if (blob === null) return [];
    const part = classifyHarnessPath(path);
    if (part === 'test') return [path];
    const own = part === 'snapshot' ? testOfSnapshot(path) : null;
    return own === null ? [] : [own];
  });

import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import { languageOf } from '../../../core/languages/languages.ts';
import { folderOf, pathIn } from '../../../core/domain/source/path-parts.ts';
import { presentPart } from '../../../core/languages/parts/missing-part.ts';
import type { ProbeRules } from '../../../core/languages/parts/probe-rules.ts';
import {
  changedFunctions,
  functionKey,
  type FunctionName,
  markFile,
  neighboursIn,
  obstaclesIn,
} from '../../../core/probe/mark-functions.ts';
import type { FileVersion } from '../../../core/syntax/file-version.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import { openVersionReader } from '../change/read-version.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { ProbedTree } from './probe-field.ts';

const MOST_FILES = 40;
const MOST_FUNCTIONS = 80;

/** Functions that candidates changed, all in one language, and the versions of their files. */
export type FoundFunctions = {
  readonly rules: ProbeRules;
  readonly functions: readonly FunctionName[];
  /** Changed functions whose calls cannot be recorded, and why, by their keys. */
  readonly obstacles: ReadonlyMap<string, string>;
  /** Files with marked functions, of the base or of a candidate's source, and what these need. */
  marked(source: string): Promise<readonly TreeChange[]>;
};

type Versions = ReadonlyMap<string, ReadonlyMap<string, FileVersion | null>>;

const rulesOf = (path: string): ProbeRules | null =>
  classifyHarnessPath(path) === null ? presentPart(languageOf(path)?.probes) : null;

/** The language rules of most changed files; the other files are not probed. */
const mainRules = (paths: readonly string[]): ProbeRules | null => {
  const counts = new Map<ProbeRules, number>();
  for (const path of paths) {
    const rules = rulesOf(path);
    if (rules !== null) counts.set(rules, (counts.get(rules) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
};

/** Every version of the changed files, by source. */
const readVersions = async (
  field: FieldUnderTest,
  trees: readonly ProbedTree[],
  paths: readonly string[],
  baseBlobs: ReadonlyMap<string, string>,
): Promise<Versions> => {
  const { repository, syntaxReader } = field.context.tools;
  const reader = openVersionReader(syntaxReader);
  const known = new Map<string, FileVersion | null>();
  const blobOf = (tree: ProbedTree, path: string): string | null => {
    const change = tree.changes.find((one) => one.path === path);
    return change === undefined ? (baseBlobs.get(path) ?? null) : change.blob;
  };
  const ids = trees.flatMap((tree) => paths.flatMap((path) => blobOf(tree, path) ?? []));
  const bytes = await repository.readBlobs([...new Set(ids)]);
  const read = async (path: string, blob: string | null): Promise<FileVersion | null> => {
    if (blob === null) return null;
    const key = `${blob} ${path}`;
    if (!known.has(key)) known.set(key, (await reader.read(path, bytes.get(blob))).version);
    return known.get(key) ?? null;
  };
  const versions = new Map<string, ReadonlyMap<string, FileVersion | null>>();
  for (const tree of trees) {
    const files = new Map<string, FileVersion | null>();
    for (const path of paths) files.set(path, await read(path, blobOf(tree, path)));
    versions.set(tree.source, files);
  }
  return versions;
};

/** Changed ones first, then those that may lead to them. */
const functionsIn = (
  rules: ProbeRules,
  versions: Versions,
  base: string,
  paths: readonly string[],
): readonly FunctionName[] => {
  const before = versions.get(base);
  const named = (path: string, names: readonly string[]): readonly FunctionName[] =>
    names.map((name) => ({ path, name }));
  const changed = [...versions].flatMap(([source, files]) =>
    source === base
      ? []
      : paths.flatMap((path) =>
          named(path, changedFunctions(rules, before?.get(path) ?? null, files.get(path) ?? null)),
        ),
  );
  const around = [...new Set(changed.map(({ path }) => path))].flatMap((path) => {
    const own = changed.flatMap((one) => (one.path === path ? [one.name] : []));
    return named(path, neighboursIn(rules, before?.get(path) ?? null, own));
  });
  const all = new Map([...changed, ...around].map((one) => [functionKey(one), one]));
  return [...all.values()].slice(0, MOST_FUNCTIONS);
};

/** The functions that candidates changed, found by syntax; null: nothing that can be called. */
export const findFunctions = async (
  field: FieldUnderTest,
  trees: readonly ProbedTree[],
  baseBlobs: ReadonlyMap<string, string>,
): Promise<FoundFunctions | null> => {
  const all = [...new Set(trees.flatMap(({ changes }) => changes.map(({ path }) => path)))];
  const rules = mainRules(all);
  if (rules === null) return null;
  const paths = all.filter((path) => rulesOf(path) === rules).slice(0, MOST_FILES);
  const versions = await readVersions(field, trees, paths, baseBlobs);
  const functions = functionsIn(rules, versions, field.base.tree, paths);
  if (functions.length === 0) return null;
  const ids = new Map(functions.map((one, id) => [functionKey(one), id]));
  const obstacles = new Map(
    [...versions.values()].flatMap((files) =>
      [...files].flatMap(([path, version]) =>
        obstaclesIn(rules, version).flatMap(({ name, obstacle }) => {
          const key = functionKey({ path, name });
          return ids.has(key) ? [[key, obstacle] as const] : [];
        }),
      ),
    ),
  );
  return {
    rules,
    functions,
    obstacles,
    async marked(source) {
      const texts = paths.flatMap((path) => {
        const version = versions.get(source)?.get(path) ?? null;
        const text =
          version === null ? null : markFile(rules, version, (name) => ids.get(functionKey({ path, name })));
        if (version === null || text === null) return [];
        const marked = { path, mode: '100644', text };
        if (version.syntax === null || rules.companion === undefined) return [marked];
        const { name, text: beside } = rules.companion(version.syntax);
        return [marked, { path: pathIn(folderOf(path), name), mode: '100644', text: beside }];
      });
      const distinct = [...new Map(texts.map((one) => [one.path, one])).values()];
      if (distinct.length === 0) return [];
      return (await field.context.tools.repository.composeTree(field.base.tree, distinct)).changes;
    },
  };
};

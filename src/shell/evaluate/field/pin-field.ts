import { mergeManifest } from '../../../core/analyse/harness/merge-manifest.ts';
import { isFixture, mayBeFixture } from '../../../core/analyse/harness/find-fixtures.ts';
import {
  findTestData,
  isTestData,
  mayRead,
  namesOf,
  type TestData,
} from '../../../core/analyse/harness/find-test-data.ts';
import { matchGlobOrFolder } from '../../../core/text/match-glob.ts';
import { layered } from '../lanes/layered.ts';
import { sortHarness, testFilesIn, type SortedChange } from '../../../core/analyse/harness/pin-harness.ts';
import { goneExamples } from '../../../core/analyse/flags/reading/gone-examples.ts';
import type { Pinned } from '../../../core/domain/evidence/matrix.ts';
import type { Base, GitRepository, TreeReplacement } from '../../ports/git-repository.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { Applied } from './import-field.ts';
import {
  declaredTests,
  type InsideTests,
  type InsideTools,
  NO_TESTS_INSIDE,
  type PinnedInside,
  pinTestsInside,
} from './tests-inside.ts';

/** A candidate's tree as the base's tests see it, and the files that run apart from them. */
export type PinnedTree = {
  readonly pinned: Pinned;
  /** The changes from the base to the pinned tree. */
  readonly changes: readonly TreeChange[];
  /** Its tests, fixtures, snapshots and runner configuration. */
  readonly apart: readonly TreeChange[];
  /** New data among its source that only its tests use, set aside together with them. */
  readonly fixtures: readonly TreeChange[];
  /** Its tests inside source files, set aside together with its other tests. */
  readonly inside: InsideTests;
  /** With the source files that hold tests of its own. */
  readonly testFiles: readonly string[];
  /** Data of tests that it adds or changes; null: none. */
  readonly testData: TestData | null;
};
export type PinnedCandidate = Applied & PinnedTree;

type Field = {
  readonly base: Base;
  readonly applied: readonly Applied[];
  readonly editable: readonly string[];
};
type Manifests = {
  readonly seen: readonly TreeReplacement[];
  readonly merged: readonly string[];
  readonly restored: readonly string[];
  readonly dependencies: boolean;
};

const REGULAR = new Set(['100644', '100755']);

const readManifests = async (
  repository: GitRepository,
  base: Base,
  manifests: readonly TreeChange[],
): Promise<Manifests> => {
  const ids = manifests.flatMap(({ blob, mode }) => (blob === null || !REGULAR.has(mode) ? [] : [blob]));
  const blobs = ids.length === 0 ? new Map<string, Uint8Array>() : await repository.readBlobs(ids);
  const seen: TreeReplacement[] = [];
  const [merged, restored]: [string[], string[]] = [[], []];
  let dependencies = false;
  for (const change of manifests) {
    const bytes = change.blob === null ? undefined : blobs.get(change.blob);
    const own = bytes === undefined ? null : new TextDecoder().decode(bytes);
    const result = mergeManifest(change.path, await repository.readText(base.tree, change.path), own);
    if (result.kind === 'restored') restored.push(change.path);
    else dependencies ||= result.dependencies;
    if (result.kind === 'kept') seen.push(change);
    if (result.kind !== 'merged') continue;
    seen.push({ path: change.path, mode: change.mode, text: result.text });
    merged.push(change.path);
  }
  return { seen, merged, restored, dependencies };
};

const pathsOf = (changes: readonly { readonly path: string }[]): string[] =>
  changes.map(({ path }) => path).sort();

/** Nothing was set aside: the tree is examined as submitted. */
const isUntouched = (sorted: SortedChange<TreeChange>, manifests: Manifests, lockfiles: boolean): boolean =>
  sorted.apart.length === 0 &&
  sorted.restored.length === 0 &&
  manifests.merged.length === 0 &&
  manifests.restored.length === 0 &&
  (lockfiles || sorted.lockfiles.length === 0);

const MOST_FIXTURES = 100;
const MOST_READ = 200;
const LONGEST_READ = 200_000;

const findFixtures = async (
  repository: GitRepository,
  base: Base,
  { source, apart }: SortedChange<TreeChange>,
): Promise<readonly TreeChange[]> => {
  if (!apart.some(({ blob }) => blob !== null)) return [];
  const tracked = new Set(await repository.listFiles(base.tree));
  const data = source.filter((change) => mayBeFixture(change, !tracked.has(change.path)));
  if (data.length === 0) return [];
  const others = source.filter((change) => !data.includes(change));
  const read = async (changes: readonly TreeChange[]): Promise<readonly string[]> => {
    const ids = changes.flatMap(({ blob, mode }) => (blob !== null && REGULAR.has(mode) ? [blob] : []));
    const blobs = await repository.readBlobs([...new Set(ids)].slice(0, MOST_READ));
    return [...blobs.values()].map((bytes) => new TextDecoder().decode(bytes.subarray(0, LONGEST_READ)));
  };
  const texts = { tests: await read(apart), source: await read(others) };
  return data.filter((change) => isFixture(change, texts)).slice(0, MOST_FIXTURES);
};

const MOST_SEARCHED = 100;

/** Data of tests in the change, and which tests read it: the base's programs and the changed ones are searched for its name. */
const readTestData = async (
  repository: GitRepository,
  base: Base,
  { source, apart }: SortedChange<TreeChange>,
): Promise<TestData | null> => {
  const data = apart.filter(isTestData);
  if (data.length === 0) return null;
  // So many files are one suite of cases, whose harness lists a folder.
  const names = namesOf(data.slice(0, MOST_SEARCHED));
  const mentioning = new Set((await repository.filesMentioning(base.tree, names)).filter(mayRead));
  const blobs = new Map(
    (await repository.listBlobs(base.tree))
      .filter(({ path }) => mentioning.has(path))
      .slice(0, MOST_READ)
      .map(({ path, blob }) => [path, blob]),
  );
  for (const { path, blob, mode } of [...source, ...apart])
    if (blob === null || !REGULAR.has(mode)) blobs.delete(path);
    else if (mayRead(path) && blobs.size < 2 * MOST_READ) blobs.set(path, blob);
  const read = await repository.readBlobs([...new Set(blobs.values())]);
  const texts = [...blobs].flatMap(([path, blob]) => {
    const bytes = read.get(blob);
    return bytes === undefined
      ? []
      : [{ path, text: new TextDecoder().decode(bytes.subarray(0, LONGEST_READ)) }];
  });
  return findTestData(data, texts);
};

/** Empty for most changes, which have no tests in sources. */
const pinnedInside = async (
  repository: GitRepository,
  base: Base,
  { files, undivided, pinned }: PinnedInside,
): Promise<Pick<Pinned, 'inside' | 'examples' | 'undivided'>> => {
  const blobs = new Map(pinned.map(({ path, blob }) => [path, blob]));
  const texts = await repository.readBlobs([...blobs.values()].filter((blob) => blob !== null));
  const examples: string[] = [];
  for (const path of files) {
    const bytes = texts.get(blobs.get(path) ?? '');
    const before = await repository.readText(base.tree, path);
    if (bytes === undefined || before === null) continue;
    if (goneExamples(before, new TextDecoder().decode(bytes)).length === 0) examples.push(path);
  }
  return {
    ...(files.length === 0 ? {} : { inside: [...files] }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(undivided.length === 0 ? {} : { undivided: [...undivided] }),
  };
};

const pinTree = async (tools: InsideTools, { base, editable }: Field, tree: string): Promise<PinnedTree> => {
  const { repository } = tools;
  const changes = await repository.changes(base.tree, tree);
  const declared = await declaredTests(tools, base, { tree, changes });
  const sorted = sortHarness(changes, editable, declared);
  const isEditable = editable.map(matchGlobOrFolder);
  const own = sorted.source.filter(({ path }) => !isEditable.some((matches) => matches(path)));
  const inside = await pinTestsInside(tools, base, { tree, changes: own });
  const manifests = await readManifests(repository, base, sorted.manifests);
  // A lockfile alone can swap installed packages; together with changed dependencies it is part of their change.
  const lockfiles = manifests.dependencies;
  const about = await pinnedInside(repository, base, inside);
  if (isUntouched(sorted, manifests, lockfiles) && inside.changed.length === 0)
    return {
      changes,
      apart: [],
      fixtures: [],
      inside: { ...NO_TESTS_INSIDE, sources: inside.sources },
      testFiles: [],
      testData: null,
      pinned: { tree, restored: [], apart: [], merged: [], ...about },
    };
  const composed = await repository.composeTree(base.tree, [
    ...layered(sorted.source, inside.pinned),
    ...manifests.seen,
    ...(lockfiles ? sorted.lockfiles : []),
  ]);
  const restored = [
    ...pathsOf(sorted.restored),
    ...manifests.restored,
    ...(lockfiles ? [] : pathsOf(sorted.lockfiles)),
  ];
  return {
    changes: composed.changes,
    apart: sorted.apart,
    fixtures: await findFixtures(repository, base, sorted),
    inside: { sources: inside.sources, changed: inside.changed, own: inside.own, onBase: inside.onBase },
    testFiles: [...new Set([...testFilesIn(sorted.apart), ...inside.changed])].sort(),
    testData: await readTestData(repository, base, sorted),
    pinned: {
      tree: composed.tree,
      restored: restored.sort(),
      apart: pathsOf(sorted.apart),
      merged: [...manifests.merged].sort(),
      ...about,
    },
  };
};

/** Every candidate's source with the base's harness; equal trees are pinned once. */
export const pinField = async (tools: InsideTools, field: Field): Promise<readonly PinnedCandidate[]> => {
  const known = new Map<string, Promise<PinnedTree>>();
  const pinned: PinnedCandidate[] = [];
  for (const applied of field.applied) {
    const work = known.get(applied.tree) ?? pinTree(tools, field, applied.tree);
    known.set(applied.tree, work);
    pinned.push({ ...applied, ...(await work) });
  }
  return pinned;
};

import {
  declaresTests,
  divideSource,
  declaringFilesOf,
  mayHoldTestsInside,
  type SourceWithTests,
  withTestsOf,
} from '../../../core/analyse/harness/tests-inside.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { CaptureTools } from './capture-tools.ts';

export type InsideTools = Pick<CaptureTools, 'repository' | 'syntaxReader'>;

/** A candidate's tests inside source files. */
export type InsideTests = {
  /** Changed source files of languages with tests in them. */
  readonly sources: readonly string[];
  /** Those of them in which its tests are not the base's. */
  readonly changed: readonly string[];
  /** Its own versions of the files into which the base's tests were inserted, for its own source. */
  readonly own: readonly TreeChange[];
  /** Its tests in the base's code. */
  readonly onBase: readonly TreeChange[];
};

export const NO_TESTS_INSIDE: InsideTests = { sources: [], changed: [], own: [], onBase: [] };

const REGULAR = '100644';
const FILES = new Set([REGULAR, '100755']);
const LONGEST = 1_000_000;
/** A change of more files is not read. */
const MOST_SOURCES = 200;

const readSource = async (
  { repository, syntaxReader }: InsideTools,
  tree: string,
  path: string,
): Promise<readonly SourceWithTests[]> => {
  const text = await repository.readText(tree, path);
  if (text === null) return [];
  const nodes = text.length > LONGEST ? null : await syntaxReader.read(path, text);
  return [divideSource(path, text, nodes === null || 'gaveUp' in nodes ? null : nodes)];
};

const readSources = async (
  tools: InsideTools,
  tree: string,
  paths: readonly string[],
): Promise<readonly SourceWithTests[]> =>
  (await Promise.all(paths.map((path) => readSource(tools, tree, path)))).flat();

/** Source files of the change in which tests may be. */
const sourcesIn = (changes: readonly TreeChange[]): readonly string[] =>
  changes
    .filter(({ path, mode, blob }) => mayHoldTestsInside(path) && (blob === null || FILES.has(mode)))
    .map(({ path }) => path)
    .slice(0, MOST_SOURCES);

/** Files that are built for tests alone: as the base says, and of new files as the candidate says. */
export const declaredTests = async (
  tools: InsideTools,
  base: Base,
  { tree, changes }: { readonly tree: string; readonly changes: readonly TreeChange[] },
): Promise<ReadonlySet<string>> => {
  const sources = sourcesIn(changes);
  const brought = await readSources(tools, tree, sources);
  const found = new Set<string>();
  for (const path of sources) {
    const isNew = (await tools.repository.readText(base.tree, path)) === null;
    const unread = isNew
      ? declaringFilesOf(path).filter((parent) => !sources.includes(parent))
      : declaringFilesOf(path);
    const parents = await readSources(tools, base.tree, unread);
    if ([...parents, ...(isNew ? brought : [])].some((file) => declaresTests(file, path))) found.add(path);
  }
  return found;
};

const modesOf = (changes: readonly TreeChange[]): ReadonlyMap<string, string> =>
  new Map(changes.map(({ path, mode }) => [path, mode]));

type Asked = { readonly from: string; readonly onto: string; readonly paths: readonly string[] };

/** By path: the code of one tree with the tests of another. */
const textsOf = async (tools: InsideTools, { from, onto, paths }: Asked) => {
  const [tests, code] = await Promise.all([readSources(tools, from, paths), readSources(tools, onto, paths)]);
  return { tests, code, texts: withTestsOf({ from: tests, onto: code }) };
};

export type PinnedInside = InsideTests & {
  /** With the base's tests in its code. */
  readonly pinned: readonly TreeChange[];
  /** Files in which the base's tests run. */
  readonly files: readonly string[];
  readonly undivided: readonly { readonly path: string; readonly reason: string }[];
};

/** The base's tests in a candidate's code, and its own in the base's. */
export const pinTestsInside = async (
  tools: InsideTools,
  base: Base,
  { tree, changes }: { readonly tree: string; readonly changes: readonly TreeChange[] },
): Promise<PinnedInside> => {
  const sources = sourcesIn(changes);
  const modes = modesOf(changes);
  const { tests, code, texts } = await textsOf(tools, { from: base.tree, onto: tree, paths: sources });
  const changed = code.filter(({ path, text }) => texts.has(path) && texts.get(path) !== text);
  const undivided = new Map(
    [...tests, ...code].flatMap(({ path, divided }) =>
      typeof divided === 'string' ? [[path, { path, reason: divided }]] : [],
    ),
  );
  const proof = await textsOf(tools, {
    from: tree,
    onto: base.tree,
    paths: changed.length === 0 ? [] : sources,
  });
  const moved = proof.code.filter(
    ({ path, text }) => proof.texts.get(path) !== text && proof.texts.has(path),
  );
  const replaced = [
    ...changed.map(({ path }) => ({ path, mode: modes.get(path) ?? REGULAR, text: texts.get(path) ?? '' })),
    ...moved.map(({ path }) => ({ path, mode: REGULAR, text: proof.texts.get(path) ?? '' })),
  ];
  const composed = await tools.repository.composeTree(base.tree, replaced.slice(0, changed.length));
  const onBase = await tools.repository.composeTree(base.tree, replaced.slice(changed.length));
  const paths = new Set(changed.map(({ path }) => path));
  return {
    sources,
    changed: [...paths].sort(),
    own: changes.filter(({ path }) => paths.has(path)),
    onBase: onBase.changes,
    pinned: composed.changes,
    files: paths.size === 0 ? [] : [...texts.keys()].sort(),
    undivided: [...undivided.values()],
  };
};

type Sources = { readonly tree: string; readonly inside: InsideTests };

/** An author's tests in the code of another candidate; null: they cannot be inserted into it. */
export const testsInsideOn = async (
  tools: InsideTools,
  base: Base,
  { author, one }: { readonly author: Sources; readonly one: Sources },
): Promise<readonly TreeChange[] | null> => {
  if (author.inside.changed.length === 0) return [];
  const paths = [...new Set([...author.inside.sources, ...one.inside.sources])];
  const { code, texts } = await textsOf(tools, { from: author.tree, onto: one.tree, paths });
  if (code.some(({ path }) => author.inside.changed.includes(path) && !texts.has(path))) return null;
  const { changes } = await tools.repository.composeTree(
    base.tree,
    [...texts].map(([path, text]) => ({ path, mode: REGULAR, text })),
  );
  return changes;
};

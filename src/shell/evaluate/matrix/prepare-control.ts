import { changeExpectations } from '../../../core/analyse/control/change-expectations.ts';
import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import { divideSource, mayHoldTestsInside } from '../../../core/analyse/harness/tests-inside.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import { LANGUAGES, languageOf } from '../../../core/languages/languages.ts';
import { presentPart } from '../../../core/languages/parts/missing-part.ts';
import { isDivided } from '../../../core/languages/parts/source-items.ts';
import { matchGlobOrFolder } from '../../../core/text/match-glob.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { CaptureTools } from '../field/capture-tools.ts';

/** Base tests whose expectations were changed, at their own paths. */
export type PreparedControl = {
  readonly changes: readonly TreeChange[];
  /** Titles of tests that certainly reach a changed expectation. */
  readonly titles: readonly string[];
  /** Tests inside source files, which candidates have versions of. */
  readonly inside: readonly ChangedInside[];
};

/** Whole files: what they hold besides tests is left out. */
export type ChangedInside = {
  readonly path: string;
  readonly original: string;
  readonly changed: string;
  readonly names: readonly string[];
};

export type ControlTools = Pick<CaptureTools, 'repository' | 'syntaxReader' | 'digest' | 'secret'>;

const LONGEST = 100_000;
const MOST_LOOKED_AT = 16;
const MOST_CHANGED = 2;

export const REGULAR = '100644';

/** A file of a tree with its syntax; null: it cannot be read. */
export const readTestTree = async (tools: ControlTools, tree: string, path: string) => {
  const source = await tools.repository.readText(tree, path);
  if (source === null || source.length > LONGEST) return null;
  const nodes = await tools.syntaxReader.read(path, source);
  return nodes === null || 'gaveUp' in nodes ? null : { source, nodes };
};

/** Null: nothing in this file can be changed. */
export const changeFile = async (tools: ControlTools, base: Base, path: string) => {
  const read = await readTestTree(tools, base.tree, path);
  if (read === null) return null;
  const { source, nodes } = read;
  const secret = tools.digest(`${await tools.secret()}\0${base.tree}`);
  const changed = changeExpectations(path, source, nodes, secret);
  if (changed === null || !mayHoldTestsInside(path)) return changed;
  const { divided } = divideSource(path, source, nodes);
  const names = isDivided(divided) ? divided.functions : [];
  return { ...changed, inside: { path, names, original: source, changed: changed.text } };
};

/** The same files with changed expectations; null: none can be changed. */
export const changeTests = async (
  tools: ControlTools,
  base: Base,
  paths: readonly string[],
): Promise<PreparedControl | null> => {
  const files: { readonly path: string; readonly mode: string; readonly text: string }[] = [];
  const titles: string[] = [];
  const inside: ChangedInside[] = [];
  for (const path of paths) {
    const changed = await changeFile(tools, base, path);
    if (changed === null) continue;
    files.push({ path, mode: REGULAR, text: changed.text });
    titles.push(...changed.tests);
    if ('inside' in changed) inside.push(changed.inside);
  }
  if (files.length === 0) return null;
  const { changes } = await tools.repository.composeTree(base.tree, files);
  return { changes, titles, inside };
};

export const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);

/** Whether a file may hold tests that the control can change: a test file, or a source of a language with tests in sources. */
export const mayHoldTests = (path: string): boolean => {
  const language = languageOf(path);
  if (presentPart(language?.expectations) === null) return false;
  return classifyHarnessPath(path) === 'test' || mayHoldTestsInside(path);
};

/** Test files for the control, or why there are none. */
export type PlannedControl = { readonly files: readonly string[] } | { readonly none: string };

const depthOf = (path: string): number => path.split('/').length;

/**
 * The smallest test files whose expectations can be changed, in the language of the test command. Deeply nested ones,
 * which may be vendored, come last, and source files with tests inside after all of them. `editable`: candidates may change these; `among`: only these run.
 */
export const planControl = async (
  tools: ControlTools,
  base: Base,
  {
    checks,
    profile,
    projects = [{ folder: '', profile }],
  }: Pick<CheckPlan, 'checks' | 'profile' | 'projects'>,
  {
    editable,
    among,
  }: { readonly editable: readonly string[]; readonly among?: readonly string[] | undefined },
): Promise<PlannedControl> => {
  if (!checks.some(({ kind }) => kind === 'test')) return { none: 'there is no test command' };
  const isEditable = editable.map(matchGlobOrFolder);
  const places = projects.map((project) => ({
    folder: project.folder === '' ? '' : `${project.folder}/`,
    own: LANGUAGES.find(({ profiles }) => profiles.some(({ id }) => id === project.profile)),
  }));
  const paths = (among ?? (await tools.repository.listFiles(base.tree))).filter(
    (path) =>
      mayHoldTests(path) &&
      places.some(
        ({ folder, own }) => path.startsWith(folder) && (own === undefined || languageOf(path) === own),
      ) &&
      !isEditable.some((matches) => matches(path)),
  );
  const files: string[] = [];
  for (const isOfTests of [true, false]) {
    const sources: { readonly path: string; readonly length: number }[] = [];
    const some = paths.filter((path) => (classifyHarnessPath(path) === 'test') === isOfTests);
    for (const path of files.length === MOST_CHANGED ? [] : spread(some, MOST_LOOKED_AT)) {
      const source = await tools.repository.readText(base.tree, path);
      if (source !== null) sources.push({ path, length: source.length });
    }
    for (const { path } of sources.sort((a, b) => depthOf(a.path) - depthOf(b.path) || a.length - b.length)) {
      if (files.length === MOST_CHANGED) break;
      if ((await changeFile(tools, base, path)) !== null) files.push(path);
    }
  }
  return files.length > 0
    ? { files }
    : { none: 'no test file of the base has an expectation that can be changed by its syntax' };
};

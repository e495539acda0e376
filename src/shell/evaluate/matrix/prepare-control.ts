import { changeExpectations } from '../../../core/analyse/control/change-expectations.ts';
import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import { LANGUAGES, languageOf } from '../../../core/languages/languages.ts';
import { presentPart } from '../../../core/languages/parts/missing-part.ts';
import { matchGlobOrFolder } from '../../../core/text/match-glob.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { CaptureTools } from '../field/capture-tools.ts';

/** Base tests whose expectations were changed, at their own paths. */
export type PreparedControl = {
  readonly changes: readonly TreeChange[];
  /** Titles of tests that certainly reach a changed expectation. */
  readonly titles: readonly string[];
};

type ControlTools = Pick<CaptureTools, 'repository' | 'syntaxReader' | 'digest' | 'secret'>;

const LONGEST = 100_000;
const MOST_LOOKED_AT = 16;
const MOST_CHANGED = 2;

const REGULAR = '100644';

/** Null: nothing in this file can be changed. */
const changeFile = async (tools: ControlTools, base: Base, path: string) => {
  const source = await tools.repository.readText(base.tree, path);
  if (source === null || source.length > LONGEST) return null;
  const nodes = await tools.syntaxReader.read(path, source);
  if (nodes === null || 'gaveUp' in nodes) return null;
  return changeExpectations(path, source, nodes, tools.digest(`${await tools.secret()}\0${base.tree}`));
};

/** The same files with changed expectations; null: none can be changed. */
export const changeTests = async (
  tools: ControlTools,
  base: Base,
  paths: readonly string[],
): Promise<PreparedControl | null> => {
  const files: { readonly path: string; readonly mode: string; readonly text: string }[] = [];
  const titles: string[] = [];
  for (const path of paths) {
    const changed = await changeFile(tools, base, path);
    if (changed === null) continue;
    files.push({ path, mode: REGULAR, text: changed.text });
    titles.push(...changed.tests);
  }
  if (files.length === 0) return null;
  const { changes } = await tools.repository.composeTree(base.tree, files);
  return { changes, titles };
};

const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);

/** Test files for the control, or why there are none. */
export type PlannedControl = { readonly files: readonly string[] } | { readonly none: string };

const depthOf = (path: string): number => path.split('/').length;

/**
 * The smallest test files whose expectations can be changed, in the language of the test command. Deeply nested ones,
 * which may be vendored, come last. `editable`: candidates may change these; `among`: only these run.
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
      presentPart(languageOf(path)?.expectations) !== null &&
      places.some(
        ({ folder, own }) => path.startsWith(folder) && (own === undefined || languageOf(path) === own),
      ) &&
      classifyHarnessPath(path) === 'test' &&
      !isEditable.some((matches) => matches(path)),
  );
  const sources: { readonly path: string; readonly length: number }[] = [];
  for (const path of spread(paths, MOST_LOOKED_AT)) {
    const source = await tools.repository.readText(base.tree, path);
    if (source !== null) sources.push({ path, length: source.length });
  }
  const files: string[] = [];
  for (const { path } of sources.sort((a, b) => depthOf(a.path) - depthOf(b.path) || a.length - b.length)) {
    if (files.length === MOST_CHANGED) break;
    if ((await changeFile(tools, base, path)) !== null) files.push(path);
  }
  return files.length > 0
    ? { files }
    : { none: 'no test file of the base has an expectation that can be changed by its syntax' };
};

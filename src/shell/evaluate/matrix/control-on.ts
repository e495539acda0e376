import { divideSource, withTestsOf } from '../../../core/analyse/harness/tests-inside.ts';
import { isTitled } from '../../../core/decide/titled-test.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import type { PinnedCandidate } from '../field/pin-field.ts';
import type { Base } from '../../ports/git-repository.ts';
import {
  changeFile,
  type ChangedInside,
  type ControlTools,
  mayHoldTests,
  type PreparedControl,
  readTestTree,
  REGULAR,
  spread,
} from './prepare-control.ts';

/** The control on one candidate: what goes over its own changes. */
export type ControlOn = {
  readonly changed: readonly TreeChange[];
  /** The same tests as the base has them. */
  readonly original: readonly TreeChange[];
  /** Names of tests that stay as the candidate has them. */
  readonly uncontrolled: readonly string[];
};

/** The candidate's source with the base's tests in it; null: its own version cannot be read. */
const insideOf = async (
  tools: ControlTools,
  base: Base,
  { pinned }: PinnedCandidate,
  { path, original, changed }: ChangedInside,
): Promise<Pick<ControlOn, 'changed' | 'original'> | null> => {
  const read = await readTestTree(tools, pinned.tree, path);
  if (read === null) return null;
  const onto = [divideSource(path, read.source, read.nodes)];
  const compose = async (tests: string): Promise<readonly TreeChange[] | null> => {
    const nodes = await tools.syntaxReader.read(path, tests);
    if (nodes === null || 'gaveUp' in nodes) return null;
    const text = withTestsOf({ from: [divideSource(path, tests, nodes)], onto }).get(path);
    if (text === undefined) return null;
    const { changes } = await tools.repository.composeTree(base.tree, [{ path, mode: REGULAR, text }]);
    return changes;
  };
  const [other, same] = [await compose(changed), await compose(original)];
  return other === null || same === null ? null : { changed: other, original: same };
};

/** Tests inside source files replace those in the candidate's version: whatever it did to them, the base's run. */
export const controlOn = async (
  tools: ControlTools,
  base: Base,
  { changes, inside }: PreparedControl,
  candidate: PinnedCandidate | null,
): Promise<ControlOn> => {
  const own = new Set(candidate?.changes.map(({ path }) => path));
  const touched = inside.filter(({ path }) => own.has(path));
  const kept = new Set(touched.map(({ path }) => path));
  const changed = changes.filter(({ path }) => !kept.has(path));
  const original: TreeChange[] = [];
  const uncontrolled: string[] = [];
  for (const one of candidate === null ? [] : touched) {
    const composed = await insideOf(tools, base, candidate!, one);
    if (composed === null) uncontrolled.push(...one.names);
    else {
      changed.push(...composed.changed);
      original.push(...composed.original);
    }
  }
  return { changed, original, uncontrolled };
};

const MOST_SEARCHED = 200;
const MOST_FOUND = 3;

/** Test files of the base that define these tests, for runners that do not name files. */
export const filesDefining = async (
  tools: ControlTools,
  base: Base,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return [];
  const words = [...new Set(ids.map((id) => id.split(/\W+/).findLast((word) => word !== '') ?? ''))];
  const files: string[] = [];
  for (const path of spread(
    (await tools.repository.listFiles(base.tree)).filter(mayHoldTests),
    MOST_SEARCHED,
  )) {
    if (files.length === MOST_FOUND) break;
    const text = await tools.repository.readText(base.tree, path);
    if (text === null || !words.some((word) => text.includes(word))) continue;
    const titles = (await changeFile(tools, base, path))?.tests ?? [];
    if (ids.some((id) => titles.some((title) => isTitled(id, title)))) files.push(path);
  }
  return files;
};

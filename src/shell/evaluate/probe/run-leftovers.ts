import type { Leftover } from '../../../core/domain/evidence/probes.ts';
import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import {
  leftoverAnswer,
  leftoverEvidence,
  leftoverOf,
  mayBeScript,
  type LeftoverScript,
  type ScriptRun,
  steadyText,
  TASK,
  TASK_EXAMPLE,
  taskExample,
} from '../../../core/probe/leftovers.ts';
import { decodeText } from '../../../core/text/decode-text.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import { layered } from '../lanes/run-cells.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import {
  probeCheck,
  type ProbedTree,
  type ProbeLane,
  runProbeLanes,
  testOf,
  withPrelude,
} from './probe-field.ts';

const MOST_PER_AUTHOR = 2;
const MOST_SCRIPTS = 8;
const [SHORTEST_SECONDS, LONGEST_SECONDS] = [2, 20];
const RUNS = [1, 2] as const;

type Found = {
  readonly author: string;
  readonly path: string;
  readonly script: LeftoverScript;
  readonly changes: readonly TreeChange[];
};

const NO_FOLDERS: ReadonlySet<string> = new Set();
const REGULAR = new Set(['100644', '100755']);

const foldersOf = (paths: Iterable<string>): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  return folders;
};

/** Whether it is worth looking for scripts: by their names, or if there is one in the task. */
export const bringsScripts = async (field: FieldUnderTest): Promise<boolean> => {
  const { context, base, candidates } = field;
  if (exampleOf(field) !== null) return true;
  const paths = candidates
    .flatMap(({ changes, apart }) => [...changes, ...apart])
    .flatMap(({ path, mode, blob }) => (blob !== null && REGULAR.has(mode) ? [path] : []))
    .filter((path) => mayBeScript(path, NO_FOLDERS));
  if (paths.length === 0) return false;
  const files = await context.tools.repository.listFiles(base.tree);
  const [known, folders] = [new Set(files), foldersOf(files)];
  return paths.some((path) => !known.has(path) && mayBeScript(path, folders));
};

/** Scripts that candidates added beside their change, in the order of the field; the same script once. */
const findLeftovers = async (
  field: FieldUnderTest,
  names: readonly string[],
  baseBlobs: ReadonlyMap<string, string>,
): Promise<readonly Found[]> => {
  const { repository } = field.context.tools;
  const folders = foldersOf(baseBlobs.keys());
  const [found, texts, trees]: [Found[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  for (const { candidate, tree } of field.candidates) {
    if (!names.includes(candidate.name) || trees.has(tree)) continue;
    trees.add(tree);
    const added = (await repository.changes(field.base.tree, tree)).filter(
      ({ path, mode, blob }) => blob !== null && REGULAR.has(mode) && !baseBlobs.has(path),
    );
    const bytes = await repository.readBlobs(added.flatMap(({ blob }) => blob ?? []));
    let own = 0;
    for (const { path, blob } of added) {
      const content = bytes.get(blob ?? '');
      const script =
        content === undefined ? null : leftoverOf({ path, text: decodeText(content).text }, folders);
      if (script === null || texts.has(script.text) || own >= MOST_PER_AUTHOR) continue;
      texts.add(script.text);
      own += 1;
      const { changes } = await repository.composeTree(field.base.tree, [
        { path: script.path, mode: '100644', text: script.text },
      ]);
      found.push({ author: candidate.name, path, script, changes });
    }
  }
  const example = exampleOf(field);
  if (example !== null) {
    const { path, text } = example;
    const { changes } = await repository.composeTree(field.base.tree, [{ path, mode: '100644', text }]);
    found.unshift({ author: TASK, path: TASK_EXAMPLE, script: example, changes });
  }
  return found.slice(0, MOST_SCRIPTS);
};

const exampleOf = ({ task, candidates }: FieldUnderTest): LeftoverScript | null =>
  taskExample(task, [...new Set(candidates.flatMap(({ changes }) => changes.map(({ path }) => path)))]);

const runOf = (field: FieldUnderTest, finished: FinishedCheck | undefined): ScriptRun => {
  const status = finished?.outcome.status;
  if (finished === undefined || (status !== 'exited' && status !== 'timed-out'))
    return { status: 'other', exitCode: null, text: '', digest: '' };
  const text = steadyText(finished.documents.map((one) => one.text).join('\n'), finished.root);
  const exitCode = finished.outcome.status === 'exited' ? finished.outcome.exitCode : null;
  return { status, exitCode, text, digest: field.context.tools.digest(text).slice(0, 16) };
};

/** Every script on every tree, twice, each in a workspace of its own. */
export const runLeftovers = async (
  field: FieldUnderTest,
  trees: readonly ProbedTree[],
  request: {
    readonly baseBlobs: ReadonlyMap<string, string>;
    readonly names: readonly string[];
    readonly program: string | null;
    readonly seconds: number;
    /** How long the base's whole suite takes: a script loads no more than it does. */
    readonly wholeMs: number;
  },
): Promise<readonly Leftover[]> => {
  const test = testOf(field);
  const found = test === undefined ? [] : await findLeftovers(field, request.names, request.baseBlobs);
  if (test === undefined || found.length === 0) return [];
  const each = request.seconds / (found.length * trees.length * RUNS.length);
  const least = Math.max(SHORTEST_SECONDS, (2 * request.wholeMs) / 1000);
  const seconds = Math.min(LONGEST_SECONDS, Math.max(least, each));
  const laneId = (at: number, { source }: ProbedTree): string => `leftover ${at} ${source}`;
  const lanes = found.flatMap(({ script, changes }, at) =>
    trees.map((tree): ProbeLane => ({
      id: laneId(at, tree),
      owner: tree.names[0],
      source: tree.source,
      changes: layered(tree.changes, changes),
      checks: RUNS.map((run) =>
        probeCheck(test, {
          name: `leftover-${at + 1}-${run}`,
          command: withPrelude(test, script.command(request.program)),
          seconds,
          log: true,
        }),
      ),
    })),
  );
  const finished = await runProbeLanes(field, lanes);
  return found.flatMap(({ author, path, script }, at) => {
    const answers = trees.map((tree) => ({
      names: tree.names,
      answer: leftoverAnswer(script, [
        runOf(field, finished(laneId(at, tree), `leftover-${at + 1}-1`)),
        runOf(field, finished(laneId(at, tree), `leftover-${at + 1}-2`)),
      ]),
    }));
    const evidence = leftoverEvidence(author, path, answers);
    return evidence === null ? [] : [evidence];
  });
};

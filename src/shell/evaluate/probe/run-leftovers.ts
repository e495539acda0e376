import type { Check } from '../../../core/domain/check/check.ts';
import type { Leftover } from '../../../core/domain/evidence/probes.ts';
import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import { mayBeScript } from '../../../core/analyse/paths/leftover-paths.ts';
import {
  leftoverAnswer,
  leftoverEvidence,
  leftoverOf,
  type LeftoverScript,
  type ScriptRun,
  steadyText,
  timelessText,
  TASK,
  TASK_EXAMPLE,
  taskExample,
} from '../../../core/probe/leftovers.ts';
import { decodeText } from '../../../core/text/decode-text.ts';
import type { TreeChange } from '../../../core/domain/work/tree-change.ts';
import { layered } from '../lanes/layered.ts';
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
  readonly number: number;
  readonly author: string;
  readonly path: string;
  readonly script: LeftoverScript;
  readonly changes: readonly TreeChange[];
  /** Of its author's scripts; candidates take turns. */
  readonly turn: number;
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

/** Whether it is worth looking for scripts: a file name suggests one, or the task contains one. */
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

/** Scripts that candidates added next to their change, in field order, without duplicates. */
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
      found.push({ number: found.length + 2, author: candidate.name, path, script, changes, turn: own });
    }
  }
  const example = exampleOf(field);
  if (example !== null) {
    const { path, text } = example;
    const { changes } = await repository.composeTree(field.base.tree, [{ path, mode: '100644', text }]);
    found.unshift({ number: 1, author: TASK, path: TASK_EXAMPLE, script: example, changes, turn: 0 });
  }
  return found.toSorted((one, other) => one.turn - other.turn).slice(0, MOST_SCRIPTS);
};

const exampleOf = ({ task, candidates }: FieldUnderTest): LeftoverScript | null =>
  taskExample(task, [...new Set(candidates.flatMap(({ changes }) => changes.map(({ path }) => path)))]);

const runOf = (field: FieldUnderTest, finished: FinishedCheck | undefined): ScriptRun => {
  const status = finished?.outcome.status;
  if (finished === undefined || (status !== 'exited' && status !== 'timed-out'))
    return { status: 'other', exitCode: null, text: '', digest: '', timeless: '' };
  const text = steadyText(finished.documents.map((one) => one.text).join('\n'), finished.root);
  const exitCode = finished.outcome.status === 'exited' ? finished.outcome.exitCode : null;
  const digestOf = (shown: string): string => field.context.tools.digest(shown).slice(0, 16);
  return { status, exitCode, text, digest: digestOf(text), timeless: digestOf(timelessText(text)) };
};

type LeftoverRequest = {
  readonly baseBlobs: ReadonlyMap<string, string>;
  readonly names: readonly string[];
  readonly program: string | null;
  /** In total, for all scripts on all trees. */
  readonly seconds: number;
  /** How long the base's whole suite takes: a script loads no more than it does. */
  readonly wholeMs: number;
};

type Ran = {
  readonly answer: ReturnType<typeof leftoverAnswer>;
  readonly tookMs: number;
};

const tookMs = (finished: FinishedCheck | undefined): number =>
  finished !== undefined && 'durationMs' in finished.outcome ? finished.outcome.durationMs : 0;

/** Runs every script twice on every tree, each pair in its own workspace. */
const runOn = async (
  field: FieldUnderTest,
  test: Check,
  { scripts, trees }: { readonly scripts: readonly Found[]; readonly trees: readonly ProbedTree[] },
  { program, seconds }: { readonly program: string | null; readonly seconds: number },
): Promise<(script: Found, tree: ProbedTree) => Ran> => {
  const laneId = ({ number }: Found, { source }: ProbedTree): string => `leftover ${number} ${source}`;
  const checkName = ({ number }: Found, run: number): string => `leftover-${number}-${run}`;
  const lanes = scripts.flatMap((found) =>
    trees.map((tree): ProbeLane => ({
      id: laneId(found, tree),
      owner: tree.names[0],
      source: tree.source,
      changes: layered(tree.changes, found.changes),
      checks: RUNS.map((run) =>
        probeCheck(test, {
          name: checkName(found, run),
          command: withPrelude(test, found.script.command(program)),
          seconds,
          log: true,
        }),
      ),
    })),
  );
  const finished = await runProbeLanes(field, lanes);
  return (found, tree) => {
    const [first, second] = RUNS.map((run) => finished(laneId(found, tree), checkName(found, run)));
    return {
      answer: leftoverAnswer(found.script, [runOf(field, first), runOf(field, second)]),
      tookMs: tookMs(first) + tookMs(second),
    };
  };
};

/** Runs every script on the base, and those that give an answer there on every other tree, as far as time allows. */
export const runLeftovers = async (
  field: FieldUnderTest,
  [base, ...others]: readonly ProbedTree[],
  request: LeftoverRequest,
): Promise<readonly Leftover[]> => {
  const test = testOf(field);
  if (test === undefined || base === undefined) return [];
  const all = await findLeftovers(field, request.names, request.baseBlobs);
  // A candidate's own script is no evidence about that candidate alone.
  const found = others.length > 1 ? all : all.filter(({ author }) => author === TASK);
  const least = Math.max(SHORTEST_SECONDS, (2 * request.wholeMs) / 1000);
  const limits = { program: request.program, seconds: Math.min(LONGEST_SECONDS, least) };
  const onBase = await runOn(field, test, { scripts: found, trees: [base] }, limits);
  let left = request.seconds;
  const scripts = found.filter((one) => {
    const { answer, tookMs: spentMs } = onBase(one, base);
    const needed = (spentMs * others.length) / 1000;
    if (answer?.kind !== 'answer' || needed > left) return false;
    left -= needed;
    return true;
  });
  const onOthers = await runOn(field, test, { scripts, trees: others }, limits);
  return scripts.flatMap((one) => {
    const answers = [
      { names: base.names, answer: onBase(one, base).answer },
      ...others.map((tree) => ({ names: tree.names, answer: onOthers(one, tree).answer })),
    ];
    return leftoverEvidence(one.author, one.path, answers) ?? [];
  });
};

import { activeFlags, integrityGate } from '../../core/conclude/integrity.ts';
import { harnessFlags, needsBaseRun } from '../../core/decide/raise-run-flags.ts';
import type { CheckRun, TreeEvidence } from '../../core/domain/evidence/evidence.ts';
import type { Cell } from '../../core/domain/evidence/matrix.ts';
import type { Flag } from '../../core/domain/flags/flag.ts';
import type { TrustPolicy } from '../../core/domain/policy/trust-policy.ts';
import { type Measured, missing } from '../../core/domain/measured.ts';
import type { TaskSettings } from '../../core/bench/task-config.ts';
import type { TaskTests } from '../../core/domain/bench/bench-task.ts';
import type { TaskCells } from '../../core/domain/bench/task-result.ts';
import type { FieldContext } from '../evaluate/field/field-context.ts';
import { runCells } from '../evaluate/lanes/run-cells.ts';
import type { Base } from '../ports/git-repository.ts';
import type { Tools } from '../ports/tools.ts';
import type { Dispatch } from '../ports/dispatcher.ts';
import type { TreeChange } from '../../core/domain/work/tree-change.ts';
import { HIDDEN_NOT_RUN, hiddenCell, hiddenResult } from '../evaluate/matrix/hidden-cell.ts';
import { type HiddenTests, loadHiddenTests } from '../plan/load-hidden-tests.ts';
import { openField } from '../evaluate/field/open-field.ts';
import { pinField } from '../evaluate/field/pin-field.ts';
import type { OtherPlace } from '../../core/domain/work/other-place.ts';
import type { TaskPlace } from './tasks/in-task-repository.ts';
import { planBenchTask } from './tasks/plan-bench-task.ts';

/** A tree made from the base; null: the base itself. */
export type NamedTree = {
  readonly name: string;
  readonly tree: string | null;
  /** The number of the run on the same tree: a repeated run is not answered from the cache. */
  readonly nth?: number;
  /** If not the usual surroundings. */
  readonly place?: OtherPlace;
};

/** Results of the hidden tests for one change, and the end of their output. */
export type Verified = TaskCells & {
  readonly runs: readonly CheckRun[];
  readonly log: string;
  /** What the runs show against the change; if one of them blocks, it has passed no test. */
  readonly flags: readonly Flag[];
};

const LOG_BYTES = 16 * 1024;

const commandOf = (tests: TaskTests): string | null => (Array.isArray(tests) ? null : tests.command);

type Asked = {
  readonly id: string;
  readonly name: string;
  readonly checkName: string;
  readonly place?: OtherPlace | undefined;
  readonly changes: readonly TreeChange[];
  readonly isBase: boolean;
};

const checkNameOf = ({ nth = 1 }: NamedTree): string => (nth === 1 ? 'hidden' : `hidden-${nth}`);

type Seen = {
  readonly cell: Measured<Cell>;
  readonly runs: readonly CheckRun[];
  readonly flags: readonly Flag[];
};

const BASE = 'base';

/** A report and an exit code that disagree, or a harness that was written to, is no result; unless the base does the same. */
const raiseFlags = async (
  asked: readonly Asked[],
  seen: ReadonlyMap<string, TreeEvidence>,
  runBase: (like: Asked) => Promise<TreeEvidence | undefined>,
): Promise<ReadonlyMap<string, readonly Flag[]>> => {
  const found = new Map<string, readonly Flag[]>();
  for (const one of asked) {
    const evidence = seen.get(one.id);
    if (evidence === undefined || one.isBase || !needsBaseRun(evidence)) continue;
    const base = await runBase(one);
    if (base !== undefined) found.set(one.name, harnessFlags(base, evidence));
  }
  return found;
};

/** One hidden run per change, however many lists name the same tests. */
const runHidden = async (
  context: FieldContext,
  hidden: HiddenTests,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, Seen>> => {
  const cellOf = ({ id, name, checkName, place, changes }: Asked) => ({
    ...hiddenCell(context, hidden, { id, owner: name, changes }),
    name: checkName,
    // Which files a task's tests themselves write to is unknown.
    writable: 'data' as const,
    readOnly: hidden.files,
    ...(place === undefined ? {} : { place }),
  });
  const seen = await runCells(context, asked.map(cellOf));
  const flags = await raiseFlags(asked, seen, async (like) => {
    const id = `hidden ${BASE} for ${like.name}`;
    const ran = await runCells(context, [cellOf({ ...like, id, name: BASE, changes: [] })]);
    return ran.get(id);
  });
  return new Map(
    asked.map(({ id, name, checkName }) => {
      const evidence = seen.get(id);
      return [
        name,
        {
          cell: hiddenResult(hidden, evidence, checkName),
          runs: evidence?.runs ?? [],
          flags: flags.get(name) ?? [],
        },
      ];
    }),
  );
};

const changesOf = async (tools: Tools, base: Base, change: NamedTree, editable: readonly string[]) => {
  if (change.tree === null) return [];
  const candidate = {
    name: change.name,
    source: { kind: 'commit', at: change.tree } as const,
    provenance: { status: 'completed' as const },
  };
  const applied = [{ candidate, tree: change.tree, patch: new Uint8Array() }];
  const [pinned] = await pinField(tools, { base, applied, editable });
  return pinned?.changes ?? [];
};

type Verdict = {
  readonly tools: Pick<Tools, 'files'>;
  /** With the logs. */
  readonly folder: string;
  readonly trust: TrustPolicy;
  readonly task: Pick<TaskSettings, 'tests'>;
};

const verdictOf = async (
  { tools, folder, trust, task }: Verdict,
  byCommand: ReadonlyMap<string | null, ReadonlyMap<string, Seen>>,
  name: string,
): Promise<Verified> => {
  const seen = [...byCommand.values()].flatMap((each) => each.get(name) ?? []);
  const flags = activeFlags(
    seen.flatMap((each) => each.flags),
    trust,
  );
  const stopped = integrityGate(flags, trust);
  const cellOf = (tests: TaskTests): Measured<Cell> =>
    stopped === null
      ? (byCommand.get(commandOf(tests))?.get(name)?.cell ?? HIDDEN_NOT_RUN)
      : missing('candidate', stopped);
  const runs = seen.flatMap((each) => each.runs);
  const last = runs.at(-1)?.outcome;
  const log =
    last === undefined || last.status === 'not-started'
      ? ''
      : ((await tools.files.readBounded(`${folder}/${last.log.path}`, LOG_BYTES))?.text ?? '');
  return {
    fail_to_pass: cellOf(task.tests.fail_to_pass),
    pass_to_pass: cellOf(task.tests.pass_to_pass),
    runs,
    log,
    flags,
  };
};

/**
 * Runs the hidden tests of a task on changes, each in its own sandbox and with the base's harness:
 * a change that rewrites how tests are run is tested the original way.
 */
export const verifyChanges = async (
  { tools, base, hidden: readHidden }: Pick<TaskPlace, 'tools' | 'base' | 'hidden'>,
  task: TaskSettings,
  changes: readonly NamedTree[],
): Promise<ReadonlyMap<string, Verified>> => {
  const { config, plan } = await planBenchTask(tools, base, task);
  const run = await tools.store.create({ config, startedAt: tools.clock.now() });
  let dispatch: Dispatch | null = null;
  try {
    dispatch = await tools.openDispatcher({
      run: run.id,
      jobs: tools.defaultJobs,
      oversubscribeWhenIdle: false,
      sandbox: config.sandbox,
    });
    const request = { base, config, plan };
    const context = await openField({ ...tools, ...dispatch, run }, request);
    const asked: Asked[] = [];
    for (const change of changes)
      asked.push({
        id: `hidden ${change.name}`,
        name: change.name,
        checkName: checkNameOf(change),
        place: change.place,
        changes: await changesOf(tools, base, change, config.trust.editable_tests),
        isBase: change.tree === null,
      });
    const byCommand = new Map<string | null, ReadonlyMap<string, Seen>>();
    for (const tests of [task.tests.fail_to_pass, task.tests.pass_to_pass]) {
      const command = commandOf(tests);
      if (byCommand.has(command) || (Array.isArray(tests) && tests.length === 0)) continue;
      const folder = { name: 'the task', files: await readHidden() };
      const hidden = await loadHiddenTests(tools, base, { folder, command });
      byCommand.set(command, await runHidden(context, hidden, asked));
    }
    const verified = new Map<string, Verified>();
    for (const { name } of changes)
      verified.set(
        name,
        await verdictOf({ tools, folder: run.folder, trust: config.trust, task }, byCommand, name),
      );
    return verified;
  } finally {
    await dispatch?.dispatcher.dropKept();
    await run.discard();
  }
};

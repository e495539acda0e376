import type { Check } from '../../../core/domain/check/check.ts';
import type { FinishedCheck } from '../../../core/parse/interpret-checks.ts';
import type { Patience, Workspace } from '../../ports/workspaces.ts';
import { afterCheck, checkEvent } from './after-check.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { installOwn } from './install-own.ts';
import { keepResult } from './keep-result.ts';
import { frozenKey } from './resume-lane.ts';
import { standOnBuild } from './stand-on-build.ts';
import { runCheck } from './run-check.ts';
import type { OnIdle, Step } from './run-lanes.ts';
import { type LaneRecord, skipChecks, type TreeUnderTest } from './tree-lane.ts';

const UNKNOWN_MS = 1000;

const isLast = (context: FieldContext, { subject }: LaneRecord, check: Check): boolean =>
  checksOf(context, subject).at(-1) === check;

/** Made when the first check of a tree is due, so that waiting trees cost no disk. */
const openWorkspace = (context: FieldContext, record: LaneRecord): Promise<Workspace> =>
  (record.workspace ??= context.tools.workspaces.create(
    context.base,
    record.frozen === undefined ? record.subject.changes : (record.over ?? []),
    record.subject.owners[0],
    record.frozen,
  ));

/** Tests by another name, as those of the base once more, take as long as tests do. */
const baseName = ({ times, plan }: FieldContext, { name, kind }: Check): string => {
  const alike = plan.checks.filter((check) => check.kind === kind).map((check) => check.name);
  if (alike.includes(name)) return name;
  const slowest = alike.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  return slowest[0] ?? name;
};

/** The base has all the time that is configured, and so has what was given a limit of its own. */
const patienceWith = (
  context: FieldContext,
  { side, limitsMs }: TreeUnderTest,
  check: Check,
): Patience | null => {
  const ownMs = side === 'baseline' ? check.timeoutMs : limitsMs?.[check.name];
  return ownMs === undefined
    ? context.times.patience(baseName(context, check), check.timeoutMs)
    : { totalMs: ownMs, silentMs: null };
};

const JUDGES_FILES: ReadonlySet<Check['kind']> = new Set(['lint', 'security']);

/** A compiler or a linter would charge a candidate with copies that are none of its own: they come and go with the tests. */
const unwanted = (context: FieldContext, subject: TreeUnderTest, check: Check): readonly string[] => {
  const checks = checksOf(context, subject);
  const testsToCome = checks.slice(checks.indexOf(check)).some(({ kind }) => kind === 'test');
  return JUDGES_FILES.has(check.kind) && !testsToCome ? (subject.control ?? []).map(({ path }) => path) : [];
};

const examine = async (
  context: FieldContext,
  record: LaneRecord,
  check: Check,
  onIdle: OnIdle,
): Promise<FinishedCheck> => {
  const { tools, options } = context;
  const { side, owners } = record.subject;
  const workspace = await openWorkspace(context, record);
  if (check.kind === 'test') await workspace.add(record.subject.control ?? []);
  const carries =
    side === 'baseline'
      ? { after: (reportDir: string) => context.carried.take(check, reportDir) }
      : { before: (reportDir: string) => context.carried.give(check, reportDir) };
  const finished = await runCheck(tools, {
    ...(tools.workspaces.isolation.level === 'sandboxed' ? carries : {}),
    owner: owners[0],
    check,
    workspace,
    network: options.networkFor(check.kind),
    onIdle,
    patience: () => patienceWith(context, record.subject, check),
    without: unwanted(context, record.subject, check),
  });
  // First the workspace, then the result: who finds the result can go on from the workspace.
  const lasting = record.subject.lasting === true && check.kind === 'build';
  if (!isLast(context, record, check))
    await workspace.freeze(frozenKey(context, record.subject, check), lasting);
  await keepResult(context, record, finished);
  return finished;
};

const estimateMs = (context: FieldContext, check: Check): number =>
  context.times.get(baseName(context, check)) ?? UNKNOWN_MS;

const checkStep = (context: FieldContext, record: LaneRecord, check: Check): Step => ({
  estimateMs: () => estimateMs(context, check),
  run: async (onIdle) => {
    const { owners, side } = record.subject;
    if (side === 'candidate' && context.unconfigured.has(check.kind)) return 'continue';
    if (check.kind === 'build' && (await standOnBuild(context, record))) return 'continue';
    context.tools.run.emit({ event: 'check_started', owners, check: check.name });
    const finished = await examine(context, record, check, onIdle);
    await context.tools.run.record(checkEvent('check', record, finished));
    return afterCheck(context, record, finished, false);
  },
});

const installStep = (context: FieldContext, record: LaneRecord): Step => ({
  estimateMs: () => UNKNOWN_MS,
  run: async () => {
    const workspace = await openWorkspace(context, record);
    const trouble = await installOwn(context, record.subject, workspace);
    if (trouble === null) {
      await workspace.freeze(frozenKey(context, record.subject, undefined));
      return 'continue';
    }
    skipChecks(record, checksOf(context, record.subject), trouble);
    return 'stop';
  },
});

/** What is left to be done in one tree's workspace, in order. */
export const laneSteps = (
  context: FieldContext,
  record: LaneRecord,
  left: readonly Check[],
): readonly Step[] => {
  const { subject, frozen } = record;
  const installs =
    left.length > 0 && subject.ownInstall && context.plan.install !== null && frozen === undefined;
  return [
    ...(installs ? [installStep(context, record)] : []),
    ...left.map((check) => checkStep(context, record, check)),
  ];
};

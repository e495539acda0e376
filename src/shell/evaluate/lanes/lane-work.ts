import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { Check } from '../../../core/domain/check/check.ts';
import { NO_REPORT } from '../../../core/domain/check/no-report.ts';
import type { Pace, Work, WorkStep, WorkUpdate } from '../../../core/domain/work/work.ts';
import { checksOf, type FieldContext } from '../field/field-context.ts';
import { frozenKey, keptKey, laneIdentity } from './resume-lane.ts';
import type { LaneRecord, TreeUnderTest } from './tree-lane.ts';

const UNKNOWN_MS = 1000;
/** Fewer cores, and nothing compiled for this path but the base. */
const SLOWER_ELSEWHERE = 3;
/** A check is tried once more if the machine fails rather than the code. */
const ATTEMPTS = 2;

export const INSTALL = 'install';

/** A work and the purpose of each of its steps. */
export type LaneWork = { readonly work: Work; readonly tasks: readonly (Check | typeof INSTALL)[] };

/** A test run under another name, such as the base's second run, takes as long as the tests do. */
const baseName = ({ times, plan }: FieldContext, { name, kind }: Check): string => {
  const alike = plan.checks.filter((check) => check.kind === kind).map((check) => check.name);
  if (alike.includes(name)) return name;
  const slowest = alike.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  return slowest[0] ?? name;
};

/** The base may use all of the configured time, and a tree with a limit of its own all of that limit. */
const paceOf = (
  context: FieldContext,
  { side, limitsMs, place }: TreeUnderTest,
  check: Check,
): Pace | null => {
  const ownMs = side === 'baseline' ? check.timeoutMs : limitsMs?.[check.name];
  return ownMs === undefined
    ? context.times.pace(
        baseName(context, check),
        check.timeoutMs,
        place === undefined ? 1 : SLOWER_ELSEWHERE,
      )
    : { totalMs: ownMs, silentMs: null };
};

type Adjustable = Pick<WorkStep, 'estimateMs' | 'pace' | 'skip' | 'stopOnFailure' | 'files'>;

/** What is known so far about a check from the base. */
const adjustable = (context: FieldContext, subject: TreeUnderTest, check: Check): Adjustable => {
  const isCandidate = subject.side === 'candidate';
  const carried = isCandidate ? context.carried.get(check.name) : undefined;
  const unconfigured = context.unconfigured.has(check.kind);
  return {
    estimateMs: context.times.get(baseName(context, check)) ?? UNKNOWN_MS,
    pace: paceOf(context, subject, check),
    skip: isCandidate && unconfigured,
    stopOnFailure:
      isCandidate && check.kind === 'build' && context.options.stopAtBrokenBuild && !unconfigured,
    files:
      check.carries === undefined || carried === undefined ? [] : [{ name: check.carries, blob: carried }],
  };
};

/** If the command fails and our reporter wrote nothing, it runs without the reporter and its exit code counts. */
const withPlain = ({ command, plain }: Check): string =>
  plain === undefined
    ? command
    : `( ${command}\n); status=$?
if [ $status -ne 0 ] && ${NO_REPORT}; then
  echo 'hydra: no report was written, so the command is run without a reporter' >&2
  ( ${plain}\n); status=$?
fi
exit $status`;

const checkStep = (context: FieldContext, subject: TreeUnderTest, check: Check): WorkStep => {
  const { name, kind, env, timeoutMs, report, parser } = check;
  const carries = context.tools.dispatcher.isolation.level === 'sandboxed' ? check.carries : undefined;
  const isLast = checksOf(context, subject).at(-1) === check;
  const lasting = subject.lasting === true && kind === 'build';
  return {
    ...adjustable(context, subject, check),
    name,
    command: withPlain(check),
    env,
    network: context.options.networkFor(kind),
    timeoutMs,
    attempts: ATTEMPTS,
    separateStdout: report.from === 'stdout',
    report: parser === null ? null : report,
    output: subject.side === 'baseline' ? (carries ?? null) : null,
    ...(subject.readOnly === undefined || kind === 'build' ? {} : { readOnly: subject.readOnly }),
    ...(subject.traced === undefined || kind === 'build' ? {} : { traced: subject.traced }),
    keep: isLast && !lasting ? null : { key: frozenKey(context, subject, check), lasting, when: 'always' },
  };
};

/** A candidate that changed what the installation reads or compiles has an installation of its own, in its own workspace. */
const installStep = (context: FieldContext, subject: TreeUnderTest): readonly WorkStep[] => {
  const { install } = context.plan;
  if (install === null) return [];
  const { command, env, timeoutMs } = install;
  return [
    {
      name: INSTALL,
      command,
      env,
      network: context.options.networkFor('install'),
      timeoutMs,
      attempts: 1,
      estimateMs: UNKNOWN_MS,
      pace: null,
      skip: false,
      stopOnFailure: true,
      files: [],
      separateStdout: false,
      report: null,
      output: null,
      keep: { key: frozenKey(context, subject, undefined), lasting: false, when: 'passed' },
    },
  ];
};

/** Compilers keep what is newer than the sources that they know of: what the base's installation made must not be there. */
const installBelow = (
  { plan: { install } }: FieldContext,
  { ownInstall }: TreeUnderTest,
): Work['base']['install'] => (ownInstall && install?.compiles !== undefined ? null : install);

const startOf = (
  context: FieldContext,
  { subject, frozen }: LaneRecord,
  tasks: LaneWork['tasks'],
): Work['start'] => {
  if (frozen !== undefined) return { key: frozen, changes: [], replaces: [], otherwise: 'fail' };
  const { builtAs, ownInstall, after } = subject;
  if (ownInstall) return null;
  if (after !== undefined)
    return { key: keptKey(context, after), changes: subject.changes, replaces: [], otherwise: 'base' };
  if (builtAs === undefined) return null;
  const replaces = tasks.flatMap((task, at) => (task !== INSTALL && task.kind === 'build' ? [at] : []));
  return { key: builtAs.key, changes: builtAs.over, replaces, otherwise: 'base' };
};

/** The remaining work on one tree, as a document. */
export const laneWork = (context: FieldContext, record: LaneRecord, left: readonly Check[]): LaneWork => {
  const { tools, plan, base, limits } = context;
  const { subject, frozen } = record;
  const install = subject.ownInstall && frozen === undefined ? installStep(context, subject) : [];
  const tasks = [...install.map(() => INSTALL as typeof INSTALL), ...left];
  const work: Work = {
    id: tools.digest(canonicalJson(['work-1', tools.run.id, laneIdentity(subject)])),
    label: subject.owners[0],
    base: {
      commit: base.commit,
      install: installBelow(context, subject),
      environment: tools.readEnvironment(plan.environment),
      limits,
    },
    changes: subject.changes,
    start: startOf(context, record, tasks),
    ...(subject.place === undefined ? {} : { place: subject.place }),
    urgent: subject.side === 'baseline',
    steps: [...install, ...left.map((check) => checkStep(context, subject, check))],
  };
  return { work, tasks };
};

/** What the base has shown since the work was dispatched. */
export const laneUpdate = (
  context: FieldContext,
  subject: TreeUnderTest,
  { tasks }: LaneWork,
): WorkUpdate => ({
  steps: tasks.flatMap((task, at) =>
    task === INSTALL ? [] : [{ at, ...adjustable(context, subject, task) }],
  ),
});

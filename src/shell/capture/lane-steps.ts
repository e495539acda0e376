import type { Check } from '../../core/domain/check.ts';
import type { Cause } from '../../core/domain/measured.ts';
import type { FinishedCheck } from '../../core/parse/interpret-checks.ts';
import type { Workspace } from '../ports/workspaces.ts';
import type { FieldContext } from './capture-field.ts';
import { installOwn } from './install-own.ts';
import { adaptiveDeadline, fullDeadline } from './job-deadline.ts';
import { recallLane } from './recall-lane.ts';
import { resultKey } from './result-key.ts';
import { runCheck } from './run-check.ts';
import type { Step } from './run-lanes.ts';
import { summariseLane } from './summarise-lane.ts';
import { type LaneRecord, remember } from './tree-lane.ts';

const UNKNOWN_MS = 1000;
type Verdict = 'continue' | 'stop';

const skipRest = (record: LaneRecord, checks: readonly Check[], cause: Cause, reason: string): Verdict => {
  record.skipped.push(...checks.map((check) => ({ check, cause, reason })));
  return 'stop';
};

const failedBuild = ({ check, outcome }: FinishedCheck): boolean =>
  check.kind === 'build' && (outcome.status !== 'exited' || outcome.exitCode !== 0);

const openWorkspace = (context: FieldContext, record: LaneRecord): Promise<Workspace> =>
  (record.workspace ??= context.tools.workspaces.create(context.base, record.subject.changes));

/** The base teaches: how long a check takes, and which checks this repository does not have. */
const learnFromBase = (context: FieldContext, record: LaneRecord, { check, outcome }: FinishedCheck): void => {
  if (record.subject.side !== 'baseline') return;
  if ('durationMs' in outcome) context.times.learn(check.name, outcome.durationMs);
  const { build, tests, lint, security } = summariseLane(record);
  const seen = { build, test: tests, lint, security }[check.kind];
  if (!seen.known && seen.cause === 'not-configured') context.unconfigured.add(check.kind);
};

const examine = async (context: FieldContext, record: LaneRecord, check: Check): Promise<FinishedCheck> => {
  const { tools, options, times, plan, around } = context;
  const { side, patient, owners, tree } = record.subject;
  const workspace = await openWorkspace(context, record);
  const full = side === 'baseline' || patient;
  const finished = await runCheck(tools, {
    owner: owners[0],
    check,
    workspace,
    network: options.networkFor(check.kind),
    deadline: () => (full ? fullDeadline(check.timeoutMs) : adaptiveDeadline(check, times, tools.clock)),
  });
  const key = resultKey(tools.digest, tree, check, { plan, around });
  if (finished.outcome.status === 'exited') await tools.cache.put(key, finished);
  return finished;
};

const checkStep = (context: FieldContext, record: LaneRecord, check: Check): Step => ({
  estimateMs: () => context.times.get(check.name) ?? UNKNOWN_MS,
  run: async () => {
    const { owners, side } = record.subject;
    const { onProgress, stopAtBrokenBuild } = context.options;
    const rest = context.plan.checks.slice(context.plan.checks.indexOf(check) + 1);
    if (side === 'candidate' && context.unconfigured.has(check.kind)) return 'continue';
    for (const owner of owners) onProgress({ type: 'check-started', owner, check: check.name });
    const finished = await examine(context, record, check);
    remember(record, finished, false);
    const { outcome } = finished;
    await context.tools.run.record({ event: 'check', owners, check: check.name, outcome });
    for (const owner of owners) onProgress({ type: 'check-ended', owner, check: check.name, outcome, reused: false });
    learnFromBase(context, record, finished);
    if (side === 'candidate' && stopAtBrokenBuild && failedBuild(finished) && !context.unconfigured.has('build')) {
      return skipRest(record, rest, 'candidate', 'not run, because the build failed');
    }
    return 'continue';
  },
});

const installStep = (context: FieldContext, record: LaneRecord): Step => ({
  estimateMs: () => UNKNOWN_MS,
  run: async () => {
    const trouble = await installOwn(context, record.subject, await openWorkspace(context, record));
    return trouble === null ? 'continue' : skipRest(record, context.plan.checks, trouble.cause, trouble.reason);
  },
});

/** What is left to do for a tree: nothing, where every result is known by its content key. */
export const laneSteps = async (context: FieldContext, record: LaneRecord): Promise<readonly Step[]> => {
  if (!record.subject.patient && (await recallLane(context, record))) {
    for (const finished of record.finished) learnFromBase(context, record, finished);
    return [];
  }
  const own = record.subject.ownInstall && context.plan.install !== null ? [installStep(context, record)] : [];
  return [...own, ...context.plan.checks.map((check) => checkStep(context, record, check))];
};

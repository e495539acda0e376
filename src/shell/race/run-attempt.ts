import type { AgentLimits, AgentResult } from '../../core/domain/agent/agent-run.ts';
import { unavailableResult } from '../agent/unavailable-result.ts';
import type { RaceLimits } from '../../core/domain/race/race-request.ts';
import { labelAttempt, reasonOf } from '../../core/race/label-attempt.ts';
import { printableLine } from '../../core/report/text/printable.ts';
import { scanWork } from '../assess/scan-work.ts';
import { throwIfAborted } from '../errors/abort-error.ts';
import type { Agent, AgentCommands, AgentProgress } from '../ports/agent.ts';
import type { Base } from '../ports/git-repository.ts';
import type { OpenRun } from '../ports/run-store.ts';
import type { Workspace, WorkspaceBase, Workspaces } from '../ports/workspaces.ts';
import type { RaceAttempt } from './attempt.ts';
import type { RaceTools } from './race-tools.ts';

const PROGRESS_MS = 1000;
const FILES_MS = 4000;
const LONGEST_ACTION = 200;

/** Where attempts of a race happen. */
export type Track = {
  readonly workspaces: Workspaces;
  readonly prepared: WorkspaceBase;
  readonly base: Base;
  readonly commands: AgentCommands;
};

export type AttemptJob = {
  readonly name: string;
  readonly spec: string;
  readonly agent: Agent;
  readonly round: number;
  readonly prompt: string;
  /** The tree to start from; the base's unless it is a refinement. */
  readonly from: string;
  readonly limits: RaceLimits;
  /** How often it was started before, in killed runs. */
  readonly started: number;
  readonly stop: AbortSignal;
  readonly onProgress: (progress: AgentProgress) => void;
};

/** Events of an agent's progress, at most one per second, with the files it has touched. */
const openReporter = ({ tools }: RaceTools, run: OpenRun, name: string, tree: string) => {
  const sinceMs = Date.parse(tools.clock.now());
  let [files, latest, emitted]: [number | null, AgentProgress | null, string] = [0, null, ''];
  let looking = false;
  const emit = (): void => {
    if (latest === null && files === 0) return;
    const { action = '', steps = 0, toolCalls = 0, tokens = null, costUsd = null } = latest ?? {};
    const progress = {
      agent: name,
      action: printableLine(action, LONGEST_ACTION),
      steps,
      tool_calls: toolCalls,
      tokens,
      usd: costUsd,
      files,
    };
    const text = JSON.stringify(progress);
    if (text !== emitted) run.emit({ event: 'agent_progress', ...progress });
    emitted = text;
  };
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    files = await tools.files.countNewer(tree, sinceMs);
    looking = false;
  };
  const timers = [
    setInterval(emit, PROGRESS_MS),
    setInterval(() => void look().catch(() => undefined), FILES_MS),
  ];
  return {
    take: (progress: AgentProgress): void => {
      latest = progress;
    },
    close: (): void => {
      timers.forEach((timer) => clearInterval(timer));
      emit();
    },
  };
};

/** A bug or a fault of the machine in one attempt must not end the others. */
const brokenResult = (name: string, error: unknown, wallMs: number): AgentResult =>
  unavailableResult(name, printableLine(error instanceof Error ? error.message : String(error), 300), wallMs);

/** Limits that the agent itself can keep: it stops between turns, while we stop it only after it reports too much. */
export const ownLimits = (
  { keeps }: Pick<Agent, 'keeps'>,
  { timeoutMs, tokens, usd }: RaceLimits,
): Partial<AgentLimits> => ({
  wallMs: timeoutMs,
  ...(tokens !== null && keeps.includes('tokens') ? { tokens } : {}),
  ...(usd !== null && keeps.includes('costUsd') ? { costUsd: usd } : {}),
});

/** Runs the agent, with its own trace next to its patch. */
const letWork = async (
  race: RaceTools,
  run: OpenRun,
  { base, commands }: Track,
  job: AttemptJob & { readonly trace: string; readonly workspace: Workspace },
): Promise<AgentResult> => {
  const { tools, agents } = race;
  const { name, spec, agent, prompt, limits, workspace } = job;
  const folder = workspace.hostTree ?? '';
  const reporter = openReporter(race, run, name, folder);
  const log = await agents.openTrace(run.logFile(name, job.trace));
  const startedMs = tools.clock.monotonicMs();
  try {
    return await agent.work({
      task: { prompt, limits: ownLimits(agent, limits) },
      workspace,
      commands,
      record: (event) => {
        if (event.event === 'note') run.emit(event);
        return log.record(event);
      },
      securityScan: () => scanWork(tools, base, folder),
      onProgress: (progress) => {
        reporter.take(progress);
        job.onProgress(progress);
      },
      stop: job.stop,
      ...(limits.idleMs === null ? {} : { idleMs: limits.idleMs }),
    });
  } catch (error) {
    throwIfAborted(tools.signal);
    return brokenResult(spec, error, tools.clock.monotonicMs() - startedMs);
  } finally {
    reporter.close();
    await log.close();
  }
};

/** Lets one agent work in its own workspace; its change is its final tree against the base, whatever it did to git. */
export const runAttempt = async (
  race: RaceTools,
  run: OpenRun,
  track: Track,
  job: AttemptJob,
): Promise<RaceAttempt> => {
  const { tools } = race;
  const { workspaces, prepared, base } = track;
  const { name, spec, round } = job;
  const trace = `agent-${job.started + 1}.jsonl`;
  await run.record({ event: 'agent_at_work', agent: name, spec, round, trace });
  const changes = job.from === base.tree ? [] : await tools.repository.changes(base.tree, job.from);
  const workspace = await workspaces.create(prepared, changes, name);
  try {
    const result = await letWork(race, run, track, { ...job, trace, workspace });
    const source = { kind: 'folder', at: workspace.hostTree ?? '' } as const;
    const imported = await tools.repository.importCandidate(base, source, { flatten: true });
    // Files that cannot be imported are the agent's own fault; the other agents go on.
    const made = imported.ok ? imported : { patch: new Uint8Array(), tree: base.tree };
    await run.savePatch(name, made.patch);
    const { length: files } = await tools.repository.changes(base.tree, made.tree);
    const label = imported.ok ? labelAttempt(result, files) : 'failed';
    const why = imported.ok
      ? reasonOf(label, result, job.limits)
      : `its change cannot be recorded: it ${imported.reason}`;
    const reason = printableLine(why, 300);
    const sha256 = tools.digest(made.patch);
    const attempt: RaceAttempt = {
      agent: name,
      spec,
      round,
      label,
      reason,
      files,
      sha256,
      tree: made.tree,
      result,
    };
    await run.record({ event: 'agent_done', ...attempt });
    return attempt;
  } finally {
    await workspace.dispose();
  }
};

import { join } from 'node:path';
import { transcriptOf } from '../../core/agent/transcript.ts';
import type { AgentResult } from '../../core/domain/agent/agent-run.ts';
import type { InstallPlan } from '../../core/domain/source/repo-facts.ts';
import type { SandboxPolicy } from '../../core/domain/policy/sandbox-policy.ts';
import type { Agent, AgentErrand } from '../ports/agent.ts';
import type { Base } from '../ports/git-repository.ts';
import type { RunEvent } from '../../core/domain/run/run-event.ts';
import type { Tools } from '../ports/tools.ts';
import type { Isolation, Workspace } from '../ports/workspaces.ts';
import { scanWork } from '../assess/scan-work.ts';
import { InfrastructureError, UserError } from '../errors/user-error.ts';
import { requireSandbox } from './require-sandbox.ts';

export type AgentJob = Pick<AgentErrand, 'task' | 'mock'> &
  Partial<Pick<AgentErrand, 'commands' | 'record'>> & {
    /** Branch, tag or commit to start from. */
    readonly base: string;
    readonly agent: Agent;
    /** How dependencies are installed; absent: there are none. */
    readonly install?: InstallPlan;
    readonly sandbox?: SandboxPolicy;
    /** Let the agent work even if this machine has no sandbox for it. */
    readonly allowDegraded?: boolean;
  };

export type AgentWork = {
  readonly result: AgentResult;
  readonly base: Base;
  /** The agent's change, as a tree in the store and as a patch, which is empty if it changed nothing. */
  readonly tree: string;
  readonly patch: Uint8Array;
  /** What it did, for a judge to read. */
  readonly transcript: string;
  readonly isolation: Isolation;
};

type Worked = Pick<AgentWork, 'result' | 'transcript'>;

const letWork = async (
  job: AgentJob,
  workspace: Workspace,
  securityScan: () => Promise<string>,
): Promise<Worked> => {
  const { agent, task, mock, commands = {}, record } = job;
  const events: RunEvent[] = [];
  const result = await agent.work({
    task,
    workspace,
    commands,
    record: async (event) => {
      events.push(event);
      await record?.(event);
    },
    ...(mock === undefined ? {} : { mock }),
    securityScan,
  });
  return { result, transcript: transcriptOf(events) };
};

/** Lets an agent work on a copy of the base and returns its change. The user's files are not modified. */
export const workOnBase = async (tools: Tools, job: AgentJob): Promise<AgentWork> => {
  const asked = await job.agent.availability(job.task);
  if (!asked.available) throw asked.why;
  const base = await tools.repository.resolveBase(job.base);
  const { install = null, sandbox } = job;
  const workspaces = await tools.openWorkspaces({
    environment: tools.readEnvironment(install?.environment ?? []),
    copies: true,
    ...(sandbox === undefined ? {} : { sandbox }),
  });
  // Our own script does only what its task says.
  const noSandbox = job.agent.scripted ? null : requireSandbox(workspaces, job.allowDegraded === true);
  if (noSandbox !== null) await job.record?.({ event: 'note', text: noSandbox });
  const folder = await tools.files.makeFolder('agent-run');
  try {
    const prepared = await workspaces.prepareBase(base.commit, install, join(folder, 'install.log'));
    if (prepared.installed.status === 'failed')
      throw new UserError(
        'install-failed',
        `Dependencies of the base could not be installed: ${prepared.installed.reason}`,
        'Check that the installation command is right and works by hand.',
      );
    const workspace = await workspaces.create(prepared, [], 'agent');
    try {
      const source = { kind: 'folder', at: workspace.hostTree ?? '' } as const;
      const setting = { install, ...(sandbox === undefined ? {} : { sandbox }) };
      const worked = await letWork(job, workspace, () => scanWork(tools, base, source.at, setting));
      const made = await tools.repository.importCandidate(base, source, { flatten: true });
      if (!made.ok)
        throw new InfrastructureError(
          'agent-change',
          `The agent's change cannot be recorded: it ${made.reason}.`,
          'Check whether it wrote very large files.',
        );
      return { ...worked, base, tree: made.tree, patch: made.patch, isolation: workspaces.isolation };
    } finally {
      await workspace.dispose();
    }
  } finally {
    await tools.files.removeFolder(folder);
  }
};

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusePath } from '../../../core/domain/candidate/refuse-path.ts';
import type { AgentWorkspace, CommandOutput, Denied } from '../../ports/agent-workspace.ts';
import type { Workspace } from '../../ports/workspaces.ts';
import { applyOnDisk } from '../patch/patch-disk.ts';
import { codeOf, readPathState } from '../patch/read-path-state.ts';
import { listTree } from './list-tree.ts';
import { readEnds } from './read-ends.ts';

/** How much of a command's output is read, before it is cut to what the model may see. */
const MOST_OUTPUT_BYTES = 512 * 1024;

const denied = (reason: string): Denied => ({ ok: false, reason });
const shown = (path: string): string => JSON.stringify(path.slice(0, 200));

const runIn = async (
  workspace: Workspace,
  folder: string,
  command: string,
  timeoutMs: number,
): Promise<CommandOutput> => {
  const log = join(folder, 'output.log');
  const ran = await workspace.run({
    command,
    env: {},
    timeoutMs,
    network: false,
    stdoutFile: log,
    stderrFile: log,
    reportDir: join(folder, 'report'),
  });
  return { ran, ...(await readEnds(log, MOST_OUTPUT_BYTES)) };
};

/** A workspace as an agent sees it. It must be a plain copy: the tree is changed from outside, between its jobs. */
export const openAgentWorkspace = async (workspace: Workspace): Promise<AgentWorkspace> => {
  if (workspace.hostTree === undefined) throw new Error('an agent needs a workspace that is a plain copy');
  const tree = await realpath(workspace.hostTree);
  const folder = await mkdtemp(join(tmpdir(), 'hydra-agent-'));
  return {
    root: workspace.root,
    async list(path) {
      const bad = path === '' ? null : refusePath(path);
      if (bad !== null) return denied(`The path ${bad}.`);
      try {
        return { ok: true, ...(await listTree(tree, path)) };
      } catch (error) {
        return denied(`${shown(path)} is not a folder that can be listed (${codeOf(error)}).`);
      }
    },
    async read(path) {
      const bad = refusePath(path);
      if (bad !== null) return denied(`The path ${bad}.`);
      const found = await readPathState(tree, path);
      if (found === null) return denied(`${shown(path)} does not exist.`);
      const { state } = found;
      if (state.is === 'file') return { ok: true, bytes: state.bytes };
      return denied(`${shown(path)} is ${state.is === 'folder' ? 'a folder' : state.what}.`);
    },
    edit: (ops) => applyOnDisk(tree, ops),
    run: (command, { timeoutMs }) => runIn(workspace, folder, command, timeoutMs),
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
};

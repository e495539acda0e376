import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { PatchOutcome } from './patch-tools.ts';
import type { Ran } from './workspaces.ts';

/** Why something is not available: a whole sentence for the model. */
export type Denied = { readonly ok: false; readonly reason: string };

/** Paths from the root, folders with a trailing slash. `left`: at least this many more exist. */
export type Listing = { readonly ok: true; readonly paths: readonly string[]; readonly left: number };

export type FileContent = { readonly ok: true; readonly bytes: Uint8Array };

/** Standard output and error together; the middle of a long output is left out. */
export type CommandOutput = { readonly ran: Ran; readonly text: string; readonly leftOutBytes: number };

/** The tree an agent works on: files by contained paths, commands in the sandbox without a network. */
export type AgentWorkspace = {
  /** Absolute path of the tree as commands see it. */
  readonly root: string;
  list(folder: string): Promise<Listing | Denied>;
  read(path: string): Promise<FileContent | Denied>;
  /** All or nothing. */
  edit(ops: readonly PatchOp[]): Promise<PatchOutcome>;
  run(command: string, limit: { readonly timeoutMs: number }): Promise<CommandOutput>;
  /** Removes everything written outside the tree; the tree itself belongs to its owner. */
  close(): Promise<void>;
};

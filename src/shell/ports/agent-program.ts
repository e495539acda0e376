import type { Ran, Workspace } from './workspaces.ts';

export type ProgramText = { readonly text: string; readonly leftOutBytes: number };

/** A program in the sandbox of a workspace, in its root. */
export type ProgramErrand = {
  readonly workspace: Workspace;
  /** For /bin/sh; $HYDRA_REPORT_DIR holds prompt.md, and usage.json afterwards if the program wrote one. */
  readonly command: string;
  readonly prompt: string;
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  readonly timeoutMs: number;
};

export type ProgramRan = {
  readonly ran: Ran;
  readonly stdout: ProgramText;
  readonly stderr: ProgramText;
  /** Of usage.json; empty if there is none. */
  readonly usage: string;
};

/** Programs that are agents. */
export type AgentPrograms = {
  /** Is there a program of this name on the user's PATH, or at this absolute path? */
  has(program: string): Promise<boolean>;
  run(errand: ProgramErrand): Promise<ProgramRan>;
  /** Values of those of the user's variables that are set. */
  readEnvironment(names: readonly string[]): Readonly<Record<string, string>>;
};

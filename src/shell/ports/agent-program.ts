import type { Measured } from '../../core/domain/measured.ts';
import type { TokenUsage } from '../../core/domain/agent/token-usage.ts';
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
  /** Files below the user's home that are copied to the same place below the program's own. */
  readonly logins?: readonly string[];
  /** Those of them whose renewed tokens are taken back. */
  readonly renews?: readonly string[];
  /** Called with every line of its standard output, soon after it is written; very long lines are left out. */
  readonly onLine?: (line: string) => void;
  /** Called with the text of usage.json whenever that has changed while it works. */
  readonly onUsage?: (text: string) => void;
  /** Stopped if it prints nothing, and none of its processes works, for this long. */
  readonly idleMs?: number;
  /** Stops it; its changes so far count. */
  readonly stop?: AbortSignal;
};

export type ProgramRan = {
  readonly ran: Ran;
  readonly stdout: ProgramText;
  readonly stderr: ProgramText;
  /** Of usage.json; empty if there is none. */
  readonly usage: string;
  /** Why we stopped it early; null: we did not. */
  readonly stopped: 'idle' | 'asked' | null;
  /** What the user should know about logins that it changed. */
  readonly notes: readonly string[];
};

/** Programs that are agents. */
export type AgentPrograms = {
  /** Is there a program of this name on the user's PATH, or at this absolute path? */
  has(program: string): Promise<boolean>;
  run(errand: ProgramErrand): Promise<ProgramRan>;
  /** Values of the user's variables that are set. */
  readEnvironment(names: readonly string[]): Readonly<Record<string, string>>;
  /** Which of these files below the user's home exist. */
  findLogins(paths: readonly string[]): Promise<readonly string[]>;
  /** The first line it prints when asked for its version; null: nothing. */
  versionOf(program: string): Promise<string | null>;
  /** What this many tokens of a model cost by the bundled price list. */
  priceOf(model: string, usage: TokenUsage): Promise<Measured<number>>;
};

import type { AgentLimits } from '../domain/agent/agent-run.ts';
import type { AgentSayings } from './agent-saying.ts';

/** The purpose of a command line. */
export type ProgramTask = {
  readonly instructions?: string;
  readonly system?: string;
  readonly limits?: Partial<AgentLimits>;
};

/** Settings of a configuration that a program may be passed. */
export type ProgramSetting = 'model' | 'system_prompt';

/** When an agent reports its usage: only usage reported while it works can stop it in time. */
export type Reporting = 'working' | 'end' | 'perhaps' | 'never';
export type UsageReporting = { readonly tokens: Reporting; readonly cost: Reporting };

/** An agent that is a program of its own: everything that Hydra knows about it. `agent-programs.ts` lists them all. */
export type AgentProgram = {
  readonly id: string;
  /** The program that must be on the PATH. */
  readonly program: string;
  /** How to install it, as a sentence. */
  readonly install: string;
  /** How to log in, as a sentence. */
  readonly logIn: string;
  /** The version whose flags and output were read; `recorded`: its output is among the fixtures. */
  readonly read: { readonly version: string; readonly recorded: boolean };
  /** Variables of the user that log it in; any one of them is enough. */
  readonly keys: readonly string[];
  /** Other variables of the user that it may see: addresses, models. */
  readonly settings: readonly string[];
  /** Always set. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Files below the home folder that hold its login; they are copied into its own state folder, nothing else is. */
  readonly logins: readonly string[];
  /** Those of them whose tokens it renews: new tokens are taken back into the user's own file. */
  readonly renews: readonly string[];
  readonly obeys: readonly ProgramSetting[];
  /** Limits that it enforces itself, besides Hydra's. */
  readonly limits: readonly (keyof AgentLimits)[];
  readonly reports: UsageReporting;
  /** What it may do inside the sandbox, as a phrase. */
  readonly permissions: string;
  /** For /bin/sh in the root of the workspace; the prompt is in the file "$HYDRA_REPORT_DIR/prompt.md". */
  command(model: string | null, task: ProgramTask): string;
  /** Parses one line of its standard output. Total. */
  readLine(line: string): AgentSayings;
  /** Matches its messages if it is not logged in, in both of its outputs. */
  readonly notLoggedIn: readonly RegExp[];
};

/** The prompt as one argument, for programs that read none from their standard input. */
export const PROMPT_ARGUMENT = '"$(cat "$HYDRA_REPORT_DIR/prompt.md")"';
export const PROMPT_INPUT = '< "$HYDRA_REPORT_DIR/prompt.md"';

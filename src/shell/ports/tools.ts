import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { SandboxPolicy } from '../../core/domain/policy/sandbox-policy.ts';
import type { AgentTools } from './agent-tools.ts';
import type { BundledAnalysers } from './assessment.ts';
import type { Clock, Digest } from './clock.ts';
import type { Formatters, SyntaxReader, SyntaxTrees } from './code-analysis.ts';
import type { ConventionTools } from './convention-tools.ts';
import type { Dispatch } from './dispatcher.ts';
import type { Files } from './files.ts';
import type { GitRepository } from './git-repository.ts';
import type { KnownFields } from './known-fields.ts';
import type { ResultCache, RunStore } from './run-store.ts';
import type { JobLimits, Workspaces } from './workspaces.ts';

export type WorkspaceOptions = {
  /** Variables that may reach a check, with their values. */
  readonly environment: Readonly<Record<string, string>>;
  /** Leave a copy of every workspace in this folder. */
  readonly keepDir?: string;
  /** Those that differ from the defaults. */
  readonly limits?: Partial<JobLimits>;
  /** Which kind of sandbox, and its image; absent: the best available without a container. */
  readonly sandbox?: SandboxPolicy;
  /** Plain copies instead of overlays: an agent's files are changed from outside (`hostTree`). */
  readonly copies?: boolean;
  /** The run whose workspaces may be frozen; absent: none are. */
  readonly run?: string;
};

export type DispatcherOptions = Pick<WorkspaceOptions, 'keepDir' | 'sandbox'> & {
  /** State kept for a resumed run is stored under its id. */
  readonly run: string;
  /** Commands at a time. */
  readonly jobs: number;
  /** Start another command while one only waits. */
  readonly oversubscribeWhenIdle: boolean;
};

/** What results depend on besides the question. */
export type ReuseConditions = {
  readonly engine: () => Promise<string>;
  /** What sandboxes are made of, and the system below them. */
  readonly machine: () => Promise<string>;
  /** Versions of these programs, by name; absent: all known programs. */
  readonly programs: (names?: readonly string[]) => Promise<Readonly<Record<string, string>>>;
};

/** Everything a use case may get, opened on one repository for one run. Built only by the faces' wiring. */
export type Tools = {
  readonly repository: GitRepository;
  readonly store: RunStore;
  readonly cache: ResultCache;
  readonly fields: KnownFields;
  readonly files: Files;
  readonly formatters: Formatters;
  readonly syntaxTrees: SyntaxTrees;
  readonly syntaxReader: SyntaxReader;
  /** Loaded when a change is assessed. */
  readonly bundledAnalysers: () => Promise<BundledAnalysers>;
  /** Loaded when reviewers are asked. */
  readonly judgeTools: () => Promise<Pick<AgentTools, 'models' | 'nonce'>>;
  /** Loaded when conventions are judged. */
  readonly conventions: () => Promise<ConventionTools>;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly surroundings: ReuseConditions;
  /** Whether commands would find a program on this machine. */
  readonly hasProgram: (name: string) => Promise<boolean>;
  /** Random, but the same for every run on a repository: candidates cannot predict names derived from it. */
  readonly secret: () => Promise<string>;
  readonly parseConfig: (text: string, fileName: string) => Promise<HydraConfig>;
  readonly openDispatcher: (options: DispatcherOptions) => Promise<Dispatch>;
  readonly openWorkspaces: (options: WorkspaceOptions) => Promise<Workspaces>;
  /** Values of the user's variables that are set. */
  readonly readEnvironment: (names: readonly string[]) => Readonly<Record<string, string>>;
  /** Aborted: the run ends with an AbortError as soon as it can. Its jobs are killed. */
  readonly signal: AbortSignal;
  /** Number of jobs unless the user sets one. */
  readonly defaultJobs: number;
};

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
  /** The run whose workspaces may be frozen; without one nothing is. */
  readonly run?: string;
};

export type DispatcherOptions = Pick<WorkspaceOptions, 'keepDir' | 'sandbox'> & {
  /** What is kept for a resumed run is kept by its id. */
  readonly run: string;
  /** Commands at a time. */
  readonly jobs: number;
  /** Start another command while one only waits. */
  readonly oversubscribeWhenIdle: boolean;
};

/** What results depend on beside the question that was asked. */
export type ReuseConditions = {
  readonly engine: () => Promise<string>;
  /** What sandboxes are made of, and the system below them. */
  readonly machine: () => Promise<string>;
  /** What these programs are, by name; absent: all that are known. */
  readonly programs: (names?: readonly string[]) => Promise<Readonly<Record<string, string>>>;
};

/** Everything a use case may be given: opened on one repository, for one run. Built by the faces' wiring alone. */
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
  /** Random, but the same for every run on a repository: candidates cannot predict names made from it. */
  readonly secret: () => Promise<string>;
  readonly parseConfig: (text: string, fileName: string) => Promise<HydraConfig>;
  readonly openDispatcher: (options: DispatcherOptions) => Promise<Dispatch>;
  readonly openWorkspaces: (options: WorkspaceOptions) => Promise<Workspaces>;
  /** The values of those variables of the user that are set. */
  readonly readEnvironment: (names: readonly string[]) => Readonly<Record<string, string>>;
  /** Aborted: the run ends with an AbortError as soon as it can. Its jobs are killed. */
  readonly signal: AbortSignal;
  /** Cores to use if the user does not say. */
  readonly defaultJobs: number;
};

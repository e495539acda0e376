import type { HydraConfig } from '../../core/domain/hydra-config.ts';
import type { Clock, Digest } from './clock.ts';
import type { Formatters, SyntaxTrees } from './code-analysis.ts';
import type { Files } from './files.ts';
import type { GitRepository } from './git-repository.ts';
import type { ResultCache, RunStore } from './run-store.ts';
import type { Workspaces } from './workspaces.ts';

export type WorkspaceOptions = {
  /** Names of the user's variables that may reach a check. */
  readonly environment: readonly string[];
  /** Leave workspaces in place for a look around. */
  readonly keep: boolean;
};

/** Everything a use case may be given, opened on one repository. Built by the faces' wiring alone. */
export type Tools = {
  readonly repository: GitRepository;
  readonly store: RunStore;
  readonly cache: ResultCache;
  readonly files: Files;
  readonly formatters: Formatters;
  readonly syntaxTrees: SyntaxTrees;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly parseConfig: (text: string, fileName: string) => HydraConfig;
  readonly openWorkspaces: (options: WorkspaceOptions) => Promise<Workspaces>;
  /** Cores to use where the user does not say. */
  readonly defaultJobs: number;
};

import type { AgentTools } from '../../ports/agent-tools.ts';
import type { BundledAnalysers } from '../../ports/assessment.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Clock, Digest } from '../../ports/clock.ts';
import type { Formatters, SyntaxReader, SyntaxTrees } from '../../ports/code-analysis.ts';
import type { ConventionTools } from '../../ports/convention-tools.ts';
import type { Dispatcher } from '../../ports/dispatcher.ts';
import type { Files } from '../../ports/files.ts';
import type { GitRepository } from '../../ports/git-repository.ts';
import type { OpenRun, ResultCache } from '../../ports/run-store.ts';

/** Everything that gathering evidence may access. */
export type CaptureTools = {
  readonly repository: GitRepository;
  readonly dispatcher: Dispatcher;
  /** Holds the logs and reports of dispatched work. */
  readonly blobs: BlobStore;
  readonly run: OpenRun;
  readonly cache: ResultCache;
  readonly files: Files;
  readonly formatters: Formatters;
  readonly syntaxTrees: SyntaxTrees;
  readonly syntaxReader: SyntaxReader;
  /** Loaded when conventions are examined. */
  readonly conventions: () => Promise<ConventionTools>;
  /** Loaded when quality is examined. */
  readonly bundledAnalysers: () => Promise<BundledAnalysers>;
  /** Loaded when reviewers are asked. */
  readonly judgeTools: () => Promise<Pick<AgentTools, 'models' | 'nonce'>>;
  readonly clock: Clock;
  readonly digest: Digest;
  /** Values of the user's variables that are set. */
  readonly readEnvironment: (names: readonly string[]) => Readonly<Record<string, string>>;
  /** Random, but the same for every run in a repository: candidates cannot predict names derived from it. */
  readonly secret: () => Promise<string>;
  /** Of the run. */
  readonly signal: AbortSignal;
};

import type { AgentStatus } from '../candidate/candidate.ts';
import type { BuildResult, SecurityCheckResult } from '../evidence/evidence.ts';
import type { Flag } from '../flags/flag.ts';
import type { Finding } from '../check/lint-report.ts';
import type { Measured } from '../measured.ts';
import type { TestReport } from '../check/test-report.ts';

export type TestCounts = Pick<TestReport, 'passed' | 'failed' | 'skipped' | 'outcomes'>;
export type LintCounts = {
  readonly errors: number;
  readonly warnings: number;
  /** Absent if only counts are known. */
  readonly findings?: readonly Finding[];
};

export type DiffSize = {
  readonly added: number;
  readonly removed: number;
  readonly files: readonly ChangedPath[];
  /** False: nothing but formatting, or nothing at all. */
  readonly effect: boolean;
  /** Changed lines without those of tests and generated files, if these are known. */
  readonly sourceChurn?: number;
};
export type ChangedPath = { readonly path: string; readonly oldPath?: string | undefined };

/** What the race model reads of the baseline. */
export type BaselineFacts = {
  readonly build: Measured<BuildResult>;
  readonly tests: Measured<TestCounts>;
  readonly lint: Measured<LintCounts>;
};

/** What the race model reads of one candidate. */
export type RaceFacts = BaselineFacts & {
  readonly agent: string;
  readonly status: Measured<AgentStatus>;
  readonly durationMs: Measured<number>;
  readonly costUsd: Measured<number>;
  readonly diff: Measured<DiffSize>;
  readonly security: Measured<SecurityCheckResult>;
  /** How native it looks, 0 to 1; absent if not measured. */
  readonly convention?: Measured<number>;
  /** Quality of what it writes, 0 to 1; absent if not measured. */
  readonly quality?: Measured<number>;
  /** Score of the reviewers, 0 to 1; absent if they were not asked. */
  readonly humanLike?: Measured<number>;
  readonly flags: readonly Flag[];
  /** Further gates that failed (trust, integrity): name → sentence. */
  readonly blocking?: Readonly<Record<string, string>>;
  /** If the test matrix ran: new tests proven to fail on the base, instead of all new ones. */
  readonly provenTests?: number;
  /** Has a test of its own, new or edited, that fails on the base and passes with it. */
  readonly bringsProof?: boolean;
  /** Proven tests of others that count and that it does not pass. */
  readonly failedOfOthers?: number;
  /** Shows or claims by a test that something is better now; false only if that was examined. */
  readonly progress?: boolean;
};

export type RaceField = {
  readonly baseline: BaselineFacts;
  readonly candidates: readonly RaceFacts[];
};

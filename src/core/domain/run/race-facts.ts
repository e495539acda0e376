import type { AgentStatus } from '../candidate/candidate.ts';
import type { BuildResult } from '../check/build-result.ts';
import type { Flag } from '../flags/flag.ts';
import type { Finding } from '../check/lint-report.ts';
import type { Measured } from '../measured.ts';
import type { SecurityCheck } from '../check/security-check.ts';
import type { TestReport } from '../check/test-report.ts';

export type TestCounts = Pick<TestReport, 'passed' | 'failed' | 'skipped' | 'outcomes' | 'told'>;
export type LintCounts = {
  readonly errors: number;
  readonly warnings: number;
  /** Absent where only counts are known. */
  readonly findings?: readonly Finding[];
};

export type DiffSize = {
  readonly added: number;
  readonly removed: number;
  readonly files: readonly ChangedPath[];
  /** False: nothing but formatting, or nothing at all. */
  readonly effect: boolean;
  /** Changed lines without those of tests and generated files, if these can be distinguished. */
  readonly sourceChurn?: number;
};
export type ChangedPath = { readonly path: string; readonly oldPath?: string | undefined };

/** What the race model looks at in the baseline. */
export type BaselineFacts = {
  readonly build: Measured<BuildResult>;
  readonly tests: Measured<TestCounts>;
  readonly lint: Measured<LintCounts>;
};

/** What the race model looks at in one candidate. */
export type RaceFacts = BaselineFacts & {
  readonly agent: string;
  readonly status: Measured<AgentStatus>;
  /** How its agent ended, if more than the status is known. */
  readonly ended?: string;
  readonly durationMs: Measured<number>;
  readonly costUsd: Measured<number>;
  readonly diff: Measured<DiffSize>;
  readonly security: Measured<SecurityCheck>;
  /** Scores from 0 to 1 of dimensions with evidence, by dimension; absent if not captured. */
  readonly shares?: Readonly<Record<string, Measured<number>>>;
  readonly flags: readonly Flag[];
  /** What the change can do that the base could not: shown, without effect. */
  readonly capabilities?: readonly Flag[];
  /** Why the test command fails although its tests do not; absent if it does not. */
  readonly commandFailure?: string;
  /** How many tests of the base failed with it and passed when run again; absent if none did. */
  readonly unsteady?: number;
  /** Why its types keep it from a merge; absent if they do not. */
  readonly typeFailure?: string;
  /** Further gates that failed (trust, integrity): name → sentence. */
  readonly blocking?: Readonly<Record<string, string>>;
  /** If the test matrix ran: new tests proven to fail on the base, in place of all new ones. */
  readonly provenTests?: number;
  /** Has a test of its own, new or edited, that fails on the base and passes with it. */
  readonly bringsProof?: boolean;
  /** Authors whose unconfirmed tests it fails. */
  readonly failsClaimsOf?: number;
  /** Proven tests of others that count and that it does not pass. */
  readonly failedOfOthers?: number;
  /** Shows or claims by a test that something is better now; false only if that was examined. */
  readonly progress?: boolean;
};

export type RaceField = {
  readonly baseline: BaselineFacts;
  readonly candidates: readonly RaceFacts[];
};

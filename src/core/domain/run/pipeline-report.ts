import type { Flag } from '../flags/flag.ts';
import type { Finding } from '../check/lint-report.ts';
import type { Missing } from '../measured.ts';

/** A check that failed. `log`: the lines that explain why, masked, bounded and without control characters. */
export type FailedCheck = {
  readonly check: string;
  readonly command: string;
  /** How it ended: `exit 1`, `stopped after 5 s`. */
  readonly ended: string;
  readonly log: readonly string[];
};

/** Results of the detected profile's checks for a tree, beside its base. Every null has its reason in `unmeasured`. */
export type PipelineReport = {
  /** Null: there is no build to pass. */
  readonly compiled: boolean | null;
  /** Errors that the base does not have. */
  readonly lint_errors: number | null;
  readonly type_errors: number | null;
  readonly tests_passed: number | null;
  readonly tests_failed: number | null;
  readonly schema_errors: number | null;
  /** Whether every gate is open, including those of trust. */
  readonly mergeable: boolean;
  /** Closed gates, each with its reason. */
  readonly gates: Readonly<Record<string, string>>;
  readonly failed_checks: readonly FailedCheck[];
  readonly failed_tests: readonly string[];
  /** Findings that the base does not have. */
  readonly findings: readonly Finding[];
  readonly flags: readonly Flag[];
  readonly unmeasured: Readonly<Record<string, Pick<Missing, 'cause' | 'reason'>>>;
  readonly notes: readonly string[];
};

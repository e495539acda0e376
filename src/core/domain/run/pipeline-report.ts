import type { Flag } from '../flags/flag.ts';
import type { Finding } from '../check/lint-report.ts';
import type { Missing } from '../measured.ts';

/** A check that did not end well. `log`: the lines that tell why, masked, bounded and without control characters. */
export type FailedCheck = {
  readonly check: string;
  readonly command: string;
  /** How it ended: `exit 1`, `stopped after 5 s`. */
  readonly ended: string;
  readonly log: readonly string[];
};

/** What the checks of the detected profile say of a tree, beside its base. A null has its reason in `unmeasured`. */
export type PipelineReport = {
  /** Null: there is no build to pass. */
  readonly compiled: boolean | null;
  /** Errors that the base does not have. */
  readonly lint_errors: number | null;
  readonly type_errors: number | null;
  readonly tests_passed: number | null;
  readonly tests_failed: number | null;
  readonly schema_errors: number | null;
  /** No gate is shut, those of trust among them. */
  readonly mergeable: boolean;
  /** Gates that are shut, each with the sentence that says why. */
  readonly gates: Readonly<Record<string, string>>;
  readonly failed_checks: readonly FailedCheck[];
  readonly failed_tests: readonly string[];
  /** Findings that the base does not have. */
  readonly findings: readonly Finding[];
  readonly flags: readonly Flag[];
  readonly unmeasured: Readonly<Record<string, Pick<Missing, 'cause' | 'reason'>>>;
  readonly notes: readonly string[];
};

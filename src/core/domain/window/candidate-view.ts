import * as z from 'zod';
import { Authorship } from '../candidate/authorship.ts';
import { CheckKind } from '../check/check.ts';
import { Finding } from '../check/lint-report.ts';
import { Flag, FlagSeverity } from '../flags/flag.ts';
import { Ranking } from '../run/conclusion.ts';
import { Likelihood } from '../run/decision.ts';
import { Outcome } from '../run/outcome.ts';
import { TreeView } from './run-view.ts';

/** A stored file by its digest, never by its path. */
export const LogLink = z.strictObject({
  digest: z.string(),
  bytes: z.int().nonnegative(),
  truncated: z.boolean(),
});
export type LogLink = z.infer<typeof LogLink>;

export const CheckView = z.strictObject({
  name: z.string(),
  kind: CheckKind,
  command: z.string(),
  status: z.enum(['passed', 'failed', 'timed-out', 'killed', 'not-started']),
  exitCode: z.int().nullable(),
  durationMs: z.number().nullable(),
  reused: z.boolean(),
  /** Why it was stopped or did not start. */
  reason: z.string().nullable(),
  log: LogLink.nullable(),
  /** Standard output, if it is kept apart from the log. */
  stdout: LogLink.nullable(),
  /** Structured reports that the runner wrote. */
  reports: z.array(z.strictObject({ name: z.string(), log: LogLink })),
});
export type CheckView = z.infer<typeof CheckView>;

/** A number that a score was computed from, and the check that reported it. */
export const ScoreInputView = z.strictObject({
  name: z.string(),
  value: z.union([z.number(), z.string(), z.boolean(), z.null()]),
  /** Whose: the candidate, `baseline`, or the policy. */
  of: z.string(),
  check: z.string().nullable(),
  log: LogLink.nullable(),
  /** The first few of what it counts, and what to look for in the logs of the check, of this tree: `/place` finds the line. */
  counts: z.array(
    z.strictObject({ text: z.string(), of: z.string(), check: z.string(), find: z.array(z.string()) }),
  ),
  /** The first few places in the change that it comes from. Null: no file, or no line, has it. `line` 0: the whole file. */
  places: z.array(
    z.strictObject({
      text: z.string(),
      path: z.string().nullable(),
      line: z.int().nonnegative().nullable(),
    }),
  ),
  /** The original words. */
  quote: z.string().nullable(),
  /** Its source, if that is not a line of a log or of the change. */
  note: z.string().nullable(),
});
export type ScoreInputView = z.infer<typeof ScoreInputView>;

/** How the numbers of a candidate came to be. */
export const Explanation = z.strictObject({
  total: z.strictObject({
    value: z.number().nullable(),
    reason: z.string().nullable(),
    formula: z.string(),
    terms: z.array(
      z.strictObject({
        dimension: z.string(),
        score: z.number().nullable(),
        /** As configured, and its share after renormalisation. */
        configured: z.number(),
        weight: z.number(),
        /** Score times share. */
        points: z.number(),
      }),
    ),
  }),
  dimensions: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      score: z.number().nullable(),
      /** Why it is null, capped, or 0 without a measurement. */
      reason: z.string().nullable(),
      formula: z.string(),
      inputs: z.array(ScoreInputView),
    }),
  ),
  likelihood: Likelihood.nullable(),
});
export type Explanation = z.infer<typeof Explanation>;

/** Everything about one candidate, or the baseline. */
export const CandidateView = z.strictObject({
  name: z.string(),
  /** Null: the baseline, or rejected. */
  ranking: Ranking.nullable(),
  rejected: z.string().nullable(),
  /** Null: rejected. */
  tree: TreeView.nullable(),
  authorship: Authorship.nullable(),
  patchSha256: z.string().nullable(),
  checks: z.array(CheckView),
  findings: z.array(Finding.extend({ new: z.boolean() })),
  flags: z.array(Flag.extend({ severity: FlagSeverity })),
  capabilities: z.array(Flag),
  explanation: Explanation.nullable(),
  /** The stored evidence without its lists of tests and findings. */
  evidence: z.record(z.string(), z.unknown()),
  /** How it turned out, if that was recorded. */
  outcome: Outcome.nullable(),
});
export type CandidateView = z.infer<typeof CandidateView>;

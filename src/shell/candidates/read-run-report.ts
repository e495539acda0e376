import * as z from 'zod';
import { Flag } from '../../core/domain/flags/flag.ts';
import { Finding } from '../../core/domain/check/lint-report.ts';
import { Cause } from '../../core/domain/measured.ts';
import type { ExecReport } from '../conventions/convention-scores.ts';
import { isObject } from '../../core/domain/json/is-object.ts';

const Count = z.int().nonnegative().nullish();
const Texts = z.array(z.string());

const Counts = z.looseObject({
  lint_errors: Count,
  type_errors: Count,
  tests_passed: Count,
  tests_failed: Count,
  schema_errors: Count,
  mergeable: z.boolean().optional(),
});

/** Optional details: those with another shape are ignored. */
const Details = z.object({
  gates: z.record(z.string(), z.string()).optional().catch(undefined),
  failed_checks: z
    .array(z.object({ check: z.string(), command: z.string(), ended: z.string(), log: Texts }))
    .optional()
    .catch(undefined),
  failed_tests: Texts.optional().catch(undefined),
  findings: z.array(Finding).optional().catch(undefined),
  flags: z.array(Flag).optional().catch(undefined),
  unmeasured: z
    .record(z.string(), z.object({ cause: Cause, reason: z.string() }))
    .optional()
    .catch(undefined),
});

export type ReportDetails = z.infer<typeof Details>;

export type ReadRunReport =
  | {
      readonly ok: true;
      readonly exec: ExecReport;
      readonly mergeable: boolean;
      readonly details: ReportDetails;
    }
  | { readonly ok: false; readonly reason: string };

const none = { lint_errors: null, type_errors: null, tests_passed: null, tests_failed: null };

/** Reads the report of the caller's function; NaN, negative and broken counts are refused by name. */
export const readRunReport = (report: unknown): ReadRunReport => {
  if (!isObject(report)) return { ok: false, reason: 'run gave no report' };
  const counts = Counts.safeParse(report);
  if (!counts.success) {
    const [issue] = counts.error.issues;
    return {
      ok: false,
      reason: `report.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not a count'}`,
    };
  }
  const { lint_errors, type_errors, tests_passed, tests_failed, schema_errors, mergeable } = counts.data;
  const details = readDetails(report);
  const { unmeasured } = details;
  return {
    ok: true,
    exec: {
      ...none,
      lint_errors: lint_errors ?? null,
      type_errors: type_errors ?? null,
      tests_passed: tests_passed ?? null,
      tests_failed: tests_failed ?? null,
      schema_errors: schema_errors ?? null,
      ...(unmeasured === undefined ? {} : { unmeasured }),
    },
    mergeable: mergeable ?? true,
    details,
  };
};

export const readDetails = (report: unknown): ReportDetails => {
  const parsed = Details.safeParse(report);
  return parsed.success ? parsed.data : {};
};

import * as z from 'zod';
import type { TotalRule } from '../domain/bench/benchmark-policy.ts';
import type { BenchSummary } from '../domain/bench/bench-summary.ts';

const Detail = z.looseObject({ documented: z.number().min(0).max(1).nullable() });

/** By the documented formula. Runs without the detail are older than the rule, and hold it as their total. */
const documentedTotal = ({ metric_details: details, scores }: BenchSummary): number | null => {
  const detail = Detail.safeParse(Object.hasOwn(details, 'total') ? details['total'] : undefined);
  return detail.success ? detail.data.documented : scores.total;
};

type Scored = Pick<BenchSummary, 'solved' | 'scores' | 'weights'>;

/** The part of a documented total that counts: good style in a failing or empty change does not. */
export const countedTotal = (documented: number | null, { solved, scores, weights }: Scored): number | null =>
  documented === null || solved !== false
    ? documented
    : Math.min(documented, (weights['functional'] ?? 0) * (scores.functional ?? 0));

export const totalUnder = (rule: TotalRule, run: BenchSummary): number | null => {
  const documented = documentedTotal(run);
  return rule === 'documented' ? documented : countedTotal(documented, run);
};

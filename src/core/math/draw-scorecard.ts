import type { Measured } from '../domain/measured.ts';
import type { Scorecard } from '../domain/run/scorecard.ts';
import { weightedMean } from './weighted-mean.ts';

export type Dimensions<D extends string> = Readonly<Record<D, Measured<number>>>;
export type WeightOf<D extends string> = Readonly<Record<D, number>>;

/** The cause of an absence decides what it costs: nothing, the total, or the whole dimension. */
const settle = (score: Measured<number>): number | null =>
  score.known ? score.value : score.cause === 'candidate' ? 0 : null;

export const drawScorecard = <D extends string>(
  dimensions: Dimensions<D>,
  weightOf: WeightOf<D>,
): Scorecard<D> => {
  const names = Object.keys(dimensions) as D[];
  const parts = names.map((name) => ({ score: settle(dimensions[name]), weight: weightOf[name] }));
  const { mean, shares } = weightedMean(parts);
  const reasons: Record<string, string> = {};
  const weights: Record<string, number> = {};
  let lost: string | null = null;
  for (const [index, name] of names.entries()) {
    const score = dimensions[name];
    const share = shares[index] ?? 0;
    if (share > 0) weights[name] = share;
    if (score.known) continue;
    reasons[name] = score.reason;
    if (score.cause === 'infrastructure' && weightOf[name] > 0)
      lost ??= `not scored: ${name}: ${score.reason}`;
  }
  if (lost !== null) reasons['total'] = lost;
  else if (mean === null) reasons['total'] = 'no dimension is active';
  return {
    breakdown: Object.fromEntries(
      names.map((name, index) => [name, parts[index]?.score ?? null]),
    ) as Scorecard<D>['breakdown'],
    total: lost === null ? mean : null,
    reasons,
    weights,
    status: lost === null ? 'scored' : 'unscored',
  };
};

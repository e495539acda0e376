import type { ChangeView } from '../../../core/dimensions/change-view.ts';
import type { DimensionEvidence, Found } from '../../../core/dimensions/dimension.ts';
import { missing, type Measured } from '../../../core/domain/measured.ts';
import type { DimensionFacts } from '../../../core/next-work/dimensions.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { viewChange, type ViewedField, type ViewTools } from './view-change.ts';

const captureOne = async (evidence: DimensionEvidence, change: ChangeView): Promise<Measured<unknown>> => {
  try {
    return await evidence.capture(change);
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error;
    return missing('infrastructure', error.message);
  }
};

/** Captures one dimension of every changed tree, each tree once. */
export const captureDimension = async (
  tools: ViewTools,
  field: ViewedField,
  evidence: DimensionEvidence,
): Promise<ReadonlyMap<string, DimensionFacts>> => {
  const trees = [...new Map(field.changes.map((one) => [one.tree, one])).values()];
  const captured: Found<unknown>[] = [];
  // One change after the other: analysers and reviewers are parallel themselves.
  for (const change of trees.map(viewChange(tools, field)))
    captured.push({ candidate: change.candidate, found: await captureOne(evidence, change) });
  const all = evidence.reconcile?.(captured) ?? captured;
  return new Map(trees.map(({ tree }, at) => [tree, { [evidence.field]: all[at]?.found } as DimensionFacts]));
};

import type { Dimension, DimensionEvidence, Found } from '../../../core/dimensions/dimension.ts';
import { CAPTURED_DIMENSIONS, type CapturedDimension } from '../../../core/dimensions/dimensions.ts';
import type { ChangeView } from '../../../core/dimensions/change-view.ts';
import type { Evidence } from '../../../core/domain/evidence/evidence.ts';
import { missing, type Measured } from '../../../core/domain/measured.ts';
import type { Weights } from '../../../core/domain/policy/race-policy.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { viewChange, type ViewedField, type ViewTools } from './view-change.ts';

type Field = CapturedDimension['evidence']['field'];

/** What the dimensions captured of one tree, as fields of its evidence. */
export type DimensionFacts = Pick<Evidence, Field>;

const captureOne = async (evidence: DimensionEvidence, change: ChangeView): Promise<Measured<unknown>> => {
  try {
    return await evidence.capture(change);
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error;
    return missing('infrastructure', error.message);
  }
};

/** One change after the other: analysers and reviewers work in parallel by themselves. */
const captureAll = async (
  evidence: DimensionEvidence,
  changes: readonly ChangeView[],
): Promise<readonly Found<unknown>[]> => {
  const all: Found<unknown>[] = [];
  for (const change of changes)
    all.push({ candidate: change.candidate, found: await captureOne(evidence, change) });
  return evidence.reconcile?.(all) ?? all;
};

/** Dimensions that the policy weighs, and those that the user asked for. */
export const wantedDimensions = (
  weights: Readonly<Weights>,
  asked: readonly CapturedDimension['key'][],
): readonly Dimension[] =>
  CAPTURED_DIMENSIONS.filter(({ key }) => weights[key] !== undefined || asked.includes(key));

/** Captures the wanted dimensions of every changed tree, each tree once. */
export const captureDimensions = async (
  tools: ViewTools,
  field: ViewedField,
  wanted: readonly Dimension[],
): Promise<ReadonlyMap<string, DimensionFacts>> => {
  const trees = [...new Map(field.changes.map((one) => [one.tree, one])).values()];
  const view = viewChange(tools, field);
  const changes = trees.map(view);
  const captured = await Promise.all(
    wanted.flatMap(({ evidence }) =>
      evidence === undefined
        ? []
        : [captureAll(evidence, changes).then((all) => ({ field: evidence.field, all }))],
    ),
  );
  return new Map(
    trees.map(({ tree }, at) => [
      tree,
      Object.fromEntries(captured.map((one) => [one.field, one.all[at]?.found])) as DimensionFacts,
    ]),
  );
};

import type { RunPolicy, ScoringInputs } from '../conclude/score-captured.ts';
import { DIMENSIONS } from '../dimensions/dimensions.ts';
import type { Dimension, ScoreInput } from '../dimensions/dimension.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Captured, Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Measured } from '../domain/measured.ts';
import { round4 } from '../math/round4.ts';
import type { Ranking } from '../domain/run/conclusion.ts';
import type { DimensionView } from '../domain/window/run-view.ts';
import type { Explanation, LogLink, ScoreInputView } from '../domain/window/candidate-view.ts';
import { maskSecrets } from '../report/text/mask-secrets.ts';
import { type Locate, locateIn } from './locate-in-patch.ts';

const TOTAL =
  'the sum of weight × score over the dimensions that have a score, divided by the sum of their weights';
const NO_FORMULA = 'the dimension does not state its formula';

type Weights = Readonly<Record<string, number | undefined>>;

/** Every dimension, in the order of reports; its weight in this policy. */
export const dimensionViews = (weights: Weights): DimensionView[] =>
  DIMENSIONS.map((dimension: Dimension) => ({
    key: dimension.key,
    title: dimension.title,
    description: dimension.description,
    formula: dimension.explain?.formula ?? NO_FORMULA,
    weight: weights[dimension.key] ?? null,
  }));

/** The log of the check that a number comes from. */
const logOf = (tree: TreeEvidence, kind: string): { check: string; log: LogLink } | null => {
  for (const { check, outcome } of tree.runs)
    if (check.kind === kind && outcome.status !== 'not-started') {
      const { sha256, bytes, truncated } = outcome.log;
      return { check: check.name, log: { digest: sha256, bytes, truncated } };
    }
  return null;
};

type Trees = Readonly<Record<'candidate' | 'baseline', TreeEvidence>>;

/** Without the check that printed it there is no line to look for. */
const countsOf = ({ counts = [], of, check }: ScoreInput, agent: string, trees: Trees) =>
  counts.flatMap((counted) => {
    const owner = counted.of ?? of;
    if ((owner !== 'candidate' && owner !== 'baseline') || check === undefined) return [];
    const found = logOf(trees[owner], check);
    if (found === null) return [];
    const name = owner === 'candidate' ? agent : BASELINE;
    return [{ text: counted.text, of: name, check: found.check, find: [...counted.find] }];
  });

const inputView = (input: ScoreInput, agent: string, trees: Trees, locate: Locate): ScoreInputView => {
  const { name, value, of, check } = input;
  const tree = of === 'candidate' || of === 'baseline' ? trees[of] : null;
  const found = tree === null || check === undefined ? null : logOf(tree, check);
  return {
    name,
    value: typeof value === 'number' ? round4(value) : value,
    of:
      of === 'candidate' ? agent : of === 'baseline' ? BASELINE : of === 'field' ? 'the field' : 'the policy',
    check: found?.check ?? null,
    log: found?.log ?? null,
    counts: countsOf(input, agent, trees),
    places: (input.places ?? []).map((place) => ({ text: place.text, ...locate(place) })),
    quote: input.quote === undefined ? null : maskSecrets(input.quote).text,
    note: input.note ?? (of === 'policy' ? 'a setting of hydra.toml' : null),
  };
};

/** The inputs of a dimension's own model, if what it looked at was captured. */
const modelInputs = (
  { evidence: stored }: Dimension,
  own: Evidence,
  ranking: Ranking,
): readonly ScoreInput[] => {
  const found = stored && (own[stored.field as keyof Evidence] as Measured<unknown> | undefined);
  return stored?.inputs === undefined || found?.known !== true ? [] : stored.inputs(found.value, ranking);
};

/** How the scores of one candidate were computed from `inputs`, by candidate; null if it has none. `patch` is its change. */
export const explainCandidate = (
  captured: Captured,
  policy: RunPolicy,
  ranking: Ranking,
  { inputs, patch }: { readonly inputs: ScoringInputs; readonly patch: string },
): Explanation | null => {
  const { agent, breakdown, weights, reasons, total, likelihood } = ranking;
  const own = captured.evidence.find(({ candidate }) => candidate.name === agent);
  const input = inputs.get(agent);
  if (own === undefined || input === undefined) return null;
  const trees = { candidate: own, baseline: captured.baseline };
  const locate = locateIn(patch);
  const configured: Weights = policy.weights;
  const weighed = DIMENSIONS.filter(({ key }) => configured[key] !== undefined);
  return {
    total: {
      value: total === null ? null : round4(total),
      reason: reasons['total'] ?? null,
      formula: TOTAL,
      terms: weighed.map(({ key }) => ({
        dimension: key,
        score: breakdown[key] == null ? null : round4(breakdown[key]),
        configured: configured[key] ?? 0,
        weight: round4(weights[key] ?? 0),
        points: round4((breakdown[key] ?? 0) * (weights[key] ?? 0)),
      })),
    },
    dimensions: weighed.map((dimension: Dimension) => ({
      key: dimension.key,
      title: dimension.title,
      score: breakdown[dimension.key] == null ? null : round4(breakdown[dimension.key] ?? 0),
      reason: reasons[dimension.key] ?? null,
      formula: dimension.explain?.formula ?? NO_FORMULA,
      inputs: [...(dimension.explain?.inputs(input) ?? []), ...modelInputs(dimension, own, ranking)].map(
        (one) => inputView(one, agent, trees, locate),
      ),
    })),
    likelihood: likelihood ?? null,
  };
};

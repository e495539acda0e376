import type { Panel, PanelOpinion } from '../domain/evidence/panel.ts';
import { clamp } from '../math/clamp.ts';
import { mean } from '../math/mean.ts';

/** Nobody is this sure: one panellist's 0 or 1 must not outvote all others. */
const SUREST = 0.98;

const logit = (probability: number): number => {
  const tame = clamp(probability, 1 - SUREST, SUREST);
  return Math.log(tame / (1 - tame));
};

const opinionsOf = ({ panellists }: Panel): readonly PanelOpinion[] =>
  panellists.flatMap(({ opinion }) => (opinion.known ? [opinion.value] : []));

const byCandidate = (panel: Panel): ReadonlyMap<string, readonly number[]> => {
  const given = new Map<string, number[]>();
  for (const { probabilities } of opinionsOf(panel))
    for (const [name, value] of Object.entries(probabilities))
      given.set(name, [...(given.get(name) ?? []), value]);
  return given;
};

/** P(right) by candidate: the mean of the logits of all panellists with a valid opinion. */
export const panelProbabilities = (panel: Panel): ReadonlyMap<string, number> =>
  new Map(
    [...byCandidate(panel)].map(([name, values]) => [
      name,
      1 / (1 + Math.exp(-(mean(values.map(logit)) ?? 0))),
    ]),
  );

/** How far apart the panellists are, by candidate: highest minus lowest probability. */
export const panelSpread = (panel: Panel): ReadonlyMap<string, number> =>
  new Map([...byCandidate(panel)].map(([name, values]) => [name, Math.max(...values) - Math.min(...values)]));

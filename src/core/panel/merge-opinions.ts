import type { PanelOpinion } from '../domain/evidence/panel.ts';
import { compareText } from '../math/compare-text.ts';
import { mean } from '../math/mean.ts';
import { fromLogit, toLogit } from '../math/statistics/logits.ts';

/** Clusters that share a candidate are one. */
const joinClusters = (all: readonly (readonly string[])[]): string[][] => {
  const joined: Set<string>[] = [];
  for (const cluster of all) {
    const members = new Set(cluster);
    for (let at = joined.length - 1; at >= 0; at -= 1) {
      const other = joined[at] as Set<string>;
      if (![...other].some((name) => members.has(name))) continue;
      for (const name of other) members.add(name);
      joined.splice(at, 1);
    }
    joined.push(members);
  }
  return joined
    .map((members) => [...members].toSorted())
    .toSorted(([left = ''], [right = '']) => compareText(left, right));
};

/**
 * Merges one panellist's opinions on groups of a large field. Candidates that are in every group show how strict each
 * opinion is: its probabilities are shifted by the difference.
 */
export const mergeOpinions = (opinions: readonly PanelOpinion[]): PanelOpinion => {
  const [only, ...more] = opinions;
  if (only === undefined) throw new Error('there is no opinion to merge');
  if (more.length === 0) return only;
  const given = opinions.map(
    ({ probabilities }) =>
      new Map(probabilities.map(({ candidate, probability }) => [candidate, toLogit(probability)])),
  );
  const shared = only.probabilities
    .map(({ candidate }) => candidate)
    .filter((name) => given.every((logits) => logits.has(name)));
  const levels = given.map((logits) => mean(shared.map((name) => logits.get(name) ?? 0)) ?? 0);
  const level = mean(levels) ?? 0;
  const moved = new Map<string, number[]>();
  for (const [at, logits] of given.entries())
    for (const [name, logit] of logits)
      moved.set(name, [...(moved.get(name) ?? []), logit + level - (levels[at] ?? 0)]);
  const merged = new Map([...moved].map(([name, logits]) => [name, fromLogit(mean(logits) ?? 0)]));
  const best = opinions.toSorted(
    (left, right) => (merged.get(right.pick ?? '') ?? 0) - (merged.get(left.pick ?? '') ?? 0),
  )[0] as PanelOpinion;
  return {
    clusters: joinClusters(opinions.flatMap(({ clusters }) => clusters)),
    probabilities: [...merged]
      .map(([candidate, probability]) => ({ candidate, probability }))
      .toSorted((left, right) => compareText(left.candidate, right.candidate)),
    pick: best.pick,
    reason: best.reason,
  };
};

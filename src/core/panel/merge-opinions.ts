import type { PanelOpinion } from '../domain/evidence/panel.ts';
import { mean } from '../math/mean.ts';
import { fromLogit, toLogit } from './logits.ts';

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
    .toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1));
};

/**
 * One panellist's opinions on groups of a large field as one. Candidates that every group has show how strict each
 * was: its probabilities are moved by the difference.
 */
export const mergeOpinions = (opinions: readonly PanelOpinion[]): PanelOpinion => {
  const [only, ...more] = opinions;
  if (only === undefined) throw new Error('there is no opinion to merge');
  if (more.length === 0) return only;
  const shared = Object.keys(only.probabilities).filter((name) =>
    more.every(({ probabilities }) => Object.hasOwn(probabilities, name)),
  );
  const levelOf = ({ probabilities }: PanelOpinion): number =>
    mean(shared.map((name) => toLogit(probabilities[name] ?? 0))) ?? 0;
  const level = mean(opinions.map(levelOf)) ?? 0;
  const logits = new Map<string, number[]>();
  for (const opinion of opinions)
    for (const [name, probability] of Object.entries(opinion.probabilities))
      logits.set(name, [...(logits.get(name) ?? []), toLogit(probability) + level - levelOf(opinion)]);
  const merged = [...logits]
    .map(([name, values]) => [name, fromLogit(mean(values) ?? 0)] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const probabilityOf = new Map(merged);
  const best = opinions.toSorted(
    (left, right) => (probabilityOf.get(right.pick ?? '') ?? 0) - (probabilityOf.get(left.pick ?? '') ?? 0),
  )[0] as PanelOpinion;
  return {
    clusters: joinClusters(opinions.flatMap(({ clusters }) => clusters)),
    probabilities: Object.fromEntries(merged),
    pick: best.pick,
    reason: best.reason,
  };
};

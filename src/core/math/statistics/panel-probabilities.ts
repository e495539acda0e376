import type { Panel, PanelOpinion, Panellist } from '../../domain/evidence/panel.ts';
import type { Measured } from '../../domain/measured.ts';
import { mean } from '../mean.ts';
import { fromLogit, toLogit } from './logits.ts';

/** `blind`: before the panel saw what the checks found; `last`: after that, where they were asked again. */
export type PanelRound = 'blind' | 'last';

/** A second reply that is not valid leaves the first. */
export const opinionOf = (
  { opinion, revised }: Pick<Panellist, 'opinion' | 'revised'>,
  round: PanelRound,
): Measured<PanelOpinion> => (round === 'last' && revised?.known ? revised : opinion);

const byCandidate = ({ panellists }: Panel, round: PanelRound): ReadonlyMap<string, readonly number[]> => {
  const given = new Map<string, number[]>();
  for (const panellist of panellists) {
    const opinion = opinionOf(panellist, round);
    if (!opinion.known) continue;
    for (const { candidate, probability } of opinion.value.probabilities)
      given.set(candidate, [...(given.get(candidate) ?? []), probability]);
  }
  return given;
};

/** P(right) by candidate: the mean of the logits of all panellists with a valid opinion. Empty without any. */
export const panelProbabilities = (panel: Panel, round: PanelRound = 'last'): ReadonlyMap<string, number> =>
  new Map(
    [...byCandidate(panel, round)].map(([name, values]) => [name, fromLogit(mean(values.map(toLogit)) ?? 0)]),
  );

/** How far apart the panellists are, by candidate: highest minus lowest probability. */
export const panelSpread = (panel: Panel): ReadonlyMap<string, number> =>
  new Map(
    [...byCandidate(panel, 'last')].map(([name, values]) => [
      name,
      Math.max(...values) - Math.min(...values),
    ]),
  );

/**
 * What panellists thought before they saw what the checks found, or after it if that is less. Results of checks are
 * weighed by themselves: a panel that has seen them may lower a candidate, never raise it.
 */
export const cautiousProbabilities = (panel: Panel): ReadonlyMap<string, number> => {
  const last = panelProbabilities(panel, 'last');
  return new Map(
    [...panelProbabilities(panel, 'blind')].map(([name, value]) => [
      name,
      Math.min(value, last.get(name) ?? value),
    ]),
  );
};

/** A spread of this size means that panellists contradict each other. */
export const FAR_APART = 0.4;

/** Candidates on which panellists who pick different candidates contradict each other. */
export const splitOver = (panel: Panel): ReadonlySet<string> => {
  const picks = new Set(
    panel.panellists.flatMap((one) => {
      const opinion = opinionOf(one, 'last');
      return opinion.known ? [opinion.value.pick] : [];
    }),
  );
  if (picks.size < 2) return new Set();
  return new Set([...panelSpread(panel)].flatMap(([name, spread]) => (spread >= FAR_APART ? [name] : [])));
};

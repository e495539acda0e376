import { sketchChange } from '../../analyse/diff/sketch-change.ts';
import { DecisionPolicy } from '../../domain/policy/decision-policy.ts';
import { panelProbabilities } from '../../math/statistics/panel-probabilities.ts';
import { agreementIn, containedIn, sameChanges } from '../../select/agreement.ts';
import { authorKey, authorsOf } from '../../select/authors.ts';
import { nameWinner } from '../../select/name-winner.ts';
import { type Estimate, estimateField } from '../../select/probability.ts';
import { type Standing, blankStanding } from '../../select/standing.ts';
import { compareText } from '../../math/compare-text.ts';
import type { LabTask, LabChoice, Selector } from '../selector.ts';

/** A pool has no check results, so none can be required. */
const POLICY = DecisionPolicy.parse({ require: 'none' });

const standingsOf = ({ candidates, panel }: LabTask): readonly Standing[] => {
  const sketched = candidates.map(({ name, author, patch }) => ({
    name,
    author,
    sketch: sketchChange(patch),
  }));
  const authors = authorsOf(sketched);
  const agreement = agreementIn(
    sketched.filter(({ sketch }) => sketch.source),
    authors,
  );
  const contained = containedIn(sketched);
  const changes = sameChanges(sketched);
  const probabilities = panel === undefined ? new Map<string, number>() : panelProbabilities(panel, 'blind');
  return sketched.map(({ name, sketch }) => ({
    ...blankStanding(name),
    author: authorKey(authors, name),
    declared: authors.get(name)?.declared ?? false,
    changesSource: sketch.source,
    contains: contained.get(name) ?? [],
    change: changes.get(name) ?? name,
    agreement: agreement.get(name) ?? null,
    panel: probabilities.get(name) ?? null,
  }));
};

const likeliest = (estimates: readonly Estimate[]): readonly string[] => {
  const best = Math.max(...estimates.map(({ probability }) => probability));
  return estimates.flatMap(({ name, probability }) => (probability === best ? [name] : []));
};

const whyOf = (estimates: readonly Estimate[], name: string | undefined): string => {
  const terms = estimates.find((one) => one.name === name)?.terms ?? [];
  return terms
    .map(({ why, logOdds }) => `${why} ${logOdds < 0 ? '−' : '+'}${Math.abs(logOdds).toFixed(2)}`)
    .join('; ');
};

/** Hydra's recommendation from diffs, authors and a panel's replies alone. */
export const hydra: Selector = {
  id: 'hydra',
  summary: "Hydra's own rule on diffs, authors and a panel if there is one",
  select: (task): LabChoice => {
    const standings = standingsOf(task);
    const estimates = estimateField(standings, { progressAsked: true });
    const order = task.candidates.map(({ name }) => name).toSorted(compareText);
    const { kind, candidates, reason } = nameWinner({ standings, estimates, order, policy: POLICY });
    const leading = candidates.length > 0 ? [candidates[0] as string] : likeliest(estimates);
    return {
      probabilities: new Map(estimates.map(({ name, probability }) => [name, probability])),
      pick: kind === 'winner' ? (candidates[0] ?? null) : null,
      leading,
      reason: `${kind}: ${leading[0] ?? 'none'}, ${reason} (${whyOf(estimates, leading[0])})`,
    };
  },
};

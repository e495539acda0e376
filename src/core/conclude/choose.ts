import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { TrustPolicy } from '../domain/policy/trust-policy.ts';
import type { Ranking } from '../domain/run/conclusion.ts';
import type { Decision } from '../domain/run/decision.ts';
import { panelProbabilities } from '../math/statistics/panel-probabilities.ts';
import { agreementIn, containedIn } from '../select/agreement.ts';
import { authorKey } from '../select/authors.ts';
import { scriptStandings } from '../select/script-standing.ts';
import { behaviourIn } from '../select/behaviour-agreement.ts';
import { decide } from '../select/decide.ts';
import { type Estimate, estimateField, type Standing } from '../select/probability.ts';
import type { Belief, Beliefs } from './weigh-evidence.ts';

export type Chosen = { readonly decision: Decision; readonly estimates: ReadonlyMap<string, Estimate> };

const DEFAULTS = DecisionPolicy.parse({});

const readTests = ({ baseline }: Captured, { tests }: Evidence): Standing['tests'] => {
  if (!baseline.tests.known || !tests.known) return null;
  // A base without tests compares nothing, nor do tests of which none passes on the base or here.
  const [before, now] = [baseline.tests.value, tests.value];
  if (before.passed + before.failed === 0 || before.passed + now.passed === 0) return null;
  const trusts = [baseline.tests.value.trust, tests.value.trust];
  return trusts.includes('low-trust') ? 'low-trust' : 'structured';
};

/**
 * Projects whose tests did not run although it changes them. One without tests counts only if nothing else is changed,
 * and a result that is not that of the base shows that tests run the change all the same.
 */
const unrunOf = ({ unrun = [] }: Captured, { diff }: Evidence, shown: boolean): readonly string[] => {
  if (!diff.known) return [];
  const sources = diff.value.files.filter(({ role }) => role === 'source').map(({ path }) => path);
  const changed = unrun.filter(({ files }) => files.some((path) => sources.includes(path)));
  const isIn = (path: string): boolean =>
    changed.some(({ folder, files }) => files.includes(path) || path.startsWith(`${folder}/`));
  const counted = sources.every(isIn) ? (shown ? [] : changed) : changed.filter(({ tests }) => tests);
  return counted.map(({ folder }) => folder);
};

/** Runs of earlier engines have no sketch: then the tree tells whether anything but tests changed. */
const changesSource = ({ base }: Captured, { sketch, pinned }: Evidence): boolean =>
  pinned?.tree !== base.tree && (sketch?.source ?? true);

const meritsOf = ({ breakdown }: Ranking): Standing['merits'] =>
  Object.fromEntries(Object.entries(breakdown).filter(([dimension]) => dimension !== 'speed'));

/** What no order and no weight changes. */
type Lasting = Omit<Standing, 'mergeable' | 'merits'>;

const standingOf = (
  captured: Captured,
  one: Evidence,
  belief: Belief | undefined,
): Omit<Lasting, 'author' | 'declared' | 'agreement' | 'behaviour' | 'scripts' | 'contains' | 'panel'> => {
  const { hidden, candidate } = one;
  const cross = belief?.cross;
  const fixed = belief?.fixed ?? 0;
  const passesHidden =
    hidden?.known === true && hidden.value.failed.length === 0 && hidden.value.passed.length > 0;
  const confirmed = { passed: (cross?.passed ?? 0) + (cross?.corroborated ?? 0), failed: cross?.failed ?? 0 };
  const claims = cross?.claims ?? false;
  const unrun = unrunOf(captured, one, fixed > 0 || passesHidden || confirmed.passed > 0 || claims);
  return {
    name: candidate.name,
    changesSource: changesSource(captured, one),
    source: one.pinned?.tree ?? one.tree,
    tests: unrun.length > 0 ? null : readTests(captured, one),
    unrun,
    fixed,
    passesHidden,
    confirmed,
    claims,
    refutedBy: cross?.refutedBy ?? 0,
    contested: cross?.contested ?? false,
    failsClaimsOf: cross?.failsClaimsOf ?? 0,
    rewritten: belief?.rewritten.length ?? 0,
  };
};

type ChoicePolicy = { readonly trust?: TrustPolicy; readonly decision?: DecisionPolicy };

/**
 * How probably each candidate is right, and whom to name, for rankings of the same field under any weights. What the
 * order does not change, such as who agrees with whom, is computed once; `gated` is any of these rankings.
 */
export const chooseAmong = (
  captured: Captured,
  { of, authors }: Beliefs,
  gated: readonly Pick<Ranking, 'agent' | 'gates'>[],
  policy: ChoicePolicy,
): ((rankings: readonly Ranking[]) => Chosen) => {
  const cheats = new Set(gated.filter(({ gates }) => gates.includes('integrity')).map(({ agent }) => agent));
  const sketches = captured.evidence.flatMap(({ candidate: { name }, sketch }) =>
    sketch === undefined || !sketch.source || cheats.has(name) ? [] : [{ name, sketch }],
  );
  const rewriters = [...of].flatMap(([name, { rewritten }]) => (rewritten.length > 0 ? [name] : []));
  const agreement = agreementIn(sketches, authors, new Set(rewriters));
  const behaviour =
    captured.probes?.known === true
      ? behaviourIn(captured.probes.value, authors, new Set([...cheats, ...rewriters]))
      : new Map<string, never>();
  const scripts =
    captured.probes?.known === true
      ? scriptStandings(captured.probes.value, authors, {
          voices: new Set(sketches.map(({ name }) => name).filter((name) => !rewriters.includes(name))),
          barred: cheats,
        })
      : new Map<string, never>();
  const contained = containedIn(sketches);
  // Before the panel saw what the checks found: those are weighed here.
  const panel = captured.panel === undefined ? new Map() : panelProbabilities(captured.panel, 'blind');
  const lasting = captured.evidence.map((one): Lasting => {
    const { name } = one.candidate;
    return {
      ...standingOf(captured, one, of.get(name)),
      author: authorKey(authors, name),
      declared: authors.get(name)?.declared ?? false,
      agreement: agreement.get(name) ?? null,
      behaviour: behaviour.get(name) ?? null,
      scripts: scripts.get(name) ?? null,
      contains: contained.get(name) ?? [],
      panel: panel.get(name) ?? null,
    };
  });
  return (rankings) => {
    const rankingOf = new Map(rankings.map((ranking) => [ranking.agent, ranking]));
    const standings = lasting.flatMap((one): Standing[] => {
      const ranking = rankingOf.get(one.name);
      return ranking === undefined
        ? []
        : [{ ...one, mergeable: ranking.mergeable, merits: meritsOf(ranking) }];
    });
    const estimates = estimateField(standings, { progressAsked: policy.trust?.requires_progress !== false });
    const order = rankings.map(({ agent }) => agent);
    const decision = decide({ standings, estimates, order, policy: policy.decision ?? DEFAULTS });
    return { decision, estimates: new Map(estimates.map((estimate) => [estimate.name, estimate])) };
  };
};

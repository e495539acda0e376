import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { TrustPolicy } from '../domain/policy/trust-policy.ts';
import type { Ranking } from '../domain/run/conclusion.ts';
import type { Decision } from '../domain/run/decision.ts';
import { cautiousProbabilities, splitOver } from '../math/statistics/panel-probabilities.ts';
import { hiddenFixed } from '../decide/progress.ts';
import { agreementIn, containedIn, sameChanges } from '../select/agreement.ts';
import { authorKey } from '../select/authors.ts';
import { panelTestStandings } from '../select/panel-test-standing.ts';
import { scriptStandings } from '../select/script-standing.ts';
import { behaviourIn } from '../select/behaviour-agreement.ts';
import { behavesLike, narrowerThan } from '../probe/behaviour.ts';
import { asksBehaviour, nameWinner } from '../select/name-winner.ts';
import { type Estimate, estimateField } from '../select/probability.ts';
import type { Standing } from '../select/standing.ts';
import { compareOnBase } from './compare-on-base.ts';
import { type RunPolicy, weighCaptured } from './score-captured.ts';
import type { Belief, Beliefs } from './weigh-evidence.ts';

export type Chosen = {
  readonly decision: Decision;
  readonly estimates: ReadonlyMap<string, Estimate>;
  /** How candidates behave on other inputs would settle it. */
  readonly asksBehaviour: boolean;
};

const DEFAULTS = DecisionPolicy.parse({});

const readTests = ({ baseline }: Captured, { tests }: Evidence): Standing['tests'] => {
  if (!baseline.tests.known || !tests.known) return null;
  // Nothing can be compared if the base has no tests, or if none passes on the base or here.
  const [before, now] = [baseline.tests.value, tests.value];
  if (before.passed + before.failed === 0 || before.passed + now.passed === 0) return null;
  const trusts = [baseline.tests.value.trust, tests.value.trust];
  return trusts.includes('low-trust') ? 'low-trust' : 'structured';
};

/**
 * Projects that it changes and whose tests did not run. A project without tests counts only if nothing else is changed;
 * a result that differs from the base's shows that some test runs the change all the same.
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

/** Runs of earlier engines have no sketch: then the tree shows whether anything but tests changed. */
const changesSource = ({ base }: Captured, { sketch, pinned }: Evidence): boolean =>
  pinned?.tree !== base.tree && (sketch?.source ?? true);

const meritsOf = ({ breakdown }: Ranking): Standing['merits'] =>
  Object.fromEntries(Object.entries(breakdown).filter(([dimension]) => dimension !== 'speed'));

/** Hidden tests that the base passes as well only show that nothing else broke. */
const hiddenOf = (captured: Captured, one: Evidence): Standing['hidden'] => {
  const { hidden } = one;
  if (hidden?.known !== true || hidden.value.failed.length > 0 || hidden.value.passed.length === 0)
    return null;
  if (hiddenFixed(one, captured) > 0) return 'fixes';
  // What the base does is not known; earlier engines took it for the same.
  return captured.hidden?.known === false && captured.confirmation === 'inputs' ? null : 'keeps';
};

/** Gates of candidates whose change does not work: their code and behaviour are not evidence for others. */
const FAILING = new Set(['build', 'tests', 'hidden', 'progress', 'integrity', 'no_change']);

/** The part of a standing that no order and no weight changes. */
type Lasting = Omit<Standing, 'mergeable' | 'breaksBase' | 'merits'>;

const standingOf = (
  captured: Captured,
  one: Evidence,
  belief: Belief | undefined,
): Pick<
  Standing,
  | 'name'
  | 'changesSource'
  | 'source'
  | 'tests'
  | 'unrun'
  | 'fixed'
  | 'hidden'
  | 'confirmed'
  | 'unsure'
  | 'claims'
  | 'refutedBy'
  | 'tied'
  | 'opposed'
  | 'failsClaimsOf'
  | 'claimants'
  | 'rewritten'
  | 'faults'
> => {
  const cross = belief?.cross;
  const fixed = belief?.fixed ?? 0;
  const hidden = hiddenOf(captured, one);
  const confirmed = { passed: (cross?.passed ?? 0) + (cross?.corroborated ?? 0), failed: cross?.failed ?? 0 };
  const claims = cross?.claims ?? false;
  const unrun = unrunOf(captured, one, fixed > 0 || hidden !== null || confirmed.passed > 0 || claims);
  return {
    name: one.candidate.name,
    changesSource: changesSource(captured, one),
    source: one.pinned?.tree ?? one.tree,
    tests: unrun.length > 0 ? null : readTests(captured, one),
    unrun,
    fixed,
    hidden,
    confirmed,
    unsure: cross?.unsure ?? false,
    claims,
    refutedBy: cross?.refutedBy ?? 0,
    tied: cross?.tied ?? false,
    // Runs of earlier engines keep their winner.
    opposed: captured.confirmation === 'inputs' && cross?.tied === true && confirmed.failed > 0,
    failsClaimsOf: cross?.failsClaimsOf ?? 0,
    claimants: cross?.claimants ?? [],
    rewritten: belief?.rewritten.length ?? 0,
    faults: (belief?.flags ?? []).filter(({ id }) => id === 'undefined-name').length,
  };
};

type ChoicePolicy = { readonly trust?: TrustPolicy; readonly decision?: DecisionPolicy };

/** What candidates show of each other, by name: who agrees, behaves alike, and answers scripts. */
const compareField = (
  captured: Captured,
  { of, authors }: Beliefs,
  gated: readonly Pick<Ranking, 'agent' | 'gates'>[],
) => {
  const gatedBy = (shuts: (gate: string) => boolean): ReadonlySet<string> =>
    new Set(gated.filter(({ gates }) => gates.some(shuts)).map(({ agent }) => agent));
  const failing = gatedBy((gate) => FAILING.has(gate));
  const cheats = gatedBy((gate) => gate === 'integrity');
  const sketches = captured.evidence.flatMap(({ candidate: { name }, sketch }) =>
    sketch === undefined || !sketch.source || cheats.has(name) ? [] : [{ name, sketch }],
  );
  const rewriters = new Set([...of].flatMap(([name, { rewritten }]) => (rewritten.length > 0 ? [name] : [])));
  const uncounted = new Set([...failing, ...rewriters]);
  const counted = new Set(sketches.map(({ name }) => name).filter((name) => !uncounted.has(name)));
  const compared = {
    agreement: agreementIn(sketches, authors, { failing, rewriters }),
    contained: containedIn(sketches),
    changes: sameChanges(sketches),
    written:
      captured.panelTests?.tests.known === true
        ? panelTestStandings(captured.panelTests.tests.value, authors, failing)
        : null,
  };
  if (captured.probes?.known !== true)
    return {
      ...compared,
      behaviour: null,
      scripts: null,
      alike: (): readonly string[] => [],
      narrower: (): readonly string[] => [],
    };
  const { value: probes } = captured.probes;
  return {
    ...compared,
    behaviour: behaviourIn(probes, authors, uncounted),
    scripts: scriptStandings(probes, authors, { counted, excluded: cheats }),
    alike: (name: string) => behavesLike(probes, name),
    narrower: (name: string) => (probes.moved === undefined ? [] : narrowerThan(probes, name)),
  };
};

/**
 * How likely each candidate is right, and which to name, for rankings of the same field under any weights. Everything
 * that does not depend on the order, such as agreement, is computed once; `gated` is any of these rankings.
 */
export const chooseAmong = (
  captured: Captured,
  beliefs: Beliefs,
  gated: readonly Pick<Ranking, 'agent' | 'gates'>[],
  policy: ChoicePolicy,
): ((rankings: readonly Ranking[]) => Chosen) => {
  const { of, authors } = beliefs;
  const { agreement, behaviour, scripts, written, contained, changes, alike, narrower } = compareField(
    captured,
    beliefs,
    gated,
  );
  const panel = captured.panel === undefined ? null : cautiousProbabilities(captured.panel);
  const split = captured.panel === undefined ? null : splitOver(captured.panel);
  const outdoneOn = compareOnBase(captured, beliefs);
  const lasting = captured.evidence.map((one): Lasting => {
    const { name } = one.candidate;
    return {
      ...standingOf(captured, one, of.get(name)),
      author: authorKey(authors, name),
      declared: authors.get(name)?.declared ?? false,
      ...outdoneOn(name),
      agreement: agreement.get(name) ?? null,
      behaviour: behaviour?.get(name) ?? null,
      behavesLike: alike(name),
      narrowerThan: narrower(name),
      scripts: scripts?.get(name) ?? null,
      panelTests: written?.get(name) ?? null,
      contains: contained.get(name) ?? [],
      change: changes.get(name) ?? name,
      panel: panel?.get(name) ?? null,
      panelSplit: split?.has(name) ?? false,
    };
  });
  return (rankings) => {
    const rankingOf = new Map(rankings.map((ranking) => [ranking.agent, ranking]));
    const standings = lasting.flatMap((one): Standing[] => {
      const ranking = rankingOf.get(one.name);
      return ranking === undefined
        ? []
        : [
            {
              ...one,
              mergeable: ranking.mergeable,
              breaksBase: ranking.gates.includes('tests'),
              merits: meritsOf(ranking),
            },
          ];
    });
    const estimates = estimateField(standings, { progressAsked: policy.trust?.requires_progress !== false });
    const order = rankings.map(({ agent }) => agent);
    const earlier = captured.confirmation !== 'inputs';
    const choice = { standings, estimates, order, policy: policy.decision ?? DEFAULTS, earlier };
    return {
      decision: nameWinner(choice),
      estimates: new Map(estimates.map((estimate) => [estimate.name, estimate])),
      asksBehaviour: asksBehaviour(choice),
    };
  };
};

/** Names by the evidence so far, the likeliest first. */
export const likeliestFirst = (seen: Captured, policy: RunPolicy): readonly string[] => {
  const { captured, beliefs, scoredBy } = weighCaptured(seen, policy);
  const { rankings } = scoredBy(policy.weights);
  const { estimates } = chooseAmong(captured, beliefs, rankings, policy)(rankings);
  return [...estimates.values()]
    .toSorted((one, other) => other.probability - one.probability)
    .map(({ name }) => name);
};

/** Whether the decision by the evidence so far depends on how candidates behave on other inputs. */
export const behaviourDecides = (seen: Captured, policy: RunPolicy): boolean => {
  const { captured, beliefs, scoredBy } = weighCaptured(seen, policy);
  const { rankings } = scoredBy(policy.weights);
  return chooseAmong(captured, beliefs, rankings, policy)(rankings).asksBehaviour;
};

import type { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { Decision } from '../domain/run/decision.ts';
import type { Estimate } from './probability.ts';
import { SELECTION_MODEL } from './selection-model.ts';
import type { Standing } from './standing.ts';
import { percent } from '../text/amounts.ts';

export type Undecided = {
  readonly standings: readonly Standing[];
  readonly estimates: readonly Estimate[];
  /** Names in the documented order: the best first. */
  readonly order: readonly string[];
  readonly policy: DecisionPolicy;
};

type Contender = { readonly standing: Standing; readonly estimate: Estimate; readonly place: number };

const MOST_LEFT = 3;
/** Candidates closer than this are equally likely: the documented order decides between them. */
const LEVEL_LOG_ODDS = 0.05;
const LEVEL_PROBABILITY = 0.05;
const isProven = ({ standing: { fixed, confirmed, hidden } }: Contender): boolean =>
  fixed > 0 || confirmed.passed > 0 || hidden === 'fixes';

const hasProof = (one: Contender): boolean => isProven(one) || one.standing.claims;

const decision = (kind: Decision['kind'], candidates: readonly string[], reason: string): Decision => ({
  kind,
  candidates: [...candidates],
  reason,
  settle: [],
  model: SELECTION_MODEL.version,
});

const contendersIn = ({ standings, estimates, order }: Undecided): Contender[] => {
  const byName = new Map(estimates.map((estimate) => [estimate.name, estimate]));
  return standings.flatMap((standing) => {
    const estimate = byName.get(standing.name);
    return standing.mergeable && estimate !== undefined
      ? [{ standing, estimate, place: order.indexOf(standing.name) }]
      : [];
  });
};

/** Among equally proven candidates, agreement of code does not count: the documented order decides. */
const scoreOf = (one: Contender, proofDecides: boolean): number =>
  proofDecides ? one.estimate.evidence : one.estimate.evidence + one.estimate.agreement;

/** Scores closer than this are equal. */
const LEVEL_SCORE = 0.5;
const hasSameMerits = ({ merits }: Standing, other: Standing): boolean =>
  [...new Set([...Object.keys(merits), ...Object.keys(other.merits)])].every((dimension) => {
    const [mine, theirs] = [merits[dimension] ?? null, other.merits[dimension] ?? null];
    return mine === null || theirs === null ? mine === theirs : Math.abs(mine - theirs) < LEVEL_SCORE;
  });

/** Proven only by tests that candidates could read. */
const isProvenByReadTests = ({ standing: { fixed, confirmed, hidden, panel } }: Contender): boolean =>
  fixed > 0 && confirmed.passed === 0 && hidden !== 'fixes' && panel === null;

/** Speed depends more on the machine: among candidates equal apart from it, the one with most agreement leads. */
const agreedFirst = (level: readonly Contender[]): readonly Contender[] => {
  const [top] = level;
  if (top === undefined || !isProvenByReadTests(top)) return level;
  const equals = level.filter(({ standing }) => hasSameMerits(standing, top.standing));
  const most = Math.max(...equals.map(({ estimate }) => estimate.agreement));
  const lead = equals.find(({ estimate }) => estimate.agreement === most) ?? top;
  return [lead, ...level.filter((one) => one !== lead)];
};

const likeliest = (contenders: readonly Contender[]): Contender[] => {
  const proofDecides = contenders.some(isProven);
  const score = (one: Contender): number => scoreOf(one, proofDecides);
  const best = Math.max(...contenders.map(score));
  const level = contenders.filter((one) => best - score(one) <= LEVEL_LOG_ODDS);
  const rest = contenders.filter((one) => !level.includes(one));
  return [
    ...agreedFirst(level.sort((one, other) => one.place - other.place)),
    ...rest.sort((one, other) => score(other) - score(one) || one.place - other.place),
  ];
};

const isAnotherChange = (first: Contender, one: Contender): boolean =>
  one !== first && one.standing.source !== first.standing.source;

/** Candidates with different source that the evidence, code aside, does not distinguish from the first. */
const rivalsOf = (first: Contender, contenders: readonly Contender[]): Contender[] =>
  contenders.filter(
    (one) =>
      isAnotherChange(first, one) &&
      Math.abs(one.estimate.evidence - first.estimate.evidence) <= LEVEL_LOG_ODDS,
  );

/** With one more digit if it would otherwise look equal to the limit that it misses. */
const below = (probability: number, limit: number): string =>
  percent(probability) === percent(limit)
    ? `${(Math.floor(probability * 1000) / 10).toFixed(1)} %`
    : percent(probability);

const SETTLE = {
  tests: 'a test command that Hydra can run: see `hydra doctor` and [scoring.commands] test',
  proof:
    'a test that fails on the base and passes with the right change: give it with --hidden-tests, or ask the agents for one',
  authors: 'more candidates from independent agents, with `author` in their provenance',
  task: 'if the task needs no such test: [trust] requires_progress = false',
  difference: 'a test of what they do differently: give it with --hidden-tests, or ask the agents for one',
  reading: 'what they do differently, shown by `hydra probe` or by reading the changes',
} as const;

const whatSettles = ({ standing }: Contender, hasProof: boolean): string[] => [
  ...(standing.tests === null ? [SETTLE.tests] : []),
  ...(hasProof ? [] : [SETTLE.proof]),
  ...(standing.agreement === null ? [SETTLE.authors] : []),
  ...(hasProof || standing.tests === null ? [] : [SETTLE.task]),
];

/** Why the first is not named. Without `left`, those that the evidence does not distinguish from it are left. */
type Objection = {
  readonly reason: string;
  readonly left?: readonly Contender[];
  readonly settle?: readonly string[];
};

type Field = {
  /** The likeliest first. */
  readonly ranked: readonly Contender[];
  readonly rivals: readonly Contender[];
  readonly policy: DecisionPolicy;
};

type Objects = (first: Contender, field: Field) => Objection | null;

const isUnproven: Objects = (first, { policy: { require, min_probability } }) => {
  const { standing, estimate } = first;
  if (require !== 'none' && standing.tests === null)
    return { reason: 'no test results could be compared with the base' };
  if (require === 'proof' && !isProven(first))
    return {
      reason:
        'proof is required, but no test confirmed by others fails on the base and passes with a candidate',
    };
  if (estimate.probability < min_probability)
    return {
      reason: `the likeliest candidate is ${below(estimate.probability, min_probability)} likely to be right, but ${percent(min_probability)} is required`,
    };
  return null;
};

/** Candidates with weaker test evidence are still likelier to be right. */
const agreementDiffers: Objects = (first, { ranked }) => {
  const likelier = ranked.filter(
    ({ estimate }) =>
      first.estimate.evidence - estimate.evidence > LEVEL_LOG_ODDS &&
      estimate.probability - first.estimate.probability > LEVEL_PROBABILITY,
  );
  return likelier.length === 0
    ? null
    : {
        reason: 'tests favour one candidate, and agreement with other authors favours another',
        left: [first, ...likelier],
        settle: [SETTLE.difference],
      };
};

/** This many authors who pass the same tests confirm each other. */
const ENOUGH_AUTHORS = 3;

/**
 * Of two authors who pass the failing tests, one may have memorised the tests, which both could read. Lint or size
 * does not show which; that both answer other inputs alike shows that it does not matter.
 */
const passSameTests: Objects = (first, { rivals }) => {
  if (!isProvenByReadTests(first)) return null;
  const equals = rivals.filter(
    ({ standing }) =>
      standing.author !== first.standing.author && !first.standing.behavesLike.includes(standing.name),
  );
  const authors = new Set([first, ...equals].map(({ standing }) => standing.author));
  return equals.length === 0 || authors.size >= ENOUGH_AUTHORS
    ? null
    : {
        reason: 'they pass the same tests, and nothing that was measured shows which is right',
        left: [first, ...equals],
        settle: [SETTLE.difference, SETTLE.reading],
      };
};

/** Between two candidates, a test that one brings and the other fails may assert what is wrong. */
const onlyItsOwnTest: Objects = (first, { ranked }) => {
  const { standing } = first;
  if (isProven(first) || standing.panel !== null || standing.refutedBy === 0) return null;
  const others = ranked.filter((one) => one !== first && one.standing.changesSource);
  const another = others.some((one) => one.standing.author === standing.author && one.standing.claims);
  return another || new Set(others.map((one) => one.standing.author)).size !== 1
    ? null
    : {
        reason:
          'only the tests that the likeliest candidate brings show that it works, and the one other candidate fails them',
        left: [first, ...others],
        settle: ['whether that test asks for the right thing: read it', SETTLE.proof],
      };
};

const panelDisagrees: Objects = (first) =>
  !isProven(first) && first.standing.panelSplit
    ? { reason: 'the panellists contradict each other, and nothing was run that shows which is right' }
    : null;

/** Two that are this likely, or that other authors agree with, may both be right. */
const LIKELY = 0.75;

/** As likely as the first by everything that is known, and not known to behave alike. */
const cannotBeToldApart: Objects = (first, { ranked }) => {
  const { agreement, probability } = first.estimate;
  if (isProven(first) || agreement > LEVEL_LOG_ODDS || probability >= LIKELY) return null;
  const level = ranked.filter(
    (one) =>
      isAnotherChange(first, one) &&
      !first.standing.behavesLike.includes(one.standing.name) &&
      Math.abs(scoreOf(one, false) - scoreOf(first, false)) <= LEVEL_LOG_ODDS,
  );
  return level.length === 0
    ? null
    : {
        reason: 'nothing that was measured tells the likeliest candidates apart',
        left: [first, ...level],
      };
};

/** Its author is only inferred, and a rival is nearly the same change. */
const isOneOfTwins: Objects = (first, { rivals }) =>
  !hasProof(first) &&
  first.standing.panel === null &&
  !first.standing.declared &&
  rivals.some(({ standing }) => standing.author === first.standing.author)
    ? { reason: 'two candidates are nearly the same change, and nothing shows which is right' }
    : null;

/** A rival makes the same change without the first's other files; among declared authors that shows nothing. */
const isMoreThanNeeded: Objects = (first, { rivals }) =>
  !isProven(first) &&
  first.standing.panel === null &&
  !first.standing.declared &&
  rivals.some(({ standing }) => first.standing.contains.includes(standing.name))
    ? {
        reason:
          'the likeliest candidate includes the whole change of another one, and nothing shows whether the rest is needed',
      }
    : null;

/** Why the likeliest candidate is not named: the first that holds. Without any, it is the winner. */
const OBJECTIONS: readonly Objects[] = [
  isUnproven,
  agreementDiffers,
  passSameTests,
  onlyItsOwnTest,
  isOneOfTwins,
  panelDisagrees,
  cannotBeToldApart,
  isMoreThanNeeded,
];

const leaning = (first: Contender, field: Field, objection: Objection): Decision => {
  const left = objection.left ?? [first, ...field.rivals];
  const settle = [...(objection.settle ?? whatSettles(first, hasProof(first)))];
  const names = left.slice(0, MOST_LEFT).map(({ standing }) => standing.name);
  // A candidate without test results, or too many to review, is not a lean.
  const few = left.length <= MOST_LEFT && first.standing.tests !== null;
  return few
    ? { ...decision('leaning', names, objection.reason), settle }
    : { ...decision('none', [], objection.reason), settle };
};

const isOnlyTests = ({ standing }: Contender): boolean => !standing.changesSource;

/** Which candidate to name, if any. Pure: the same evidence and policy give the same answer. */
export const nameWinner = (choice: Undecided): Decision => {
  const { policy } = choice;
  const all = contendersIn(choice);
  if (all.length === 0) return decision('none', [], 'no candidate passes every gate');
  const contenders = policy.require === 'none' ? all : all.filter((one) => !isOnlyTests(one));
  const ranked = likeliest(contenders);
  const [first] = ranked;
  if (first === undefined)
    return {
      ...decision('none', [], 'no candidate that passes every gate changes the source'),
      settle: ['if the task is about tests or documentation alone: [decision] require = "none"'],
    };
  const field = { ranked, rivals: rivalsOf(first, ranked), policy };
  for (const objects of OBJECTIONS) {
    const objection = objects(first, field);
    if (objection !== null) return leaning(first, field, objection);
  }
  return decision(
    'winner',
    [first.standing.name],
    `${percent(first.estimate.probability)} likely to be right`,
  );
};

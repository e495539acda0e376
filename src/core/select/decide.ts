import type { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { Decision } from '../domain/run/decision.ts';
import type { Estimate, Standing } from './probability.ts';
import { SELECTION_MODEL } from './selection-model.ts';

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
const isProven = ({ standing: { fixed, confirmed, passesHidden } }: Contender): boolean =>
  fixed > 0 || confirmed.passed > 0 || passesHidden;

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
const standingOf = (one: Contender, proofDecides: boolean): number =>
  proofDecides ? one.estimate.evidence : one.estimate.evidence + one.estimate.agreement;

/** Scores closer than this are equal. */
const LEVEL_SCORE = 0.5;
const hasSameMerits = ({ merits }: Standing, other: Standing): boolean =>
  [...new Set([...Object.keys(merits), ...Object.keys(other.merits)])].every((dimension) => {
    const [mine, theirs] = [merits[dimension] ?? null, other.merits[dimension] ?? null];
    return mine === null || theirs === null ? mine === theirs : Math.abs(mine - theirs) < LEVEL_SCORE;
  });

/** Proven only by tests that candidates could read. */
const isProvenByReadTests = ({ standing: { fixed, confirmed, passesHidden, panel } }: Contender): boolean =>
  fixed > 0 && confirmed.passed === 0 && !passesHidden && panel === null;

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
  const score = (one: Contender): number => standingOf(one, proofDecides);
  const best = Math.max(...contenders.map(score));
  const level = contenders.filter((one) => best - score(one) <= LEVEL_LOG_ODDS);
  const rest = contenders.filter((one) => !level.includes(one));
  return [
    ...agreedFirst(level.sort((one, other) => one.place - other.place)),
    ...rest.sort((one, other) => score(other) - score(one) || one.place - other.place),
  ];
};

/** Candidates with different source that the evidence does not distinguish from the first. */
const rivalsOf = (first: Contender, contenders: readonly Contender[]): Contender[] =>
  contenders.filter(
    (one) =>
      one !== first &&
      one.standing.source !== first.standing.source &&
      Math.abs(one.estimate.evidence - first.estimate.evidence) <= LEVEL_LOG_ODDS,
  );

const percent = (probability: number): string => `${Math.round(probability * 100)} %`;

/** With one more digit if it would otherwise look equal to the limit that it misses. */
const below = (probability: number, limit: number): string =>
  percent(probability) === percent(limit)
    ? `${(Math.floor(probability * 1000) / 10).toFixed(1)} %`
    : percent(probability);

/** Its author is only inferred, and a rival is nearly the same change. */
const isOneOfTwins = (first: Contender, rivals: readonly Contender[]): boolean =>
  !first.standing.declared && rivals.some(({ standing }) => standing.author === first.standing.author);

/** A rival makes the same change without the first's other files; among declared authors that shows nothing. */
const isMoreThan = (first: Contender, rivals: readonly Contender[]): boolean =>
  !first.standing.declared && rivals.some(({ standing }) => first.standing.contains.includes(standing.name));

/** Candidates with weaker test evidence that are still likelier to be right: tests and code agreement disagree. */
const likelierThan = (first: Contender, contenders: readonly Contender[]): Contender[] =>
  contenders.filter(
    ({ estimate }) =>
      first.estimate.evidence - estimate.evidence > LEVEL_LOG_ODDS &&
      estimate.probability - first.estimate.probability > LEVEL_PROBABILITY,
  );

/** This many authors who pass the same tests confirm each other. */
const ENOUGH_AUTHORS = 3;

/**
 * Rivals that are equal in the base's tests and in every score but speed: any of them may have memorised the tests that
 * it could read. None if a test that they could not read confirms them, or if enough authors confirm each other.
 */
const equalsOf = (first: Contender, rivals: readonly Contender[]): readonly Contender[] => {
  if (!isProvenByReadTests(first)) return [];
  const equals = rivals.filter(
    ({ standing }) => standing.author !== first.standing.author && hasSameMerits(standing, first.standing),
  );
  const authors = new Set([first, ...equals].map(({ standing }) => standing.author));
  return authors.size < ENOUGH_AUTHORS ? equals : [];
};

const openQuestion = (first: Contender, { require, min_probability }: DecisionPolicy): string | null => {
  const { standing, estimate } = first;
  if (require !== 'none' && standing.tests === null) return 'no test results could be compared with the base';
  if (require === 'proof' && !isProven(first))
    return 'proof is required, but no test confirmed by others fails on the base and passes with a candidate';
  if (estimate.probability < min_probability)
    return `the likeliest candidate is ${below(estimate.probability, min_probability)} likely to be right, but ${percent(min_probability)} is required`;
  return null;
};

const SETTLE = {
  tests: 'a test command that Hydra can run: see `hydra doctor` and [scoring.commands] test',
  proof:
    'a test that fails on the base and passes with the right change: give it with --hidden-tests, or ask the agents for one',
  authors: 'more candidates from independent agents, with `author` in their provenance',
  task: 'if the task needs no such test: [trust] requires_progress = false',
} as const;

const whatSettles = (first: Contender): string[] => [
  ...(first.standing.tests === null ? [SETTLE.tests] : []),
  ...(hasProof(first) ? [] : [SETTLE.proof]),
  ...(first.standing.agreement === null ? [SETTLE.authors] : []),
  ...(hasProof(first) || first.standing.tests === null ? [] : [SETTLE.task]),
];

const leaning = (ranked: readonly Contender[], reason: string): Decision => {
  const [first] = ranked;
  if (first === undefined) return decision('none', [], reason);
  const left = [first, ...rivalsOf(first, ranked)].slice(0, MOST_LEFT);
  const settle = whatSettles(first);
  // A candidate without evidence, or too many to review, is not a lean.
  const few = rivalsOf(first, ranked).length < MOST_LEFT && first.standing.tests !== null;
  return few
    ? {
        ...decision(
          'leaning',
          left.map(({ standing }) => standing.name),
          reason,
        ),
        settle,
      }
    : { ...decision('none', [], reason), settle };
};

const isOnlyTests = ({ standing }: Contender): boolean => !standing.changesSource;

/** Which candidate to name, if any. Pure: the same evidence and policy give the same answer. */
export const decide = (choice: Undecided): Decision => {
  const all = contendersIn(choice);
  if (all.length === 0) return decision('none', [], 'no candidate passes every gate');
  const contenders = choice.policy.require === 'none' ? all : all.filter((one) => !isOnlyTests(one));
  if (contenders.length === 0)
    return {
      ...decision('none', [], 'no candidate that passes every gate changes the source'),
      settle: ['if the task is about tests or documentation alone: [decision] require = "none"'],
    };
  const ranked = likeliest(contenders);
  const [first] = ranked;
  if (first === undefined) return decision('none', [], 'no candidate passes every gate');
  const open = openQuestion(first, choice.policy);
  if (open !== null) return leaning(ranked, open);
  const likelier = likelierThan(first, contenders);
  if (likelier.length > 0)
    return {
      ...leaning([first], 'tests favour one candidate, and agreement with other authors favours another'),
      candidates: [first, ...likelier].slice(0, MOST_LEFT).map(({ standing }) => standing.name),
      settle: [
        'a test of what the two do differently: give it with --hidden-tests, or ask the agents for one',
      ],
    };
  const rivals = rivalsOf(first, contenders);
  const equals = equalsOf(first, rivals);
  if (equals.length > 0)
    return {
      ...leaning([first, ...equals], 'they pass the same tests, and differ only in how fast these ran'),
      settle: [
        'a test of what they do differently: give it with --hidden-tests, or ask the agents for one',
        'what they do differently, shown by [probe] seconds = 30, or by reading the changes',
      ],
    };
  if (isProven(first) || first.standing.panel !== null)
    return decision(
      'winner',
      [first.standing.name],
      `${percent(first.estimate.probability)} likely to be right`,
    );
  if (!hasProof(first) && isOneOfTwins(first, rivals))
    return leaning(ranked, 'two candidates are nearly the same change, and nothing shows which is right');
  if (isMoreThan(first, rivals))
    return leaning(
      ranked,
      'the likeliest candidate includes the whole change of another one, and nothing shows whether the rest is needed',
    );
  return decision(
    'winner',
    [first.standing.name],
    `${percent(first.estimate.probability)} likely to be right`,
  );
};

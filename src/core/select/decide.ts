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
/** Less apart than this, and the documented order decides between candidates that are equally likely. */
const LEVEL_LOG_ODDS = 0.05;
const LEVEL_PROBABILITY = 0.05;
/** Log odds of evidence from here on come from tests, hidden tests or a panel. */
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

/** Among candidates that are proven alike, agreement of code does not matter: the documented order decides. */
const standingOf = (one: Contender, proofDecides: boolean): number =>
  proofDecides ? one.estimate.evidence : one.estimate.evidence + one.estimate.agreement;

/** Less than this in a score is no difference. */
const LEVEL_SCORE = 0.5;
const hasSameMerits = ({ merits }: Standing, other: Standing): boolean =>
  [...new Set([...Object.keys(merits), ...Object.keys(other.merits)])].every((dimension) => {
    const [mine, theirs] = [merits[dimension] ?? null, other.merits[dimension] ?? null];
    return mine === null || theirs === null ? mine === theirs : Math.abs(mine - theirs) < LEVEL_SCORE;
  });

/** Nothing but tests that candidates could read proves it. */
const isProvenByReadTests = ({ standing: { fixed, confirmed, passesHidden, panel } }: Contender): boolean =>
  fixed > 0 && confirmed.passed === 0 && !passesHidden && panel === null;

/** Speed says more of the machine: among those that are equal but for it, the one that agrees most with others leads. */
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

/** Candidates with other source that the evidence does not tell apart from the first. */
const rivalsOf = (first: Contender, contenders: readonly Contender[]): Contender[] =>
  contenders.filter(
    (one) =>
      one !== first &&
      one.standing.source !== first.standing.source &&
      Math.abs(one.estimate.evidence - first.estimate.evidence) <= LEVEL_LOG_ODDS,
  );

const percent = (probability: number): string => `${Math.round(probability * 100)} %`;

/** With a digit more if it would look like the limit that it misses. */
const below = (probability: number, limit: number): string =>
  percent(probability) === percent(limit)
    ? `${(Math.floor(probability * 1000) / 10).toFixed(1)} %`
    : percent(probability);

/** Nothing but code speaks for it, and a near copy of it says something else. */
const isOneOfTwins = (first: Contender, rivals: readonly Contender[]): boolean =>
  !first.standing.declared && rivals.some(({ standing }) => standing.author === first.standing.author);

/** Another candidate makes the same change and leaves the other files of the first alone; among known authors that says nothing. */
const isMoreThan = (first: Contender, rivals: readonly Contender[]): boolean =>
  !first.standing.declared && rivals.some(({ standing }) => first.standing.contains.includes(standing.name));

/** Tests speak less for it, and yet it is more probably right: agreement of code and tests point to different ones. */
const likelierThan = (first: Contender, contenders: readonly Contender[]): Contender[] =>
  contenders.filter(
    ({ estimate }) =>
      first.estimate.evidence - estimate.evidence > LEVEL_LOG_ODDS &&
      estimate.probability - first.estimate.probability > LEVEL_PROBABILITY,
  );

/** So many authors who pass the same tests confirm each other. */
const ENOUGH_AUTHORS = 3;

/**
 * Rivals that the base's tests and every score but speed find equal: any of them may answer by heart what it could read.
 * None if a test that they could not read confirms them, or if there are so many that any will do.
 */
const equalsOf = (first: Contender, rivals: readonly Contender[]): readonly Contender[] => {
  if (!isProvenByReadTests(first)) return [];
  const equals = rivals.filter(
    ({ standing }) => standing.author !== first.standing.author && hasSameMerits(standing, first.standing),
  );
  const authors = new Set([first, ...equals].map(({ standing }) => standing.author));
  return authors.size < ENOUGH_AUTHORS ? equals : [];
};

const notRunIn = ({ unrun = [] }: Standing): string =>
  unrun.length === 0 ? '' : `: no test command ran in ${unrun.join(', ')}, which the candidate changes`;

const openQuestion = (first: Contender, { require, min_probability }: DecisionPolicy): string | null => {
  const { standing, estimate } = first;
  if (require !== 'none' && standing.tests === null)
    return `no test results could be compared with the base${notRunIn(standing)}`;
  if (require === 'proof' && !isProven(first))
    return 'proof is required, and no test that others confirm fails on the base and passes with a candidate';
  if (estimate.probability < min_probability)
    return `the likeliest candidate is ${below(estimate.probability, min_probability)} likely to be right, and ${percent(min_probability)} is asked for`;
  return null;
};

const SETTLE = {
  tests: 'a test command that Hydra can run: see `hydra doctor` and [scoring.commands] test',
  proof:
    'a test that fails on the base and passes with the right change: give it with --hidden-tests, or ask the agents for one',
  authors: 'more candidates from independent agents, with `author` in their provenance',
  projects: 'the folders of all projects that candidates change, in [scoring] projects',
  task: 'if the task needs no such test: [trust] requires_progress = false',
} as const;

const whatSettles = (first: Contender): string[] => [
  ...(first.standing.tests === null ? [first.standing.unrun?.length ? SETTLE.projects : SETTLE.tests] : []),
  ...(hasProof(first) ? [] : [SETTLE.proof]),
  ...(first.standing.agreement === null ? [SETTLE.authors] : []),
  ...(hasProof(first) || first.standing.tests === null ? [] : [SETTLE.task]),
];

const leaning = (ranked: readonly Contender[], reason: string): Decision => {
  const [first] = ranked;
  if (first === undefined) return decision('none', [], reason);
  const left = [first, ...rivalsOf(first, ranked)].slice(0, MOST_LEFT);
  const settle = whatSettles(first);
  // One that nothing speaks for, or more than can be looked at, is not a lean.
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

/** Who is named, if anyone. Pure: the same evidence and policy give the same answer. */
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
      ...leaning([first], 'tests speak for one candidate, and agreement with other authors for another'),
      candidates: [first, ...likelier].slice(0, MOST_LEFT).map(({ standing }) => standing.name),
      settle: [
        'a test of what the two do differently: give it with --hidden-tests, or ask the agents for one',
      ],
    };
  const rivals = rivalsOf(first, contenders);
  const equals = equalsOf(first, rivals);
  if (equals.length > 0)
    return {
      ...leaning(
        [first, ...equals],
        'they pass the same tests, and only how fast these ran tells them apart',
      ),
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
      'the likeliest candidate is the change of another one and more besides, and nothing shows whether that is needed',
    );
  return decision(
    'winner',
    [first.standing.name],
    `${percent(first.estimate.probability)} likely to be right`,
  );
};

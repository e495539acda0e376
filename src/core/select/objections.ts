import {
  type Contender,
  hasProof,
  isProven,
  isProvenByReadTests,
  LEVEL_LOG_ODDS,
  scoreOf,
} from './contender.ts';
import type { Objects } from './objection.ts';
import { breaksWhatAnotherKeeps, isOneOfTwoSides, leavesTestFailing } from './objections-by-tests.ts';
import { broaderRivals, isAlike } from './other-inputs.ts';
import type { Standing } from './standing.ts';
import { SETTLE } from './what-settles.ts';
import { percent } from '../text/amounts.ts';

const LEVEL_PROBABILITY = 0.05;

const isAnotherChange = (first: Contender, one: Contender): boolean =>
  one !== first && one.standing.source !== first.standing.source;

/** Candidates with different source that the evidence, code aside, does not distinguish from the first. */
export const rivalsOf = (first: Contender, contenders: readonly Contender[]): Contender[] =>
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

const notRunIn = ({ unrun }: Standing): string =>
  unrun.length === 0 ? '' : `: no test command ran in ${unrun.join(', ')}, which the candidate changes`;

const isUnproven: Objects = (first, { policy: { require, min_probability } }) => {
  const { standing, estimate } = first;
  if (require !== 'none' && standing.tests === null)
    return { reason: `no test results could be compared with the base${notRunIn(standing)}` };
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
 * Of two candidates that pass the failing tests, one may have memorised the tests, which both could read. Lint or size
 * does not show which; that both are alike shows that it does not matter. Undeclared candidates of one author are
 * copies; those that the user declares are attempts of their own.
 */
const passSameTests: Objects = (first, { rivals, earlier }) => {
  if (!isProvenByReadTests(first)) return null;
  const { author, declared } = first.standing;
  const equals = rivals.filter(
    ({ standing }) =>
      (standing.author !== author || (declared && standing.declared && !earlier)) &&
      standing.fixed >= first.standing.fixed &&
      !isAlike(first.standing, standing),
  );
  const authors = new Set([first, ...equals].map(({ standing }) => standing.author));
  return equals.length === 0 || authors.size >= ENOUGH_AUTHORS
    ? null
    : {
        reason: 'they pass the same tests, and nothing that was measured shows which is right',
        left: [first, ...equals],
        settle: [SETTLE.difference, SETTLE.reading],
        asksBehaviour: true,
      };
};

const holdsOnlyOnTests: Objects = (first, { ranked }) => {
  const broader = broaderRivals(first, ranked);
  return broader.length === 0
    ? null
    : {
        reason:
          'on some inputs that no test has, the likeliest candidate answers as the base does, and others that pass the same tests do not',
        left: [...broader, first],
        settle: [SETTLE.difference, SETTLE.reading],
      };
};

/** Between two candidates, a test that one brings and the other fails may assert what is wrong. */
const onlyItsOwnTest: Objects = (first, { ranked, earlier }) => {
  const { standing } = first;
  if (isProven(first) || standing.panel !== null || standing.refutedBy === 0) return null;
  const rest = ranked.filter((one) => one !== first && one.standing.changesSource);
  // A copy of the candidate passes the test as well, and shows no more than the candidate.
  const another = rest.some(
    (one) =>
      one.standing.author === standing.author &&
      one.standing.claims &&
      (earlier || one.standing.change !== standing.change),
  );
  const others = earlier ? rest : rest.filter((one) => one.standing.author !== standing.author);
  return another || new Set(others.map((one) => one.standing.author)).size !== 1
    ? null
    : {
        reason:
          'only the tests that the likeliest candidate brings show that it works, and the one other candidate fails them',
        left: [first, ...others],
        settle: ['whether that test asks for the right thing: read it', SETTLE.proof],
      };
};

/**
 * A candidate that may be merged brings a test that the first fails, and the first has nothing more to show for
 * itself. If a second author fails that test too, it probably asks for something else.
 */
const failsTestOfEqual: Objects = (first, { ranked }) => {
  const { standing } = first;
  if (standing.hidden === 'fixes' || standing.panel !== null) return null;
  const claimants = ranked.filter(
    ({ standing: other }) =>
      standing.claimants.includes(other.author) &&
      other.author !== standing.author &&
      other.claims &&
      other.refutedBy < 2 &&
      other.fixed >= standing.fixed &&
      other.confirmed.passed >= standing.confirmed.passed &&
      other.confirmed.failed <= standing.confirmed.failed,
  );
  return claimants.length === 0
    ? null
    : {
        reason:
          'the likeliest candidate fails a test that another one brings, and has nothing more in its favour',
        left: [first, ...claimants],
        settle: ['whether that test asks for the right thing: read it', SETTLE.proof],
      };
};

const withoutPanelTests = ({ estimate }: Contender): number => estimate.evidence - estimate.panelTests;

/**
 * Without the tests that a model wrote from the task, a candidate that fails them would be as likely. A model may misread
 * the task, so such tests decide only if a second author passes them.
 */
const onlyWrittenTests: Objects = (first, { ranked }) => {
  const written = first.standing.panelTests;
  if (written === null || written.passed === 0 || written.confirmed) return null;
  const margin = (one: Contender): number => withoutPanelTests(one) - withoutPanelTests(first);
  const equals = ranked.filter(
    (one) =>
      isAnotherChange(first, one) &&
      one.standing.panelTests !== null &&
      one.standing.panelTests.failed > 0 &&
      margin(one) >= -LEVEL_LOG_ODDS,
  );
  return equals.length === 0
    ? null
    : {
        reason:
          'only tests that a model wrote from the task favour the likeliest candidate, and no second author passes them',
        left: [first, ...equals.filter((one) => margin(one) > LEVEL_LOG_ODDS)],
        settle: ['whether those tests ask for the right thing: read them', SETTLE.proof],
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
  if (hasProof(first) || agreement > LEVEL_LOG_ODDS || probability >= LIKELY) return null;
  const level = ranked.filter(
    (one) =>
      isAnotherChange(first, one) &&
      !isAlike(first.standing, one.standing) &&
      Math.abs(scoreOf(one, false) - scoreOf(first, false)) <= LEVEL_LOG_ODDS,
  );
  return level.length === 0
    ? null
    : {
        reason: 'nothing that was measured distinguishes the likeliest candidates',
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
export const OBJECTIONS: readonly Objects[] = [
  isUnproven,
  agreementDiffers,
  leavesTestFailing,
  breaksWhatAnotherKeeps,
  passSameTests,
  isOneOfTwoSides,
  holdsOnlyOnTests,
  onlyItsOwnTest,
  failsTestOfEqual,
  onlyWrittenTests,
  isOneOfTwins,
  panelDisagrees,
  cannotBeToldApart,
  isMoreThanNeeded,
];

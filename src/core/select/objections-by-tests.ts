import { isProven } from './contender.ts';
import type { Objects } from './objection.ts';
import { isAlike } from './other-inputs.ts';
import { SETTLE } from './what-settles.ts';

/** A test of the base is no candidate's opinion, so one that leaves it failing is not named; only hidden tests outweigh it. */
export const leavesTestFailing: Objects = (first, { ranked }) => {
  const { missesFixesOf, fixed, hidden } = first.standing;
  const others = ranked.filter(
    ({ standing }) => missesFixesOf.includes(standing.name) && standing.fixed >= fixed,
  );
  return hidden === 'fixes' || others.length === 0
    ? null
    : {
        reason: 'a failing test of the base passes with another candidate, and not with the likeliest',
        left: [first, ...others],
        settle: [SETTLE.difference, SETTLE.reading],
      };
};

/**
 * Most authors break a test of the base, which excuses it; but another candidate, which passes as much, shows that the
 * task can be done without. A majority may be wrong in the same way.
 */
export const breaksWhatAnotherKeeps: Objects = (first, { ranked }) => {
  const { breaksTestsOf, fixed, confirmed, hidden } = first.standing;
  const keepers = ranked.filter(
    (one) =>
      breaksTestsOf.includes(one.standing.name) &&
      isProven(one) &&
      one.standing.fixed >= fixed &&
      one.standing.confirmed.passed >= confirmed.passed &&
      one.standing.confirmed.failed <= confirmed.failed,
  );
  return hidden === 'fixes' || keepers.length === 0
    ? null
    : {
        reason:
          'the likeliest candidate breaks a test of the base, and another one passes as much and keeps it',
        left: [first, ...keepers],
        settle: ['whether that test has to change: read it', SETTLE.difference],
      };
};

/** Two sides of equally many authors: their order, or their names, would decide whose tests are right. */
export const isOneOfTwoSides: Objects = (first, { rivals }) => {
  const { author, hidden, opposed } = first.standing;
  const others = rivals.filter(
    ({ standing }) => standing.opposed && standing.author !== author && !isAlike(first.standing, standing),
  );
  return hidden === 'fixes' || !opposed || others.length === 0
    ? null
    : {
        reason:
          'equally many authors fail each other’s tests, and nothing that was measured shows which are right',
        left: [first, ...others],
        settle: ['which of these tests ask for the right thing: read them', SETTLE.difference],
      };
};

import type { Estimate } from './probability.ts';
import type { Standing } from './standing.ts';

/** `place`: in the documented order. */
export type Contender = { readonly standing: Standing; readonly estimate: Estimate; readonly place: number };

/** Candidates closer than this are equally likely: the documented order decides between them. */
export const LEVEL_LOG_ODDS = 0.05;

/** A test that fails on the base passes with it, and not only a test of its own author. */
export const isProven = ({ standing: { fixed, confirmed, hidden } }: Contender): boolean =>
  fixed > 0 || confirmed.passed > 0 || hidden === 'fixes';

export const hasProof = (one: Contender): boolean => isProven(one) || one.standing.claims;

/** Among equally proven candidates, agreement of code does not count: the documented order decides. */
export const scoreOf = (one: Contender, proofDecides: boolean): number =>
  proofDecides ? one.estimate.evidence : one.estimate.evidence + one.estimate.agreement;

/** It passes every failing test of the base and every hidden test that the other does, and more. */
export const fixesMore = (one: Contender, other: Contender): boolean =>
  other.standing.missesFixesOf.includes(one.standing.name) &&
  !one.standing.missesFixesOf.includes(other.standing.name);

/** Proven only by tests that candidates could read. */
export const isProvenByReadTests = ({ standing: { fixed, confirmed, hidden, panel } }: Contender): boolean =>
  fixed > 0 && confirmed.passed === 0 && hidden !== 'fixes' && panel === null;

import { excusedTests } from '../decide/contested-tests.ts';
import { type CrossExamined, crossExamined } from '../decide/cross-examination.ts';
import { activeFlags, integrityGate } from './integrity.ts';
import {
  failingOnBase,
  fixableTests,
  fixedTests,
  hiddenDropped,
  hiddenFixed,
  isEnough,
  progressIsRequired,
  type Progress,
  progressOf,
} from '../decide/progress.ts';
import { rewrittenTests } from '../decide/rewritten-tests.ts';
import { raiseRunFlags } from '../decide/raise-run-flags.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { Flag } from '../domain/flags/flag.ts';
import type { TrustPolicy } from '../domain/policy/trust-policy.ts';
import { type Authors, authorsOf } from '../select/authors.ts';

/** The interpretation of one candidate's evidence. */
export type Belief = {
  readonly flags: readonly Flag[];
  readonly progress: Progress;
  readonly fixed: number;
  /** Its proven tests that the base does not have: edited ones earn no bonus. */
  readonly proven: number;
  readonly cross: CrossExamined;
  /** Base tests that it breaks and replaces by tests that fail on the base. */
  readonly rewritten: readonly string[];
  /** Further gates that are closed: name → sentence. */
  readonly blocking: Readonly<Record<string, string>>;
};

export type Beliefs = {
  readonly of: ReadonlyMap<string, Belief>;
  readonly excused: readonly string[];
  /** Those of them that most authors break, as opposed to those that the user allows them to break. */
  readonly contested: readonly string[];
  /** Tests that count for no candidate. */
  readonly aside: ReadonlySet<string>;
  readonly required: boolean;
  readonly authors: Authors;
};

const NOT_EXAMINED: CrossExamined = {
  passed: 0,
  failed: 0,
  corroborated: 0,
  contradicted: false,
  claims: false,
  refutedBy: 0,
  tied: false,
  unsure: false,
  failsClaimsOf: 0,
  claimants: [],
};

const hiddenGate = (one: Evidence, captured: Captured): string | null => {
  const { hidden } = one;
  if (hidden === undefined) return null;
  if (!hidden.known)
    return hidden.cause === 'not-configured' ? null : `no result of the hidden tests: ${hidden.reason}`;
  const { failed, passed } = hidden.value;
  const dropped = hiddenDropped(one, captured).length;
  if (failed.length > 0) return `${failed.length} of ${failed.length + passed.length} hidden tests fail`;
  return dropped === 0
    ? null
    : dropped === 1
      ? 'one hidden test ran on the base and does not run with it'
      : `${dropped} hidden tests ran on the base and do not run with it`;
};

/** Tests of the base and hidden ones that should show it, where only its own do. */
const givenTests = ({ confirmation, hidden }: Captured, failing: number): string => {
  if (failing === 0)
    return hidden === undefined && confirmation === 'inputs'
      ? 'no test of the base fails, and no hidden tests were given'
      : 'none of the hidden tests does';
  if (failing === 1 && confirmation === 'inputs') return 'the failing test of the base does not';
  return `none of the ${failing} failing ${failing === 1 ? 'test' : 'tests'} of the base does`;
};

type Progressed = {
  readonly one: Evidence;
  readonly progress: Progress;
  readonly examined: CrossExamined;
};

/** Earlier engines said of tests without a result that none passes. */
const withoutProgress = (
  captured: Captured,
  { one: { tests, matrix }, progress, examined }: Progressed,
  failing: number,
): string => {
  const who = (matrix?.proven.length ?? 0) > 0 ? 'it' : 'another candidate of its author';
  if (progress !== 'none')
    return `only tests that ${who} brings fail on the base and pass with it; ${givenTests(captured, failing)}`;
  if (examined.contradicted) return `no candidate of another author passes the tests that ${who} brings`;
  return tests.known || captured.confirmation !== 'inputs'
    ? 'no test that fails on the base passes with it'
    : `its tests have no result: ${tests.reason}`;
};

const opinionsIn = (evidence: readonly Evidence[]): number =>
  new Set(evidence.map(({ pinned, tree }) => pinned?.tree ?? tree)).size;

const gates = (entries: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== null));

const outcomesOnBase = ({ baseline: { tests } }: Captured): Readonly<Record<string, string>> =>
  tests.known ? (tests.value.outcomes ?? {}) : {};

const newlyProven = (captured: Captured, { matrix }: Evidence): number => {
  const known = outcomesOnBase(captured);
  return (matrix?.proven ?? []).filter((id) => !Object.hasOwn(known, id)).length;
};

/** Whether a candidate changes a file with a test that fails on the base. */
const changesFailingTests = (
  { baseline: { tests }, evidence }: Captured,
  failing: readonly string[],
): boolean => {
  const files = tests.known ? (tests.value.files ?? {}) : {};
  const wanted = new Set(failing.flatMap((id) => (Object.hasOwn(files, id) ? [files[id]] : [])));
  return evidence.some(({ pinned }) => pinned?.apart.some((path) => wanted.has(path)) ?? false);
};

/** A candidate that changes only the harness and leaves fewer or weaker tests has only removed something. */
const lostTests = ({ base }: Captured, { pinned }: Evidence, flags: readonly Flag[]): string | null => {
  if (pinned?.tree !== base.tree) return null;
  const lost = flags.find(({ id }) => id === 'test-deleted' || id === 'test-weakened');
  return lost === undefined ? null : `${lost.id}: ${lost.sentence} Nothing but tests is changed.`;
};

/** Candidates blocked for cheating do not count as witnesses: ignore their results and their tests. */
const witnessesIn = (evidence: readonly Evidence[], stopped: ReadonlySet<string>): Evidence[] =>
  evidence
    .filter(({ candidate }) => !stopped.has(candidate.name))
    .map(({ matrix, ...one }) =>
      matrix === undefined
        ? one
        : { ...one, matrix: { ...matrix, cross: matrix.cross.filter(({ author }) => !stopped.has(author)) } },
    );

/** Tests of the base that the user allows candidates to break. */
const allowedTests = (captured: Captured, trust: TrustPolicy | undefined): readonly string[] => {
  const known = outcomesOnBase(captured);
  return (trust?.allowed_test_changes ?? []).filter((id) => Object.hasOwn(known, id));
};

/**
 * A base test need not change if some candidate passes it and also makes failing or hidden tests of the base pass.
 */
const mustChange = (
  captured: Captured,
  failing: readonly string[],
  witnesses: readonly Evidence[],
): ((id: string) => boolean) => {
  const able = witnesses.filter((one) => fixedTests(failing, one).length + hiddenFixed(one, captured) > 0);
  return (id) =>
    !able.some(({ tests }) => {
      const { outcomes = {} } = tests.known ? tests.value : {};
      return Object.hasOwn(outcomes, id) && outcomes[id] === 'passed';
    });
};

/** Runs of earlier engines, which have no sketch, keep their order. */
export const claimsFailed = ({ sketch }: Evidence, { cross }: Belief): number =>
  sketch === undefined ? 0 : cross.failsClaimsOf;

const authorsIn = (evidence: readonly Evidence[]): Authors =>
  authorsOf(
    evidence.map(({ candidate, sketch, pinned, tree }) => ({
      name: candidate.name,
      author: candidate.provenance.author,
      sketch,
      source: pinned?.tree ?? tree,
    })),
  );

/** Which candidates may win, and by which tests: integrity, progress and cross-examination, before any score. */
export const weighEvidence = (captured: Captured, trust: TrustPolicy | undefined): Beliefs => {
  const { evidence, quarantined = [] } = captured;
  const flagged = evidence.map((one) => {
    const flags = activeFlags([...one.flags, ...raiseRunFlags(captured, one)], trust);
    return { one, flags, stopped: integrityGate(flags, trust) };
  });
  const cheaters = flagged.flatMap(({ one, stopped }) => (stopped === null ? [] : [one.candidate.name]));
  const authors = authorsIn(evidence);
  const witnesses = { ...captured, evidence: witnessesIn(evidence, new Set(cheaters)) };
  const [broken, allowed] = [excusedTests(witnesses, authors), allowedTests(captured, trust)];
  const excused = new Set([...broken, ...allowed]);
  const aside = new Set([...quarantined, ...excused]);
  const failing = failingOnBase(captured, aside);
  const cross = crossExamined(witnesses, authors, aside);
  const seen = flagged.map((each) => {
    const examined = cross.get(each.one.candidate.name) ?? NOT_EXAMINED;
    return { ...each, examined, progress: progressOf(captured, failing, each.one, examined) };
  });
  const field = {
    failing: fixableTests(captured, failing).length,
    shown: seen.some(({ progress, stopped }) => progress === 'shown' && stopped === null),
    shownByGivenTests: seen.some(
      ({ one, stopped }) =>
        stopped === null && fixedTests(failing, one).length + hiddenFixed(one, captured) > 0,
    ),
    opinions: opinionsIn(evidence),
    reached: cheaters.length > 0 || changesFailingTests(captured, failing),
  };
  const required = captured.controls !== undefined && progressIsRequired(trust?.requires_progress, field);
  const isNeeded = mustChange(captured, failing, witnesses.evidence);
  const of = new Map(
    seen.map(({ one, flags, examined, progress, stopped }): [string, Belief] => [
      one.candidate.name,
      {
        flags,
        progress,
        fixed: fixedTests(failing, one).length,
        proven: newlyProven(captured, one),
        cross: examined,
        rewritten: rewrittenTests(one, aside).filter(isNeeded),
        blocking: gates({
          integrity: stopped ?? lostTests(captured, one, flags),
          progress:
            required && !isEnough(progress, field)
              ? withoutProgress(captured, { one, progress, examined }, failing.length)
              : null,
          hidden: hiddenGate(one, captured),
        }),
      },
    ]),
  );
  const contested = [...broken].filter((id) => !allowed.includes(id));
  return { of, excused: [...excused].sort(), contested, aside, required, authors };
};

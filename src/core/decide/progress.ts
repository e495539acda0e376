import { WHOLE_COMMAND } from '../domain/check/test-report.ts';
import type { Captured, Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Flag } from '../domain/flags/flag.ts';
import { EDITED_EXAMPLE, isEditedInSource } from '../domain/flags/source-tests.ts';
import type { CrossExamined } from './cross-examination.ts';

/** `shown`: by a test of the base, of another author or hidden. `claimed`: by tests of its own author alone. */
export type Progress = 'shown' | 'claimed' | 'none';

const outcomesOf = ({ tests }: TreeEvidence): Readonly<Record<string, string>> =>
  tests.known ? (tests.value.outcomes ?? {}) : {};

export const failingOnBase = (captured: Captured, aside: ReadonlySet<string>): readonly string[] => {
  const outcomes = outcomesOf(captured.baseline);
  return Object.keys(outcomes).filter((id) => outcomes[id] === 'failed' && !aside.has(id));
};

const isWholePart = (id: string): boolean => id.endsWith(` > ${WHOLE_COMMAND}`);

/**
 * Those that a candidate can be asked to fix. Where other projects name their tests, one that only an exit code tells of
 * may fail for a linter, a browser or the tests of the others. Earlier engines asked for it.
 */
export const fixableTests = (captured: Captured, failing: readonly string[]): readonly string[] => {
  const isNamed = Object.keys(outcomesOf(captured.baseline)).some((id) => !isWholePart(id));
  return isNamed && captured.confirmation === 'inputs' ? failing.filter((id) => !isWholePart(id)) : failing;
};

const filesOf = ({ tests }: TreeEvidence): Readonly<Record<string, string>> =>
  tests.known ? (tests.value.files ?? {}) : {};

/** Those of tests that ran as the candidate has them: where the base's ran, an edit says nothing. */
const unpinned = ({ flags, pinned }: Evidence): readonly Flag[] => {
  const [tests, examples] = [new Set(pinned?.inside), new Set(pinned?.examples)];
  return flags.filter(({ rule, file = '' }) => !(rule === EDITED_EXAMPLE ? examples : tests).has(file));
};

/** Tests that fail on the base and pass now, in the base's version. */
export const fixedTests = (failing: readonly string[], one: Evidence): readonly string[] => {
  const [now, flags] = [outcomesOf(one), unpinned(one)];
  return failing.filter(
    (id) =>
      Object.hasOwn(now, id) &&
      now[id] === 'passed' &&
      !isEditedInSource(flags, { id, file: filesOf(one)[id] }),
  );
};

/**
 * Hidden tests that pass on the base; null: it is not known which. If they give no result there because they do not
 * compile, none passes; earlier engines gave candidates nothing for that.
 */
const hiddenPassed = ({ hidden, confirmation }: Captured): ReadonlySet<string> | null => {
  if (hidden === undefined) return null;
  if (hidden.known) return new Set(hidden.value.passed);
  return hidden.cause === 'candidate' && confirmation === 'inputs' ? new Set() : null;
};

export const hiddenFixed = (one: Evidence, captured: Captured): number => {
  const [before, own] = [hiddenPassed(captured), one.hidden];
  if (before === null || own === undefined || !own.known) return 0;
  return own.value.passed.filter((id) => !before.has(id)).length;
};

const CONTAINS = /^(?: > |::|[./])/;

/** Hidden tests that ran on the base and not with it: source code can skip the tests that it would fail. */
export const hiddenDropped = (one: Evidence, captured: Pick<Captured, 'hidden'>): readonly string[] => {
  const [base, own] = [captured.hidden, one.hidden];
  if (base === undefined || own === undefined || !base.known || !own.known) return [];
  const { passed, failed, skipped } = own.value;
  const [ran, skippedIds] = [new Set([...passed, ...failed]), new Set(skipped)];
  // A file that cannot be loaded on the base is reported there in place of its tests.
  const isOpened = (id: string): boolean =>
    [...ran, ...skippedIds].some((other) => other.startsWith(id) && CONTAINS.test(other.slice(id.length)));
  return [...base.value.passed, ...base.value.failed].filter(
    (id) => !ran.has(id) && (skippedIds.has(id) || !isOpened(id)),
  );
};

/** Whether hidden tests are skipped with it that are not known to be skipped on the base. */
export const hiddenSkips = (one: Evidence, captured: Pick<Captured, 'hidden'>): boolean => {
  const usual = new Set(captured.hidden?.known === true ? captured.hidden.value.skipped : []);
  return one.hidden?.known === true && one.hidden.value.skipped.some((id) => !usual.has(id));
};

export const progressOf = (
  captured: Captured,
  failing: readonly string[],
  one: Evidence,
  cross: CrossExamined | undefined,
): Progress => {
  const others = (cross?.passed ?? 0) + (cross?.corroborated ?? 0);
  if (fixedTests(failing, one).length > 0 || others > 0 || hiddenFixed(one, captured) > 0) return 'shown';
  // Runs of earlier engines keep their results: there, tests that another candidate of its author brings did not count.
  const sharesClaims = captured.confirmation === 'inputs' && cross?.claims === true;
  const claims = (one.matrix?.proven.length ?? 0) > 0 || sharesClaims;
  return claims && cross?.contradicted !== true ? 'claimed' : 'none';
};

type Field = {
  readonly failing: number;
  /** A candidate that is not blocked shows progress. */
  readonly shown: boolean;
  /** It does so with tests of the base or hidden tests, which every candidate has to pass. */
  readonly shownByGivenTests: boolean;
  /** Different sources in the field. */
  readonly opinions: number;
  /** A candidate changes a test that fails on the base, or is blocked for cheating. */
  readonly reached: boolean;
};

/**
 * Unless the policy sets it: once one candidate shows progress, all must. If the base has failing tests, a single
 * candidate must show progress, and so must every candidate of a field in which one changes these tests. Failing tests
 * that a whole field leaves alone are assumed to fail because of their environment.
 */
export const progressIsRequired = (
  wanted: boolean | undefined,
  { failing, shown, opinions, reached }: Field,
): boolean => wanted ?? (shown || (failing > 0 && (opinions === 1 || reached)));

/**
 * Tests that candidates bring do not bind other candidates, since a feature may have different names: a proven test of
 * its own is then enough.
 */
export const isEnough = (progress: Progress, { shownByGivenTests, opinions }: Field): boolean =>
  progress === 'shown' || (progress === 'claimed' && !shownByGivenTests && opinions > 1);

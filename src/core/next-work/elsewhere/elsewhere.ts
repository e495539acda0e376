import type { RunPolicy } from '../../conclude/score-captured.ts';
import { BASELINE } from '../../domain/evidence/baseline.ts';
import type { TestReport } from '../../domain/check/test-report.ts';
import type { Evidence, TreeEvidence } from '../../domain/evidence/evidence.ts';
import type { Control, Elsewhere } from '../../domain/evidence/matrix.ts';
import { type Measured, measured, missing } from '../../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctTrees,
  namedTests,
  provenFiles,
  sourceOf,
  withControl,
  withItsRuns,
  withRuns,
  withTree,
} from '../captured-so-far.ts';
import type { Inquiry } from '../inquiry.ts';
import { contenders } from '../may-win.ts';
import type { QuestionOf } from '../question.ts';

/** If more of the base's tests change there, the project cannot run there, and nothing can be compared. */
const MOST_CHANGED = { tests: 5, share: 0.2, ofFew: 0.5 };

const isTooMany = (changed: number, all: number): boolean =>
  changed > all * MOST_CHANGED.ofFew || changed > Math.max(MOST_CHANGED.tests, all * MOST_CHANGED.share);

/** A finished run that examined other surroundings has a result for the base. */
const isWanted = ({ examination, elsewhere: base }: CapturedSoFar, { trust }: RunPolicy): boolean =>
  trust?.examine_elsewhere !== false && (examination !== undefined || base !== undefined);

/** Files of tests that a candidate brings and that count for it; empty: none do. */
export const ownFiles = (captured: CapturedSoFar, one: Evidence): readonly string[] | 'all' => {
  if ((one.matrix?.proven.length ?? 0) === 0) return [];
  const files = provenFiles(captured, one);
  return files.length === 0 ? 'all' : files;
};

/** For candidates that may win, and the base once: a test that passes in one place only is not evidence. */
export const elsewhere: Inquiry<'elsewhere'> = {
  kind: 'elsewhere',
  report: {
    describe: ({ candidate }, whyRuledOut) => ({
      question: 'tests in other surroundings',
      why: whyRuledOut(candidate),
    }),
    contendersOnly: true,
  },
  ask: (captured, policy) => {
    if (!isWanted(captured, policy) || namedTests(captured.baseline) === null) return [];
    const { base, elsewhere: seen } = captured;
    return [
      ...(seen === undefined
        ? [{ kind: 'elsewhere' as const, candidate: BASELINE, tree: base.tree, own: [] }]
        : []),
      ...distinctTrees(contenders(captured, policy))
        .filter((one) => one.elsewhere === undefined && namedTests(one) !== null)
        .map((one) => ({
          kind: 'elsewhere' as const,
          candidate: one.candidate.name,
          tree: one.tree,
          own: ownFiles(captured, one),
        }))
        .filter(({ tree, own }) => own.length > 0 || sourceIn(captured, tree) !== base.tree),
    ];
  },
};

export const dateVaries = ({ isolation }: CapturedSoFar): boolean => isolation.dates?.varied === true;

const askAgain = <K extends 'elsewhere-today' | 'elsewhere-moved'>(captured: CapturedSoFar, kind: K) => [
  { kind, candidate: BASELINE, tree: captured.base.tree, own: [] as readonly string[] },
  ...distinctTrees(captured.evidence)
    .filter((one) => one.elsewhere?.known === false)
    .map((one) => ({ kind, candidate: one.candidate.name, tree: one.tree, own: ownFiles(captured, one) })),
];

/** A base whose tests depend on the date, or fail with the library that changes it, can be compared without. */
export const elsewhereToday: Inquiry<'elsewhere-today'> = {
  kind: 'elsewhere-today',
  ask: (captured) => {
    const { elsewhere: seen, examination } = captured;
    return examination === undefined || seen?.known !== false || !dateVaries(captured)
      ? []
      : askAgain(captured, 'elsewhere-today');
  },
};

/** A base whose tests depend on their order or the clock can still be compared at another path, as another user. */
export const elsewhereMoved: Inquiry<'elsewhere-moved'> = {
  kind: 'elsewhere-moved',
  ask: (captured) => {
    const { elsewhere: seen, examination } = captured;
    return examination === undefined || seen?.known !== false ? [] : askAgain(captured, 'elsewhere-moved');
  },
};

const evidenceOn = ({ evidence }: CapturedSoFar, tree: string): Evidence | undefined =>
  evidence.find((one) => one.tree === tree);

const sourceIn = (captured: CapturedSoFar, tree: string): string | undefined => {
  const one = evidenceOn(captured, tree);
  return one === undefined ? undefined : sourceOf(one);
};

export const outcomeIn = ({ outcomes = {} }: TestReport, id: string): string | undefined =>
  Object.hasOwn(outcomes, id) ? outcomes[id] : undefined;

const idsOf = ({ outcomes = {} }: TestReport): readonly string[] => Object.keys(outcomes).sort();

export const ELSEWHERE = 'elsewhere';

const settled = (applied: boolean, reason: string): Control => ({
  id: ELSEWHERE,
  state: applied ? 'applied' : 'not-applied',
  reason,
});

export const foundThere = (changed: number, { place }: Pick<Elsewhere, 'place'> = {}): Control => {
  const found = changed === 0 ? 'no test changed' : `${changed} changed and are not compared there`;
  const where = place === 'moved' ? AT_ANOTHER_PLACE : 'in other surroundings';
  return settled(true, `the base's tests ran ${where}: ${found}`);
};

const AT_ANOTHER_PLACE =
  'at another place, but with the usual clock, order and seed, without which too many of them change';

const DATE = 'date';

/** Whether tests ran on another date; nothing is reported for runs that had no choice of dates. */
const dateControl = (
  { isolation: { dates } }: CapturedSoFar,
  result: Measured<Elsewhere>,
): readonly Control[] => {
  if (dates === undefined || !result.known) return [];
  const not = (reason: string): readonly Control[] => [
    { id: DATE, state: 'not-applied', reason: `tests ran on the usual date only: ${reason}` },
  ];
  if (!dates.varied) return not(dates.detail);
  if (result.value.place !== undefined) return not('too many tests of the base change on another');
  return [{ id: DATE, state: 'applied', reason: 'tests ran on another date too, months ahead' }];
};

/** Nothing ran there, for this reason. */
export const elsewhereLeftOut = (captured: CapturedSoFar, reason: string): CapturedSoFar => ({
  ...captured,
  elsewhere: missing('not-configured', reason),
  controls: withControl(captured, settled(false, reason)),
});

/** Tests of the base that cannot be compared in other surroundings. */
export const notCompared = ({ elsewhere: base, quarantined = [] }: CapturedSoFar): readonly string[] => {
  if (base?.known !== true) return quarantined;
  const { changed, moved = [], otherwise = [], dated = [] } = base.value;
  return [...quarantined, ...changed, ...moved, ...otherwise, ...dated];
};

/**
 * A test that changes on the base depends on order, time or place, and is not compared there. If it passes on the base
 * as usual, a candidate that breaks it as usual still breaks it; otherwise it counts for no candidate.
 */
const addBase = (
  captured: CapturedSoFar,
  seen: TreeEvidence | undefined,
  { place }: Pick<Elsewhere, 'place'>,
): CapturedSoFar => {
  const first = namedTests(captured.baseline);
  const there = namedTests(seen);
  const done = (result: Measured<Elsewhere>, control: Control, flaky: readonly string[]): CapturedSoFar => ({
    ...withItsRuns(captured, BASELINE, seen),
    elsewhere: result,
    quarantined: [...new Set([...(captured.quarantined ?? []), ...flaky])],
    controls: [...withControl(captured, control), ...dateControl(captured, result)],
  });
  const not = (reason: string): CapturedSoFar =>
    done(missing('not-configured', reason), settled(false, reason), []);
  if (first === null || there === null)
    return not(
      seen === undefined || seen.tests.known
        ? 'the tests of the base give no results by id there'
        : `the tests of the base give no result there: ${seen.tests.reason}`,
    );
  const known = new Set(captured.quarantined);
  const ids = idsOf(first).filter((id) => !known.has(id));
  const changed = ids.filter((id) => outcomeIn(first, id) !== outcomeIn(there, id));
  if (isTooMany(changed.length, ids.length))
    return not(`${changed.length} of ${ids.length} tests of the base change there`);
  const found = { changed, ...(place === undefined ? {} : { place }) };
  return done(
    measured(found),
    foundThere(changed.length, found),
    changed.filter((id) => outcomeIn(first, id) !== 'passed'),
  );
};

/** The ids that do not pass; in a run that the candidate broke, none does. */
export const notPassing = (
  ids: readonly string[],
  seen: TreeEvidence | undefined,
): readonly string[] | null => {
  if (seen === undefined) return null;
  if (!seen.tests.known) return seen.tests.cause === 'candidate' ? ids : null;
  const report = seen.tests.value;
  return report.outcomes === undefined ? null : ids.filter((id) => outcomeIn(report, id) !== 'passed');
};

type SeenElsewhere = {
  readonly suite: TreeEvidence | undefined;
  /** Absent: it brings no proven test. */
  readonly own?: TreeEvidence | undefined;
};

/** Kinds of questions that run all tests in other surroundings. */
export type ElsewhereKind = 'elsewhere' | 'elsewhere-today' | 'elsewhere-moved';

const lost = missing('infrastructure', 'the tests could not be run in other surroundings');

const compare = (captured: CapturedSoFar, one: Evidence, seen: SeenElsewhere): Measured<Elsewhere> => {
  const { elsewhere: base } = captured;
  if (base?.known === false) return missing(base.cause, base.reason);
  const report = namedTests(one);
  const aside = new Set(notCompared(captured));
  const passing =
    report === null ? [] : idsOf(report).filter((id) => outcomeIn(report, id) === 'passed' && !aside.has(id));
  const changed = notPassing(passing, seen.suite);
  const proven = (one.matrix?.proven ?? []).filter((id) => !aside.has(id));
  const changedOwn = seen.own === undefined ? [] : notPassing(proven, seen.own);
  if (changed === null || changedOwn === null) return lost;
  return measured({
    changed: [...changed],
    ...(changedOwn.length === 0 ? {} : { changedOwn: [...changedOwn] }),
  });
};

const PLACE_KEPT: Readonly<Record<ElsewhereKind, Pick<Elsewhere, 'place'>>> = {
  elsewhere: {},
  'elsewhere-today': { place: 'elsewhere' },
  'elsewhere-moved': { place: 'moved' },
};

export const addElsewhere = (
  captured: CapturedSoFar,
  { kind, candidate, tree }: QuestionOf<ElsewhereKind>,
  seen: SeenElsewhere,
): CapturedSoFar => {
  if (candidate === BASELINE) return addBase(captured, seen.suite, PLACE_KEPT[kind]);
  const kept = withRuns(withItsRuns(captured, candidate, seen.suite), candidate, seen.own);
  return withTree(kept, tree, (one) => ({ ...one, elsewhere: compare(captured, one, seen) }));
};

import { BASELINE } from '../domain/evidence/baseline.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import { measured } from '../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctTrees,
  filesOf,
  namedTests,
  withRuns,
  withTree,
} from './captured-so-far.ts';
import {
  foundThere,
  notCompared,
  notPassing,
  outcomeIn,
  ownFiles,
  withElsewhereControl,
} from './elsewhere.ts';
import type { Inquiry } from './inquiry.ts';
import type { ChangedTests, QuestionOf } from './question.ts';

const testsOf = (report: TestReport | null, ids: readonly string[]): ChangedTests | null => {
  if (ids.length === 0) return null;
  const files = report === null ? [] : filesOf(report, ids);
  return { ids, files: files.length === 0 ? null : files };
};

const placeOf = ({ elsewhere }: CapturedSoFar): Pick<QuestionOf<'elsewhere-again'>, 'place'> =>
  elsewhere?.known === true && elsewhere.value.place !== undefined ? { place: elsewhere.value.place } : {};

/** The base once more with all suspected tests: a test that fails there on the base counts for no candidate. */
const ofBase = (
  captured: CapturedSoFar,
  questions: readonly QuestionOf<'elsewhere-again'>[],
): readonly QuestionOf<'elsewhere-again'>[] => {
  const { base, baseline } = captured;
  const ids = [...new Set(questions.flatMap(({ suite }) => suite?.ids ?? []))].sort();
  const suite = testsOf(namedTests(baseline), ids);
  return suite === null
    ? []
    : [
        {
          kind: 'elsewhere-again',
          candidate: BASELINE,
          tree: base.tree,
          suite,
          own: null,
          ...placeOf(captured),
        },
      ];
};

/** Rules out chance, and finds out what the change depends on. */
export const elsewhereAgain: Inquiry<'elsewhere-again'> = {
  kind: 'elsewhere-again',
  ask: (captured) => {
    const questions = distinctTrees(captured.evidence).flatMap((one) => {
      if (one.elsewhere?.known !== true || one.elsewhere.value.moved !== undefined) return [];
      const { changed, changedOwn = [] } = one.elsewhere.value;
      const suite = testsOf(namedTests(one), changed);
      const files = ownFiles(captured, one);
      const own = changedOwn.length === 0 ? null : { ids: changedOwn, files: files === 'all' ? null : files };
      const { name: candidate } = one.candidate;
      return suite === null && own === null
        ? []
        : [{ kind: 'elsewhere-again' as const, candidate, tree: one.tree, suite, own, ...placeOf(captured) }];
    });
    return [...ofBase(captured, questions), ...questions];
  },
};

/** The same tests in the usual surroundings, in others, and with only the place changed. */
export type SeenAgain = {
  readonly usual: TreeEvidence | undefined;
  readonly elsewhere: TreeEvidence | undefined;
  readonly moved: TreeEvidence | undefined;
};

const without = (ids: readonly string[], gone: readonly string[] | null): readonly string[] => {
  const known = new Set(gone ?? ids);
  return ids.filter((id) => !known.has(id));
};

const attribute = (tests: ChangedTests | null, seen: SeenAgain | undefined, aside: readonly string[]) => {
  if (tests === null || seen === undefined) return { moved: [], otherwise: [] };
  const counting = without(tests.ids, aside);
  const steady = without(counting, notPassing(counting, seen.usual));
  const gone = notPassing(steady, seen.elsewhere) ?? [];
  const moved = notPassing(gone, seen.moved) ?? [];
  return { moved, otherwise: without(gone, moved) };
};

const addBaseAgain = (
  captured: CapturedSoFar,
  tests: ChangedTests | null,
  seen: SeenAgain | undefined,
): CapturedSoFar => {
  const { elsewhere: base } = captured;
  const first = namedTests(captured.baseline);
  if (base?.known !== true || first === null || tests === null || seen === undefined) return captured;
  const ids = tests.ids.filter((id) => outcomeIn(first, id) === 'passed');
  const moved = notPassing(ids, seen.moved) ?? [];
  const otherwise = without(notPassing(ids, seen.elsewhere) ?? [], moved);
  const unsteady = [...moved, ...otherwise];
  if (unsteady.length === 0) return captured;
  return {
    ...captured,
    elsewhere: measured({ ...base.value, moved: [...moved], otherwise: [...otherwise] }),
    controls: withElsewhereControl(
      captured,
      foundThere(base.value.changed.length + unsteady.length, base.value),
    ),
  };
};

export const addElsewhereAgain = (
  captured: CapturedSoFar,
  { candidate, tree, suite, own, place }: QuestionOf<'elsewhere-again'>,
  all: { readonly suite?: SeenAgain; readonly own?: SeenAgain },
): CapturedSoFar => {
  const there = (each: SeenAgain | undefined): SeenAgain | undefined =>
    each === undefined || place === undefined ? each : { ...each, elsewhere: each.moved };
  const seen = { suite: there(all.suite), own: there(all.own) };
  const runs = [all.suite, all.own].flatMap((each) =>
    each === undefined ? [] : [each.usual, each.elsewhere, each.moved],
  );
  const kept = runs.reduce((next: CapturedSoFar, run) => withRuns(next, candidate, run), captured);
  if (candidate === BASELINE) return addBaseAgain(kept, suite, seen.suite);
  const aside = notCompared(captured);
  const found = [attribute(suite, seen.suite, aside), attribute(own, seen.own, aside)];
  const of = (key: 'moved' | 'otherwise') => [...new Set(found.flatMap((each) => each[key]))].sort();
  return withTree(kept, tree, (one) =>
    one.elsewhere?.known === true
      ? {
          ...one,
          elsewhere: measured({ ...one.elsewhere.value, moved: of('moved'), otherwise: of('otherwise') }),
        }
      : one,
  );
};

import { BASELINE } from '../../domain/evidence/baseline.ts';
import type { TestReport } from '../../domain/check/test-report.ts';
import type { TreeEvidence } from '../../domain/evidence/evidence.ts';
import type { Elsewhere } from '../../domain/evidence/matrix.ts';
import { measured } from '../../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctTrees,
  filesOf,
  namedTests,
  withControl,
  withRuns,
  withTree,
} from '../captured-so-far.ts';
import { dateVaries, foundThere, notCompared, notPassing, outcomeIn, ownFiles } from './elsewhere.ts';
import type { Inquiry } from '../inquiry.ts';
import type { ChangedTests, QuestionOf } from '../question.ts';

const testsOf = (report: TestReport | null, ids: readonly string[]): ChangedTests | null => {
  if (ids.length === 0) return null;
  const files = report === null ? [] : filesOf(report, ids);
  return { ids, files: files.length === 0 ? null : files };
};

const placeOf = (captured: CapturedSoFar): Pick<QuestionOf<'elsewhere-again'>, 'place' | 'dated'> => {
  const { elsewhere } = captured;
  if (elsewhere?.known === true && elsewhere.value.place !== undefined)
    return { place: elsewhere.value.place };
  return dateVaries(captured) ? { dated: true } : {};
};

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

/** The same tests in the usual surroundings, in others, and with less of them changed. */
export type SeenAgain = {
  readonly usual: TreeEvidence | undefined;
  readonly elsewhere: TreeEvidence | undefined;
  readonly moved: TreeEvidence | undefined;
  /** With all but the date changed; absent: the date was not changed. */
  readonly today?: TreeEvidence | undefined;
};

const without = (ids: readonly string[], gone: readonly string[] | null): readonly string[] => {
  const known = new Set(gone ?? ids);
  return ids.filter((id) => !known.has(id));
};

/** What tests that do not pass there depend on: the place, the date, or the rest. */
const causesOf = (gone: readonly string[], seen: SeenAgain) => {
  const moved = notPassing(gone, seen.moved) ?? [];
  const rest = without(gone, moved);
  const otherwise = seen.today === undefined ? rest : (notPassing(rest, seen.today) ?? rest);
  return { moved, otherwise, dated: without(rest, otherwise) };
};

const attribute = (tests: ChangedTests | null, seen: SeenAgain | undefined, aside: readonly string[]) => {
  if (tests === null || seen === undefined) return { moved: [], otherwise: [], dated: [] };
  const counting = without(tests.ids, aside);
  const steady = without(counting, notPassing(counting, seen.usual));
  return causesOf(notPassing(steady, seen.elsewhere) ?? [], seen);
};

type Causes = Readonly<Record<'moved' | 'otherwise' | 'dated', readonly string[]>>;

const withCauses = (value: Elsewhere, { moved, otherwise, dated }: Causes): Elsewhere => ({
  ...value,
  moved: [...moved],
  otherwise: [...otherwise],
  ...(dated.length === 0 ? {} : { dated: [...dated] }),
});

const addBaseAgain = (
  captured: CapturedSoFar,
  tests: ChangedTests | null,
  seen: SeenAgain | undefined,
): CapturedSoFar => {
  const { elsewhere: base } = captured;
  const first = namedTests(captured.baseline);
  if (base?.known !== true || first === null || tests === null || seen === undefined) return captured;
  const ids = tests.ids.filter((id) => outcomeIn(first, id) === 'passed');
  const gone = [seen.elsewhere, seen.today, seen.moved].flatMap((run) => notPassing(ids, run) ?? []);
  const { moved, otherwise, dated } = causesOf([...new Set(gone)].sort(), seen);
  const unsteady = [...moved, ...otherwise, ...dated];
  if (unsteady.length === 0) return captured;
  return {
    ...captured,
    elsewhere: measured(withCauses(base.value, { moved, otherwise, dated })),
    controls: withControl(captured, foundThere(base.value.changed.length + unsteady.length, base.value)),
  };
};

export const addElsewhereAgain = (
  captured: CapturedSoFar,
  { candidate, tree, suite, own, place }: QuestionOf<'elsewhere-again'>,
  all: { readonly suite?: SeenAgain; readonly own?: SeenAgain },
): CapturedSoFar => {
  const there = (each: SeenAgain | undefined): SeenAgain | undefined =>
    each === undefined || place !== 'moved' ? each : { ...each, elsewhere: each.moved };
  const seen = { suite: there(all.suite), own: there(all.own) };
  const runs = [all.suite, all.own].flatMap((each) =>
    each === undefined ? [] : [each.usual, each.elsewhere, each.today, each.moved],
  );
  const kept = runs.reduce((next: CapturedSoFar, run) => withRuns(next, candidate, run), captured);
  if (candidate === BASELINE) return addBaseAgain(kept, suite, seen.suite);
  const aside = notCompared(captured);
  const found = [attribute(suite, seen.suite, aside), attribute(own, seen.own, aside)];
  const of = (key: keyof Causes) => [...new Set(found.flatMap((each) => each[key]))].sort();
  return withTree(kept, tree, (one) =>
    one.elsewhere?.known === true
      ? {
          ...one,
          elsewhere: measured(
            withCauses(one.elsewhere.value, {
              moved: of('moved'),
              otherwise: of('otherwise'),
              dated: of('dated'),
            }),
          ),
        }
      : one,
  );
};

import { scoreCaptured } from '../conclude/score-captured.ts';
import { firstSuspects } from '../decide/control-suspects.ts';
import { newlyPassing } from '../decide/opened-containers.ts';
import { isTitled } from '../decide/titled-test.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Captured, Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import type { Cell, Control, ControlRun } from '../domain/evidence/matrix.ts';
import {
  type CapturedSoFar,
  distinctSources,
  filesOf,
  namedTests,
  sourceOf,
  withControl,
  withSource,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { passingExcept } from './may-win.ts';
import type { QuestionOf } from './question.ts';

/** Files of tests that candidates made pass, besides the control's own; more than this are a rewrite. */
const MOST_TARGETS = 3;
/** How often a suspicion must be confirmed. */
export const CONTROL_AGAIN = 2;

const NEGATIVE_CONTROL = 'negative-control';

export const describeControl = (applied: boolean, reason: string): Control => ({
  id: NEGATIVE_CONTROL,
  state: applied ? 'applied' : 'not-applied',
  reason,
});

const fixedBy = ({ baseline }: Captured, one: Evidence): readonly string[] => {
  const [base, own] = [namedTests(baseline), namedTests(one)];
  return base === null || own === null ? [] : newlyPassing(base, own);
};

const unplacedOf = (base: TestReport, one: Evidence, fixed: readonly string[]): readonly string[] =>
  fixed.filter((id) => [base, namedTests(one) ?? base].every((report) => filesOf(report, [id]).length === 0));

const plannedFiles = ({ examination, control }: CapturedSoFar): readonly string[] => {
  const planned = examination?.setting.control;
  if (planned === undefined) return control?.files ?? [];
  return 'files' in planned ? planned.files : [];
};

/** Earlier engines ran the tests that a candidate made pass separately. */
const wasControlled = (
  { controlled, control: before, targeted }: Evidence,
  fixed: readonly string[],
): boolean =>
  controlled !== undefined || (before !== undefined && (fixed.length === 0 || targeted !== undefined));

/** Base tests with changed expectations, on the base and with every candidate that may win. */
export const control: Inquiry<'control'> = {
  kind: 'control',
  report: {
    describe: ({ candidate }, whyRuledOut) => ({
      question: 'negative control',
      why: whyRuledOut(candidate),
    }),
    contendersOnly: true,
  },
  ask: (captured, policy) => {
    const base = namedTests(captured.baseline);
    if (base === null || (captured.examination === undefined && captured.control === undefined)) return [];
    const passing = passingExcept(scoreCaptured(captured, policy).scored, ['progress']);
    const examinees = distinctSources(captured.evidence)
      .filter((one) => passing.has(one.candidate.name) && namedTests(one) !== null)
      .filter((one) => sourceOf(one) !== captured.base.tree)
      .map((one) => ({ one, fixed: fixedBy(captured, one) }))
      .filter(({ one, fixed }) => !wasControlled(one, fixed));
    const targets = examinees.flatMap(({ one, fixed }) => [
      ...filesOf(base, fixed),
      ...filesOf(namedTests(one) ?? base, fixed),
    ]);
    const files = [
      ...new Set([...plannedFiles(captured), ...[...new Set(targets)].sort().slice(0, MOST_TARGETS)]),
    ];
    const unplaced = [...new Set(examinees.flatMap(({ one, fixed }) => unplacedOf(base, one, fixed)))].sort();
    if ((files.length === 0 && unplaced.length === 0) || examinees.length === 0) return [];
    const about = { files, ...(unplaced.length === 0 ? {} : { unplaced }) };
    return [
      ...(captured.control === undefined
        ? [
            {
              kind: 'control' as const,
              candidate: BASELINE,
              source: captured.base.tree,
              ...about,
              fixed: [],
            },
          ]
        : []),
      ...examinees.map(({ one, fixed }) => ({
        kind: 'control' as const,
        candidate: one.candidate.name,
        source: sourceOf(one),
        ...about,
        fixed,
      })),
    ];
  },
};

/** A suspicious run of the control is repeated, together with the base's version of the tests. */
export const controlAgain: Inquiry<'control-again'> = {
  kind: 'control-again',
  ask: (captured) =>
    (captured.examination?.asked ?? [])
      .filter((question): question is QuestionOf<'control'> => question.kind === 'control')
      .filter(({ source }) =>
        captured.evidence.some((one) => sourceOf(one) === source && firstSuspects(captured, one) !== null),
      )
      .map(({ candidate, source, files, unplaced }) => ({
        kind: 'control-again' as const,
        candidate,
        source,
        files,
        ...(unplaced === undefined ? {} : { unplaced }),
      })),
};

const NOTHING: Cell = { passed: [], failed: [], skipped: [] };

const onlyThese = (seen: TreeEvidence, wanted: ReadonlySet<string>): Cell => {
  const { outcomes = {} } = namedTests(seen) ?? {};
  const of = (outcome: string): string[] =>
    [...wanted].filter((id) => Object.hasOwn(outcomes, id) && outcomes[id] === outcome).sort();
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
};

const exitOf = ({ runs }: TreeEvidence): number | null => {
  const run = runs.findLast(({ check }) => check.kind === 'test');
  return run?.outcome.status === 'exited' ? run.outcome.exitCode : null;
};

/** Null: the machine lost the run. In a run that the candidate broke, no test reports. */
const controlRun = (seen: TreeEvidence | undefined, wanted: ReadonlySet<string>): ControlRun | null => {
  if (seen === undefined || (!seen.tests.known && seen.tests.cause !== 'candidate')) return null;
  return { changed: seen.tests.known ? onlyThese(seen, wanted) : NOTHING, exitCode: exitOf(seen) };
};

/** The tests that must fail everywhere: they pass on the base, and fail there with changed expectations. */
const addToBase = (
  captured: CapturedSoFar,
  files: readonly string[],
  seen: TreeEvidence | undefined,
): CapturedSoFar => {
  const [first, changed] = [namedTests(captured.baseline), namedTests(seen)];
  const settle = (outcome: Control): CapturedSoFar => ({
    ...captured,
    controls: withControl(captured, outcome),
  });
  if (first === null || changed === null || seen === undefined)
    return settle(describeControl(false, 'the base gives no results by id with changed expectations'));
  const flaky = new Set(captured.quarantined);
  const [before, now] = [first.outcomes ?? {}, changed.outcomes ?? {}];
  const expected = Object.keys(before)
    .filter((id) => before[id] === 'passed' && Object.hasOwn(now, id) && now[id] === 'failed')
    .filter((id) => !flaky.has(id))
    .sort();
  const named = files.length === 0 ? 'the files of tests that candidates made pass' : files.join(', ');
  const reason =
    expected.length === 0
      ? `no test in ${named} fails on the base when its expectations are changed`
      : `${expected.length} tests in ${named} have to fail with changed expectations`;
  const exit = exitOf(seen);
  return {
    ...settle(describeControl(expected.length > 0, reason)),
    control: { files: [...files], expected, exits: exit !== null && exit !== 0 },
  };
};

/** A test's name is a word of its id, whatever its parameters add. */
const isControlled = (uncontrolled: readonly string[]): ((id: string) => boolean) => {
  const names = new Set(uncontrolled);
  return (id) => names.size === 0 || !id.split(/\W+/).some((word) => names.has(word));
};

/**
 * `titles`: tests that certainly reach a changed expectation; `uncontrolled`: names of tests whose expectations could
 * not be changed with this candidate. The base's question is answered first.
 */
export const addControl = (
  captured: CapturedSoFar,
  { candidate, source, files, fixed }: QuestionOf<'control'>,
  seen: TreeEvidence | undefined,
  {
    titles,
    uncontrolled = [],
  }: { readonly titles: readonly string[]; readonly uncontrolled?: readonly string[] },
): CapturedSoFar => {
  if (candidate === BASELINE) return addToBase(captured, files, seen);
  const targets = fixed.filter((id) => titles.some((title) => isTitled(id, title))).sort();
  const wanted = [...(captured.control?.expected ?? []), ...targets].filter(isControlled(uncontrolled));
  const first = controlRun(seen, new Set(wanted));
  return first === null
    ? captured
    : withSource(captured, source, (one) => ({ ...one, controlled: { first, targets } }));
};

/** Pairs of runs: with changed expectations, and with the base's own. */
export const addControlAgain = (
  captured: CapturedSoFar,
  { source }: QuestionOf<'control-again'>,
  seen: readonly {
    readonly changed: TreeEvidence | undefined;
    readonly original: TreeEvidence | undefined;
  }[],
  uncontrolled: readonly string[] = [],
): CapturedSoFar =>
  withSource(captured, source, (one) => {
    if (one.controlled === undefined) return one;
    const all = [...(captured.control?.expected ?? []), ...one.controlled.targets];
    const wanted = new Set(all.filter(isControlled(uncontrolled)));
    const again = seen.flatMap(({ changed, original }) => {
      const [run, plain] = [controlRun(changed, wanted), controlRun(original, wanted)];
      return run === null || plain === null ? [] : [{ changed: run, original: plain.changed }];
    });
    return again.length < CONTROL_AGAIN ? one : { ...one, controlled: { ...one.controlled, again } };
  });

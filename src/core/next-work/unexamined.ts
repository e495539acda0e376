import { sortHarness } from '../analyse/pin-harness.ts';
import { judgeCaptured, type RunPolicy } from '../conclude/conclude.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { sourceOf } from './captured-so-far.ts';
import { WEIGHT_OF } from './dimensions.ts';
import { passingExcept } from './may-win.ts';
import { nextWork } from './next-work.ts';
import { type Question, questionKey } from './question.ts';

/** Something that a policy would have had examined, and this run did not. */
export type Unexamined = { readonly candidate: string; readonly question: string; readonly why: string };

type Said = Pick<Unexamined, 'question' | 'why'>;

/** Why the run's own policy kept a candidate from being examined further. */
type WhyBlocked = (candidate: string) => string | null;

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

const UNDETERMINED = 'cannot be determined from this run';

const blockedUnder = (captured: Captured, own: RunPolicy): WhyBlocked => {
  const { rankings } = judgeCaptured(captured, own).judgement;
  const gatesOf = new Map(rankings.map(({ agent, gates }) => [agent, gates]));
  return (candidate) => {
    const gates = gatesOf.get(candidate) ?? [];
    return gates.length === 0 ? null : `the run's own policy blocked ${candidate} (${gates.join(', ')})`;
  };
};

const describe = (question: Question, whyBlocked: WhyBlocked): Said | null => {
  const ruledOut = (...names: readonly string[]): string =>
    names.map(whyBlocked).find((why) => why !== null) ??
    "the run's own policy did not count it among those that may win";
  switch (question.kind) {
    case 'checks':
      return {
        question: 'checks after the build',
        why: "the run's own policy stops at a failed build",
      };
    case 'dimension': {
      const weight = WEIGHT_OF[question.dimension];
      return { question: weight, why: `the run's own policy does not weigh ${weight}` };
    }
    case 'retry': {
      const limits = Object.entries(question.limitsMs).map(
        ([name, ms]) => `${name} for up to ${seconds(ms)}`,
      );
      return {
        question: `retry of ${limits.join(', ')}`,
        why: 'it ran out of time, and was not tried with this limit',
      };
    }
    case 'cross':
      return {
        question: `cross-examination with the tests of ${question.author}`,
        why: ruledOut(question.candidate, question.author),
      };
    case 'changed-expectations':
      return { question: 'fixed tests with changed expectations', why: ruledOut(question.candidate) };
    case 'hidden-tests':
      return { question: 'hidden tests', why: ruledOut(question.candidate) };
    default:
      return null;
  }
};

/** Leave no trace if they were asked and could not be answered: those that the run's own policy asks are left out. */
const TRACELESS: ReadonlySet<Question['kind']> = new Set(['retry', 'changed-expectations']);

/** Asked only of candidates that may win. */
const FOR_CONTENDERS: ReadonlySet<Question['kind']> = new Set([
  'cross',
  'changed-expectations',
  'hidden-tests',
]);

/** All candidates with the same tree or source, not only the one that would own the logs. */
const namesBy = (
  evidence: readonly Evidence[],
  keyOf: (one: Evidence) => string,
): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, string[]>();
  for (const one of evidence) {
    const same = names.get(keyOf(one));
    if (same === undefined) names.set(keyOf(one), [one.candidate.name]);
    else same.push(one.candidate.name);
  }
  return names;
};

type Concerned = (question: Question) => readonly string[];

const concernedIn = ({ evidence }: Captured, passing: ReadonlySet<string>): Concerned => {
  const [byTree, bySource] = [namesBy(evidence, ({ tree }) => tree), namesBy(evidence, sourceOf)];
  return (question) => {
    const names =
      'tree' in question
        ? byTree.get(question.tree)
        : 'source' in question
          ? bySource.get(question.source)
          : undefined;
    return (names ?? []).filter((name) => passing.has(name) || !FOR_CONTENDERS.has(question.kind));
  };
};

/** Engines before the test matrix did not record what later questions depend on. */
const unrecorded = ({ evidence }: Captured): readonly Unexamined[] =>
  evidence
    .filter(({ matrix }) => matrix === undefined)
    .map(({ candidate }) => ({
      candidate: candidate.name,
      question: 'own tests and cross-examination',
      why: `${UNDETERMINED}: it was recorded before candidates' own tests were examined`,
    }));

const HARNESS = ['apart', 'restored'] as const;

/** Paths of a change that a policy keeps from the base's tests. */
const keptApart = (paths: readonly string[], { trust }: RunPolicy): ReadonlySet<string> => {
  const changes = paths.map((path) => ({ path, mode: '', blob: null }));
  const sorted = sortHarness(changes, trust?.editable_tests ?? []);
  return new Set(HARNESS.flatMap((place) => sorted[place].map(({ path }) => path)));
};

/** Another `trust.editable_tests` has the checks see another tree. */
const otherTrees = ({ evidence }: Captured, policy: RunPolicy, own: RunPolicy): readonly Unexamined[] =>
  evidence.flatMap(({ candidate, diff }) => {
    const paths = diff.known ? diff.value.files.map(({ path }) => path) : [];
    const [now, then] = [keptApart(paths, policy), keptApart(paths, own)];
    const path = paths.find((each) => now.has(each) !== then.has(each));
    return path === undefined
      ? []
      : [
          {
            candidate: candidate.name,
            question: 'all checks',
            why: `trust.editable_tests differs for ${path}: the checks would see another tree`,
          },
        ];
  });

/** What a policy would have asked of a finished run that was made under another one, and was never examined. */
export const unexamined = (captured: Captured, policy: RunPolicy, own: RunPolicy): readonly Unexamined[] => {
  const asked = new Set(
    nextWork(captured, own)
      .filter(({ kind }) => TRACELESS.has(kind))
      .map(questionKey),
  );
  const whyBlocked = blockedUnder(captured, own);
  const passing = passingExcept(judgeCaptured(captured, policy).judgement, ['progress']);
  const concerned = concernedIn(captured, passing);
  const questions = nextWork(captured, policy).flatMap((question) => {
    const said = asked.has(questionKey(question)) ? null : describe(question, whyBlocked);
    return said === null ? [] : concerned(question).map((candidate) => ({ candidate, ...said }));
  });
  return [...otherTrees(captured, policy, own), ...questions, ...unrecorded(captured)];
};

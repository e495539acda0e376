import { sortHarness } from '../analyse/harness/pin-harness.ts';
import { scoreCaptured, type RunPolicy } from '../conclude/score-captured.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { sourceOf } from './captured-so-far.ts';
import type { WhyRuledOut } from './inquiry.ts';
import { passingExcept } from './may-win.ts';
import { INQUIRIES, nextWork } from './next-work.ts';
import { type Question, questionKey } from './question.ts';

/** A question that a policy would have asked and this run did not answer. */
export type Unexamined = { readonly candidate: string; readonly question: string; readonly why: string };

const UNDETERMINED = 'cannot be determined from this run';

/** The gates with which the run's own policy blocked the first blocked candidate of these. */
const ruledOutBy = (captured: Captured, own: RunPolicy): WhyRuledOut => {
  const { rankings } = scoreCaptured(captured, own).scored;
  const gatesOf = new Map(rankings.map(({ agent, gates }) => [agent, gates]));
  return (...candidates) => {
    const blocked = candidates.find((name) => (gatesOf.get(name) ?? []).length > 0);
    return blocked === undefined
      ? "the run's own policy did not count it among those that may win"
      : `the run's own policy blocked ${blocked} (${gatesOf.get(blocked)?.join(', ')})`;
  };
};

const REPORTS = new Map(INQUIRIES.map(({ kind, report }) => [kind, report]));

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
    return (names ?? []).filter(
      (name) => passing.has(name) || REPORTS.get(question.kind)?.contendersOnly !== true,
    );
  };
};

/** Engines before the test matrix did not record the facts that later questions depend on. */
const unrecorded = ({ evidence }: Captured): readonly Unexamined[] =>
  evidence
    .filter(({ matrix }) => matrix === undefined)
    .map(({ candidate }) => ({
      candidate: candidate.name,
      question: 'own tests and cross-examination',
      why: `${UNDETERMINED}: it was recorded before candidates' own tests were examined`,
    }));

const HARNESS = ['apart', 'restored'] as const;

/** Paths of a change that a policy keeps out of the tree on which the base's tests run. */
const keptApart = (paths: readonly string[], { trust }: RunPolicy): ReadonlySet<string> => {
  const changes = paths.map((path) => ({ path, mode: '', blob: null }));
  const sorted = sortHarness(changes, trust?.editable_tests ?? []);
  return new Set(HARNESS.flatMap((place) => sorted[place].map(({ path }) => path)));
};

/** With a different `trust.editable_tests` the checks would run on a different tree. */
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
            why: `trust.editable_tests differs for ${path}: the checks would run on a different tree`,
          },
        ];
  });

/** The questions that a policy would have asked in a finished run of another policy, and that were never answered. */
export const unexamined = (captured: Captured, policy: RunPolicy, own: RunPolicy): readonly Unexamined[] => {
  const askedAnyway = new Set(
    nextWork(captured, own)
      .filter(({ kind }) => REPORTS.get(kind)?.traceless === true)
      .map(questionKey),
  );
  const whyRuledOut = ruledOutBy(captured, own);
  const concerned = concernedIn(
    captured,
    passingExcept(scoreCaptured(captured, policy).scored, ['progress']),
  );
  const questions = nextWork(captured, policy)
    .filter((question) => !askedAnyway.has(questionKey(question)))
    .flatMap((question) => {
      const described = REPORTS.get(question.kind)?.describe(question, whyRuledOut);
      return described === undefined
        ? []
        : concerned(question).map((candidate) => ({ candidate, ...described }));
    });
  return [...otherTrees(captured, policy, own), ...questions, ...unrecorded(captured)];
};

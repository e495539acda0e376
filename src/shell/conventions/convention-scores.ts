import { languageOf } from '../../core/languages/languages.ts';
import { schemaKind } from '../../core/analyse/brief/find-schemas.ts';
import type { ConventionSubject } from '../../core/analyse/convention/convention-facts.ts';
import type { ConventionCard } from '../../core/domain/run/conclusion.ts';
import type { ConventionFacts } from '../../core/domain/source/convention-facts.ts';
import { type Measured, measured, type Missing, missing } from '../../core/domain/measured.ts';
import type { ChangedSource, ConventionBreach } from '../../core/domain/candidate/source-change.ts';
import {
  type BoundaryFindings,
  checkBoundaries,
  scoreConventions,
} from '../../core/documents/score-conventions.ts';
import { applyCandidate, builtFrom, type ConventionQuestion } from './candidate-changes.ts';
import type { WaitingSources } from '../ports/waiting-sources.ts';

/** Results of the checks on a candidate; absent or null: not measured. */
export type ExecReport = {
  readonly lint_errors?: number | null;
  readonly type_errors?: number | null;
  readonly tests_passed?: number | null;
  readonly tests_failed?: number | null;
  /** Errors in schemas that the base does not have; see `runSchemaChecks`. */
  readonly schema_errors?: number | null;
  /** Why something was not measured: a check that the candidate itself prevents counts against it. */
  readonly unmeasured?: Readonly<Record<string, Pick<Missing, 'cause' | 'reason'>>>;
};

export type ScoreBreakdown = {
  readonly identifierMatch: number | null;
  readonly boundaries: number | null;
  readonly schemaConformance: number | null;
  readonly filePattern: number | null;
  readonly execSignals: number | null;
  readonly total: number | null;
  /** Why each null is one. */
  readonly reasons: Readonly<Record<string, string>>;
  /** What does not fit the repository, and what would. */
  readonly breaches: readonly ConventionBreach[];
  /** The most used names around the changed files. */
  readonly glossary: readonly string[];
  readonly notes: readonly string[];
};

const changesOf = (sources: WaitingSources, question: ConventionQuestion): readonly ChangedSource[] => {
  const { writes, removals } = applyCandidate(sources, question);
  const written = [...writes].map(([path, bytes]) => ({ path, bytes }));
  const code = written.filter(({ path }) => languageOf(path) !== null);
  const readings = new Map(sources.extract(code).map((reading, at) => [code[at]?.path ?? '', reading]));
  return [
    ...written.map(({ path }) => ({ path, after: readings.get(path) ?? null, removed: false })),
    ...removals.map((path) => ({ path, after: null, removed: true })),
  ];
};

const subjectOf = (sources: WaitingSources, question: ConventionQuestion): ConventionSubject => {
  const { index, graph } = builtFrom(question.brief);
  return { index, edges: graph.edges, brief: question.brief, changes: changesOf(sources, question) };
};

type Count = Exclude<keyof ExecReport, 'unmeasured'>;

const given = (exec: ExecReport, key: Count, what: string = key): Measured<number> => {
  const value = exec[key];
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return measured(value);
  const why = exec.unmeasured?.[key];
  return why === undefined
    ? missing('not-configured', `${what} not given`)
    : missing(why.cause, `${key}: ${why.reason}`);
};

const schemaErrorsOf = (changes: readonly ChangedSource[], exec: ExecReport): Measured<number> =>
  changes.some(({ path }) => schemaKind(path) !== null)
    ? given(exec, 'schema_errors', 'a schema changed, and schema_errors is')
    : measured(0);

/** Results of checks, as the model reads them. */
export const execFacts = (exec: ExecReport): ConventionFacts['exec'] =>
  measured({
    lint_errors: given(exec, 'lint_errors'),
    type_errors: given(exec, 'type_errors'),
    tests_passed: given(exec, 'tests_passed'),
    tests_failed: given(exec, 'tests_failed'),
  });

export const toBreakdown = (
  { breakdown, total, reasons }: ConventionCard,
  { breaches, glossary, notes }: Pick<ScoreBreakdown, 'breaches' | 'glossary' | 'notes'>,
): ScoreBreakdown => ({
  identifierMatch: breakdown['identifierMatch'] ?? null,
  boundaries: breakdown['boundaries'] ?? null,
  schemaConformance: breakdown['schemaConformance'] ?? null,
  filePattern: breakdown['filePattern'] ?? null,
  execSignals: breakdown['execSignals'] ?? null,
  total,
  reasons,
  breaches,
  glossary,
  notes,
});

export type ScoreQuestion = ConventionQuestion & { readonly exec: ExecReport };

/** How well a candidate fits its repository: five scores in 0..1 and their weighted mean. */
export const conventionScore = (sources: WaitingSources, question: ScoreQuestion): ScoreBreakdown => {
  const { exec } = question;
  const subject = subjectOf(sources, question);
  const judged = scoreConventions(subject, execFacts(exec), schemaErrorsOf(subject.changes, exec));
  const { breakdown, total, reasons } = judged.card;
  return toBreakdown(
    { breakdown: { ...breakdown }, total, reasons: { ...reasons } },
    { ...judged, glossary: judged.facts.glossary.known ? judged.facts.glossary.value : [] },
  );
};

/** Imports that a candidate adds against the layers of its repository, in cycles, or against rules that it states. */
export const runBoundaryChecks = (sources: WaitingSources, question: ConventionQuestion): BoundaryFindings =>
  checkBoundaries(subjectOf(sources, question));

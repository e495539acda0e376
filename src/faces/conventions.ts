import { languageOf } from '../core/analyse/flags/reading/language-of.ts';
import { schemaKind } from '../core/analyse/brief/find-schemas.ts';
import type { ConventionSubject } from '../core/analyse/convention/convention-facts.ts';
import { type Measured, measured, missing } from '../core/domain/measured.ts';
import type { ChangedSource, ConventionBreach } from '../core/domain/source-change.ts';
import { type BoundaryFindings, checkBoundaries, scoreConventions } from '../core/score-conventions.ts';
import { applyCandidate, builtFrom, type ConventionQuestion } from './candidate-changes.ts';
import { extractWaiting } from './wiring.ts';

/** What running the checks on a candidate gave; what is absent or null was not measured. */
export type ExecReport = {
  readonly lint_errors?: number | null;
  readonly type_errors?: number | null;
  readonly tests_passed?: number | null;
  readonly tests_failed?: number | null;
  /** Errors in schemas that the base does not have; see `runSchemaChecks`. */
  readonly schema_errors?: number | null;
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
  /** What does not fit, and what would. */
  readonly breaches: readonly ConventionBreach[];
  readonly notes: readonly string[];
};

const changesOf = (question: ConventionQuestion): readonly ChangedSource[] => {
  const { writes, removals } = applyCandidate(question);
  const written = [...writes].map(([path, bytes]) => ({ path, bytes }));
  const sources = written.filter(({ path }) => languageOf(path) !== null);
  const readings = new Map(extractWaiting(sources).map((reading, at) => [sources[at]?.path ?? '', reading]));
  return [
    ...written.map(({ path }) => ({ path, after: readings.get(path) ?? null, removed: false })),
    ...removals.map((path) => ({ path, after: null, removed: true })),
  ];
};

const subjectOf = (question: ConventionQuestion): ConventionSubject => {
  const { index, graph } = builtFrom(question.brief);
  return { index, edges: graph.edges, brief: question.brief, changes: changesOf(question) };
};

const given = (value: number | null | undefined, what: string): Measured<number> =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? measured(value)
    : missing('not-configured', `${what} not given`);

const schemaErrorsOf = (changes: readonly ChangedSource[], exec: ExecReport): Measured<number> =>
  changes.some(({ path }) => schemaKind(path) !== null)
    ? given(exec.schema_errors, 'a schema changed, and schema_errors is')
    : measured(0);

/** How native a candidate looks in its repository: five scores in 0..1 and their weighted mean. */
export const conventionScore = (
  question: ConventionQuestion & { readonly exec: ExecReport },
): ScoreBreakdown => {
  const { exec } = question;
  const subject = subjectOf(question);
  const judged = scoreConventions(
    subject,
    measured({
      lint_errors: given(exec.lint_errors, 'lint_errors'),
      type_errors: given(exec.type_errors, 'type_errors'),
      tests_passed: given(exec.tests_passed, 'tests_passed'),
      tests_failed: given(exec.tests_failed, 'tests_failed'),
    }),
    schemaErrorsOf(subject.changes, exec),
  );
  const { breakdown, total, reasons } = judged.card;
  return {
    identifierMatch: breakdown.identifierMatch ?? null,
    boundaries: breakdown.boundaries ?? null,
    schemaConformance: breakdown.schemaConformance ?? null,
    filePattern: breakdown.filePattern ?? null,
    execSignals: breakdown.execSignals ?? null,
    total,
    reasons,
    breaches: judged.breaches,
    notes: judged.notes,
  };
};

/** Imports that a candidate adds against the layers of its repository, in circles, or against rules that it states. */
export const runBoundaryChecks = (question: ConventionQuestion): BoundaryFindings =>
  checkBoundaries(subjectOf(question));

import { languageOf } from '../core/analyse/flags/reading/language-of.ts';
import { schemaKind } from '../core/analyse/brief/find-schemas.ts';
import type { ConventionSubject } from '../core/analyse/convention/convention-facts.ts';
import { type Measured, measured, missing } from '../core/domain/measured.ts';
import type { PatchOp } from '../core/domain/patch-op.ts';
import type { ProjectBrief } from '../core/domain/project-brief.ts';
import type { ChangedSource, ConventionBreach } from '../core/domain/source-change.ts';
import { computePatch } from '../core/patch/compute-patch.ts';
import { describeFaults } from '../core/patch/describe-faults.ts';
import { snapshotOf, type Standing } from '../core/patch/tree-snapshot.ts';
import { validateFixerPatch } from '../core/patch/validate-fixer-patch.ts';
import { type BoundaryFindings, checkBoundaries, scoreConventions } from '../core/score-conventions.ts';
import { type BuiltBrief, buildBrief } from '../shell/run/build-brief.ts';
import { UserError } from '../shell/user-error.ts';
import { extractWaiting, openBriefTools, readWorkTreeFile } from './wiring.ts';

/** Whole files, or operations on those that are there. */
export type GeneratedCandidate =
  | {
      readonly files: readonly { readonly path: string; readonly content: string }[];
      readonly patch?: undefined;
    }
  | { readonly patch: readonly PatchOp[]; readonly files?: undefined };

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

/** A brief says what a repository is like; what it was made from is kept beside it as long as it lives. */
const made = new WeakMap<ProjectBrief, BuiltBrief>();

/** Where a repository lies is asked once. */
const tools = new Map<string, ReturnType<typeof openBriefTools>>();

/** The brief of the repository that holds `root`, as its files are now. */
export const buildProjectBrief = async (root: string): Promise<ProjectBrief> => {
  const opened = tools.get(root) ?? openBriefTools(root);
  tools.set(root, opened);
  opened.catch(() => tools.delete(root));
  const built = await buildBrief(await opened);
  made.set(built.brief, built);
  return built.brief;
};

const builtFrom = (brief: ProjectBrief): BuiltBrief => {
  const built = made.get(brief);
  if (built) return built;
  throw new UserError(
    'foreign-brief',
    'This brief was not built here: what it was made from is unknown.',
    'Call buildProjectBrief(root) in the same process and hand its result on as it is.',
  );
};

const refuse = (why: string): UserError =>
  new UserError(
    'patch-refused',
    `The candidate is refused: ${why}`,
    'Mend the operation or path that is named.',
  );

/** The candidate as operations; whole files replace what is there. */
const operationsOf = (candidate: GeneratedCandidate): readonly PatchOp[] => {
  const ops =
    candidate.patch ??
    candidate.files.map(({ path, content }) => ({ kind: 'add', path, content, overwrite: true }) as const);
  const validated = validateFixerPatch(ops);
  if (!validated.ok) throw refuse(describeFaults(validated.reasons));
  return validated.ops;
};

const changesOf = (
  candidate: GeneratedCandidate,
  repoRoot: string,
  built: BuiltBrief,
): readonly ChangedSource[] => {
  const ops = operationsOf(candidate);
  const standing = new Map<string, Standing>();
  for (const { path } of ops) {
    const bytes = built.index.byPath.has(path) ? readWorkTreeFile(repoRoot, path) : null;
    if (bytes !== null) standing.set(path, { is: 'file', bytes });
  }
  const computed = computePatch(snapshotOf(standing), ops);
  if (!computed.ok) throw refuse(describeFaults(computed.faults));
  const writes = [...computed.writes].map(([path, bytes]) => ({ path, bytes }));
  const sources = writes.filter(({ path }) => languageOf(path) !== null);
  const readings = new Map(extractWaiting(sources).map((reading, at) => [sources[at]?.path ?? '', reading]));
  return [
    ...writes.map(({ path }) => ({ path, after: readings.get(path) ?? null, removed: false })),
    ...computed.removals.map((path) => ({ path, after: null, removed: true })),
  ];
};

export type ConventionQuestion = {
  readonly candidate: GeneratedCandidate;
  readonly brief: ProjectBrief;
  readonly repoRoot: string;
};

const subjectOf = ({ candidate, brief, repoRoot }: ConventionQuestion): ConventionSubject => {
  const built = builtFrom(brief);
  const changes = changesOf(candidate, repoRoot, built);
  return { index: built.index, edges: built.graph.edges, brief, changes };
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

import type { PipelineReport } from '../../core/domain/run/pipeline-report.ts';
import { type Refinement } from '../../core/domain/run/refinement.ts';
import { DEFAULT_THRESHOLD, refineCandidate } from '../../core/refine/refine.ts';
import { refinementMarkdown } from '../../core/report/run/refinement-markdown.ts';
import { reportOn } from '../../shell/stored/report-on.ts';
import { runEvaluation } from '../../shell/evaluate/run-evaluation.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import type { GeneratedCandidate } from './candidate-changes.ts';
import {
  type CandidateResult,
  type EvaluatedCandidates,
  holdTournament,
  readAll,
} from './candidate-results.ts';
import { evaluateByRun, type RunChecks } from './candidates-by-run.ts';
import { evaluateOnHead } from './candidates-on-head.ts';
import { readDetails } from './read-run-report.ts';
import { type Session, withSession } from '../wiring/session.ts';
import { openCopies, openTools } from '../wiring/wiring.ts';

const MOST_CANDIDATES = 1_000;

export type TournamentOptions = {
  /** Candidates in a group; 2 by default. */ readonly k?: number;
  /** Ends the evaluation with an AbortError. */
  readonly signal?: AbortSignal;
};

const checkField = (candidates: unknown): void => {
  if (!Array.isArray(candidates) || candidates.length === 0)
    throw new UserError(
      'no-candidates',
      'There is no candidate to evaluate',
      'Give a list of {files} or {patch}.',
    );
  if (candidates.length > MOST_CANDIDATES)
    throw new UserError(
      'too-many-candidates',
      `There are ${candidates.length} candidates, more than ${MOST_CANDIDATES}`,
      'Evaluate them in several fields and let the winners meet.',
    );
};

type Evaluate = {
  <Candidate extends GeneratedCandidate>(
    root: string,
    candidates: readonly Candidate[],
    run?: undefined,
    options?: TournamentOptions,
  ): Promise<EvaluatedCandidates<Candidate, PipelineReport>>;
  <Candidate extends GeneratedCandidate, Report>(
    root: string,
    candidates: readonly Candidate[],
    run: RunChecks<Candidate, Report>,
    options?: TournamentOptions,
  ): Promise<EvaluatedCandidates<Candidate, Report>>;
};

export const evaluateCandidatesIn =
  (session: Session): Evaluate =>
  async <Candidate extends GeneratedCandidate, Report>(
    root: string,
    candidates: readonly Candidate[],
    run?: RunChecks<Candidate, Report>,
    { k, signal }: TournamentOptions = {},
  ) => {
    checkField(candidates);
    const given = readAll(candidates);
    const tools = await openTools(session, root, signal);
    if (run === undefined) {
      const { results, runId } = await evaluateOnHead(tools, given);
      return holdTournament(results, k, runId) as never;
    }
    const copies = await openCopies(session, tools.repository.root);
    return holdTournament(await evaluateByRun(tools, copies, given, run), k, null) as never;
  };

/**
 * The best of N changes to HEAD. Each is applied to a fresh workspace, never to the caller's tree, and checked: by the
 * engine's own pipeline, or by `run` in a copy that is a repository of one commit. Those that may be merged meet in a
 * tournament by how native they look.
 */
export const evaluateCandidates: Evaluate = (
  root: string,
  candidates: readonly GeneratedCandidate[],
  run?: RunChecks<GeneratedCandidate, unknown>,
  options?: TournamentOptions,
) =>
  withSession<never>(
    (session) => evaluateCandidatesIn(session)(root, candidates, run as never, options) as Promise<never>,
  );

const FOLDER = 'folder';

export const runPortablePipelineIn = async (
  session: Session,
  root: string,
  { signal }: Pick<TournamentOptions, 'signal'> = {},
): Promise<PipelineReport> => {
  const tools = await openTools(session, root, signal);
  const candidates = [{ name: FOLDER, source: tools.repository.root }];
  const evaluation = await runEvaluation(tools, { base: 'HEAD', candidates, conventions: true });
  const [evidence] = evaluation.captured.evidence;
  if (evidence !== undefined) return reportOn(tools.store, evaluation, evidence);
  const reason = evaluation.conclusion.rejected[0]?.reason ?? 'is no tree';
  throw new UserError('folder-refused', `The folder ${reason}.`, 'Mend it and run the pipeline again.');
};

/** The checks of the detected profile on a folder as it is, beside its own HEAD, with every control of a run. */
export const runPortablePipeline = (
  root: string,
  options: Pick<TournamentOptions, 'signal'> = {},
): Promise<PipelineReport> => withSession((session) => runPortablePipelineIn(session, root, options));

export type RefineOptions = {
  /** A total from here on needs nothing; 0.8 by default. */ readonly threshold?: number;
};

/** What to fix in a candidate whose total is too low, as data and as a prompt for a model. */
export const refine = (
  { name, score, report, reason }: CandidateResult<unknown, unknown>,
  { threshold = DEFAULT_THRESHOLD }: RefineOptions = {},
): Refinement & { readonly prompt: string } => {
  const details = readDetails(report);
  const refinement = refineCandidate(
    {
      candidate: name,
      total: score?.total ?? null,
      report: { ...details, mergeable: reason === null },
      breaches: score?.breaches ?? [],
      vocabulary: { match: score?.identifierMatch ?? null, words: score?.glossary ?? [] },
      refused: score === null ? reason : null,
    },
    threshold,
  );
  return { ...refinement, prompt: refinementMarkdown(refinement) };
};

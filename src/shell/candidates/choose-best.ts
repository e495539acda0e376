import type { PipelineReport } from '../../core/domain/run/pipeline-report.ts';
import type { Refinement } from '../../core/domain/run/refinement.ts';
import { DEFAULT_THRESHOLD, refineCandidate } from '../../core/refine/refine.ts';
import { refinementMarkdown } from '../../core/report/run/refinement-markdown.ts';
import { UserError } from '../errors/user-error.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import type { Copies } from '../ports/copies.ts';
import type { PatchTools } from '../ports/patch-tools.ts';
import type { Tools } from '../ports/tools.ts';
import { reportOn } from '../stored/report-on.ts';
import {
  type CandidateResult,
  type EvaluatedCandidates,
  type GivenCandidate,
  holdTournament,
  readAll,
} from './candidate-results.ts';
import { evaluateByRun, type RunChecks } from './candidates-by-run.ts';
import { evaluateOnHead } from './candidates-on-head.ts';
import { readDetails } from './read-run-report.ts';

const MOST_CANDIDATES = 1_000;
const FOLDER = 'folder';

/** Every candidate is read before anything runs; an invalid one is a result, not an error. */
export const readCandidateList = <Candidate>(
  candidates: readonly Candidate[],
): readonly GivenCandidate<Candidate>[] => {
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
      'Evaluate them in several calls and let the winners meet.',
    );
  return readAll(candidates);
};

/** The best change to HEAD by Hydra's own pipeline. */
export const chooseBest = async <Candidate>(
  tools: Tools,
  given: readonly GivenCandidate<Candidate>[],
  k: number | undefined,
): Promise<EvaluatedCandidates<Candidate, PipelineReport>> => {
  const { results, runId } = await evaluateOnHead(tools, given);
  return holdTournament(results, k, runId);
};

/** The best change to HEAD by the caller's checks, each in its own copy. */
export const chooseBestByRun = async <Candidate, Report>(
  tools: Tools,
  places: { readonly copies: Copies; readonly patches: Pick<PatchTools, 'apply'> },
  given: readonly GivenCandidate<Candidate>[],
  { run, k }: { readonly run: RunChecks<Candidate, Report>; readonly k: number | undefined },
): Promise<EvaluatedCandidates<Candidate, Report>> =>
  holdTournament(await evaluateByRun(tools, places, given, run), k, null);

/** The current work tree against its own HEAD, with every control of a run. */
export const checkWorkTree = async (tools: Tools): Promise<PipelineReport> => {
  const candidates = [{ name: FOLDER, source: tools.repository.root }];
  const evaluation = await runEvaluation(tools, { base: 'HEAD', candidates, conventions: true });
  const [evidence] = evaluation.captured.evidence;
  if (evidence !== undefined) return reportOn(tools.store, evaluation, evidence);
  const reason = evaluation.conclusion.rejected[0]?.reason ?? 'is no tree';
  throw new UserError('folder-refused', `The folder ${reason}.`, 'Fix it and run the pipeline again.');
};

export type RefineOptions = {
  /** A total from which nothing needs fixing; 0.8 by default. */ readonly threshold?: number;
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

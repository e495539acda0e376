import type { PipelineReport } from '../../core/domain/run/pipeline-report.ts';
import type { EvaluatedCandidates } from '../../shell/candidates/candidate-results.ts';
import type { RunChecks } from '../../shell/candidates/candidates-by-run.ts';
import {
  checkWorkTree,
  chooseBest,
  chooseBestByRun,
  readCandidateList,
} from '../../shell/candidates/choose-best.ts';
import type { GeneratedCandidate } from '../../shell/conventions/candidate-changes.ts';
import { type Session, withSession } from '../wiring/session.ts';
import { openCopies, openPatchTools, openTools } from '../wiring/wiring.ts';

export type TournamentOptions = {
  /** Candidates in a group; 2 by default. */ readonly k?: number;
  /** Ends the evaluation with an AbortError. */
  readonly signal?: AbortSignal;
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
    const given = readCandidateList(candidates);
    const tools = await openTools(session, root, signal);
    if (run === undefined) return chooseBest(tools, given, k) as never;
    const [copies, patches] = await Promise.all([
      openCopies(session, tools.repository.root),
      openPatchTools(),
    ]);
    return chooseBestByRun(tools, { copies, patches }, given, { run, k }) as never;
  };

/**
 * The best of N changes to HEAD. Each is applied to a fresh workspace, never to the caller's tree, and checked: by
 * Hydra's own pipeline, or by `run` in a copy that is a repository of one commit. Those that may be merged meet in a
 * tournament by how well they fit the repository.
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

export const runPortablePipelineIn = async (
  session: Session,
  root: string,
  { signal }: Pick<TournamentOptions, 'signal'> = {},
): Promise<PipelineReport> => checkWorkTree(await openTools(session, root, signal));

/** The checks of the detected profile on a folder as it is, against its HEAD, with every control of a run. */
export const runPortablePipeline = (
  root: string,
  options: Pick<TournamentOptions, 'signal'> = {},
): Promise<PipelineReport> => withSession((session) => runPortablePipelineIn(session, root, options));

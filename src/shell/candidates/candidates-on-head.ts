import type { Evidence } from '../../core/domain/evidence/evidence.ts';
import type { PipelineReport } from '../../core/domain/run/pipeline-report.ts';
import type { Tools } from '../ports/tools.ts';
import { reportOn } from '../stored/report-on.ts';
import type { FinishedEvaluation } from '../evaluate/capture-run.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import {
  type CandidateResult,
  detailsOf,
  type GivenCandidate,
  nameOf,
  writeCandidate,
} from './candidate-results.ts';
import { type ScoreBreakdown, toBreakdown } from '../conventions/convention-scores.ts';

type Result<Candidate> = CandidateResult<Candidate, PipelineReport>;

const UNSEEN = { score: null, report: null, mergeable: false } as const;

const scoreOf = ({ conclusion }: FinishedEvaluation, evidence: Evidence): ScoreBreakdown | null => {
  const ranking = conclusion.rankings.find(({ agent }) => agent === evidence.candidate.name);
  const { convention } = evidence;
  if (ranking?.conventions === undefined || !convention?.known) return null;
  return toBreakdown(ranking.conventions, detailsOf(convention.value));
};

const whyNot = ({ mergeable, gates }: PipelineReport, total: string | undefined): string | null => {
  const shut = Object.keys(gates);
  if (shut.length > 0) return `not mergeable: ${shut.join(', ')}`;
  return mergeable ? null : (total ?? 'not mergeable');
};

const resultOf = async <Candidate>(
  tools: Tools,
  evaluation: FinishedEvaluation,
  { index, candidate }: GivenCandidate<Candidate>,
): Promise<Result<Candidate>> => {
  const { captured, conclusion } = evaluation;
  const name = nameOf(index);
  const evidence = captured.evidence.find((one) => one.candidate.name === name);
  if (evidence === undefined) {
    const rejected = conclusion.rejected.find(({ agent }) => agent === name);
    return { index, name, candidate, ...UNSEEN, reason: `is refused: ${rejected?.reason ?? 'it was lost'}` };
  }
  const report = await reportOn(tools.store, evaluation, evidence);
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  return {
    index,
    name,
    candidate,
    score: scoreOf(evaluation, evidence),
    report,
    mergeable: report.mergeable,
    reason: whyNot(report, ranking?.reasons['total']),
  };
};

/** Every candidate on HEAD by Hydra's own pipeline, in one stored run. */
export const evaluateOnHead = async <Candidate>(
  tools: Tools,
  given: readonly GivenCandidate<Candidate>[],
): Promise<{ readonly results: readonly Result<Candidate>[]; readonly runId: string | null }> => {
  const usable = given.filter(({ refused }) => refused === null);
  const folder = await tools.files.makeFolder('candidates');
  try {
    const candidates = [];
    for (const one of usable) {
      const source = await writeCandidate(tools.files, folder, one);
      candidates.push({ name: nameOf(one.index), source });
    }
    const evaluation =
      candidates.length === 0
        ? null
        : await runEvaluation(tools, { base: 'HEAD', candidates, conventions: true });
    const results = [];
    for (const one of given) {
      const { index, candidate, refused } = one;
      results.push(
        refused !== null || evaluation === null
          ? { index, name: nameOf(index), candidate, ...UNSEEN, reason: refused }
          : await resultOf(tools, evaluation, one),
      );
    }
    return { results, runId: evaluation?.runId ?? null };
  } finally {
    await tools.files.removeFolder(folder);
  }
};

import type { ConventionEvidence } from '../../core/dimensions/convention/convention-evidence.ts';
import type { PatchOp } from '../../core/domain/candidate/patch-op.ts';
import type { Round } from '../../core/domain/run/tournament.ts';
import { describeFaults } from '../../core/patch/describe-faults.ts';
import { readCandidate } from '../../core/patch/read-candidate.ts';
import { join } from 'node:path';
import type { Files } from '../ports/files.ts';
import { selectScorecards } from '../../core/documents/select-scorecards.ts';
import type { ScoreBreakdown } from '../conventions/convention-scores.ts';

/** The result of one candidate. */
export type CandidateResult<Candidate, Report> = {
  readonly index: number;
  /** As stored runs call it. */
  readonly name: string;
  readonly candidate: Candidate;
  readonly score: ScoreBreakdown | null;
  /** Results of the checks; null if none ran. */
  readonly report: Report | null;
  /** No gate that was examined failed. */
  readonly mergeable: boolean;
  /** Why it takes no part in the tournament; null if it does. */
  readonly reason: string | null;
};

/** The winner, the bracket, and the result of every candidate. */
export type EvaluatedCandidates<Candidate, Report> = {
  /** Null: no candidate may win. */
  readonly winner: Candidate | null;
  readonly winnerIndex: number | null;
  readonly score: ScoreBreakdown | null;
  /** Indices of candidates: which met, and which advanced. */
  readonly bracket: { readonly k: number; readonly rounds: readonly Round[] };
  readonly results: readonly CandidateResult<Candidate, Report>[];
  /** What broke ties, and which ties remained. */
  readonly notes: readonly string[];
  /** The stored run, for `loadRun` and `merge`; null if the caller's function ran the checks. */
  readonly runId: string | null;
};

export const nameOf = (index: number): string => `candidate-${index}`;

/** A candidate that is valid in itself, or the reason why it is not. */
export type GivenCandidate<Candidate> = {
  readonly index: number;
  readonly candidate: Candidate;
  readonly ops: readonly PatchOp[];
  readonly whole: boolean;
  readonly refused: string | null;
};

const refusal = (reason: string) => ({ ops: [], whole: false, refused: reason });

const readGiven = (candidate: unknown) => {
  try {
    const read = readCandidate(candidate);
    return read.ok
      ? { ops: read.ops, whole: read.whole, refused: null }
      : refusal(`is refused: ${describeFaults(read.reasons)}`);
  } catch (error) {
    return refusal(`cannot be read: ${error instanceof Error ? error.message : 'it throws'}`);
  }
};

export const readAll = <Candidate>(candidates: readonly Candidate[]): readonly GivenCandidate<Candidate>[] =>
  Array.from(candidates, (candidate, index) => ({ index, candidate, ...readGiven(candidate) }));

/** A candidate in the file format of candidates on disk. */
const fileOf = ({ ops, whole }: GivenCandidate<unknown>): string =>
  JSON.stringify(
    whole
      ? { files: ops.flatMap((op) => (op.kind === 'add' ? [{ path: op.path, content: op.content }] : [])) }
      : ops,
  );

/** Writes a candidate into one of our folders; returns its path. */
export const writeCandidate = async (
  files: Pick<Files, 'writeTree'>,
  folder: string,
  given: GivenCandidate<unknown>,
): Promise<string> => {
  const path = `${nameOf(given.index)}.json`;
  await files.writeTree(folder, [
    { path, bytes: new TextEncoder().encode(fileOf(given)), executable: false },
  ]);
  return join(folder, path);
};

/** What convention evidence adds to a score. */
export const detailsOf = ({ breaches, glossary, notes }: ConventionEvidence) => ({
  breaches,
  glossary,
  notes,
});

const reasonFor = ({ score, mergeable, reason }: CandidateResult<unknown, unknown>): string | null => {
  if (reason !== null) return reason;
  if (!mergeable) return 'not mergeable';
  return score === null || score.total === null
    ? `no total: ${score?.reasons['total'] ?? 'conventions were not judged'}`
    : null;
};

/** The tournament among those that may win; unknown tie-breakers decide nothing. */
export const holdTournament = <Candidate, Report>(
  unchosen: readonly CandidateResult<Candidate, Report>[],
  k: number | undefined,
  runId: string | null,
): EvaluatedCandidates<Candidate, Report> => {
  const results = unchosen.map((result) => ({ ...result, reason: reasonFor(result) }));
  const scored = results.flatMap(({ index, name, score, reason }) =>
    reason !== null || score === null || score.total === null
      ? []
      : [
          {
            index,
            name,
            total: score.total,
            execSignals: score.execSignals,
            identifierMatch: score.identifierMatch,
          },
        ],
  );
  const names = results.map(({ name }) => name);
  const selected = selectScorecards({ names, scored, leftOut: [], k: null }, k);
  const { winnerIndex, rounds, notes } = selected;
  const won = winnerIndex === null ? undefined : results[winnerIndex];
  return {
    winner: won?.candidate ?? null,
    winnerIndex,
    score: won?.score ?? null,
    bracket: { k: selected.k, rounds },
    results,
    notes,
    runId,
  };
};

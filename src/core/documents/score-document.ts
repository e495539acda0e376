import * as z from 'zod';
import { compareOutcomes, type Comparison } from '../experiment/compare-outcomes.ts';
import { playTournament, TOURNAMENT_MODEL } from '../decide/tournament.ts';
import { BenchmarkDocument } from '../domain/bench/benchmark-facts.ts';
import { ConventionDocument } from '../domain/source/convention-facts.ts';
import { ExperimentDocument } from '../domain/experiment/experiment-facts.ts';
import { RaceDocument } from '../domain/run/race-document.ts';
import { TournamentDocument } from '../domain/run/tournament.ts';
import { scoreRace } from '../conclude/score-race.ts';
import { round4, roundAll } from '../math/round4.ts';
import { readDocument } from './read-document.ts';
import { toContract } from '../report/run/json-contract.ts';
import { scoreBenchmark } from '../score/benchmark/model.ts';
import { conventionScorecard } from '../score/convention/model.ts';
import { isObject } from '../domain/json/is-object.ts';

export type ScoreResult = Readonly<Record<string, unknown>>;

export type ScoredDocument =
  | { readonly ok: true; readonly result: ScoreResult }
  | { readonly ok: false; readonly error: string };

type Notes = readonly string[];

/** A document is not a run: its rankings have its own id if it has one. */
const NO_RUN = 'document';

const scoreWith =
  <S extends z.ZodType>(schema: S, score: (value: z.output<S>, notes: Notes) => ScoreResult) =>
  (document: unknown): ScoredDocument => {
    const read = readDocument(schema, document);
    return read.ok ? { ok: true, result: score(read.value, read.notes) } : read;
  };

/** Stored runs may have such weights; a document that is scored now may not. */
const WeighedRace = RaceDocument.refine(
  ({ policy: { weights } }) => Object.values(weights).some((weight = 0) => weight > 0),
  { path: ['policy', 'weights'], message: 'every weight is 0, so nothing would be scored' },
);

const race = scoreWith(WeighedRace, ({ run_id, policy, ...field }, notes) => {
  const scored = scoreRace(field, policy);
  return toContract({
    run_id: run_id ?? NO_RUN,
    ...scored,
    rejected: [],
    notes: [...notes, ...scored.notes],
  });
});

const benchmark = scoreWith(BenchmarkDocument, (facts, notes) => {
  const card = scoreBenchmark(facts);
  return {
    model: card.model,
    scores: roundAll({ ...card.breakdown, total: card.total }),
    votes: card.votes,
    reasons: card.reasons,
    weights: roundAll(card.weights),
    status: card.status,
    notes: [...notes, ...card.notes],
  };
});

const showTask = ({ task, composite }: Comparison['tasks'][number]): ScoreResult => {
  if (!composite.known)
    return { task, baseline: null, candidate: null, delta: null, reason: composite.reason };
  const { baseline, candidate } = composite.value;
  return {
    task,
    baseline: round4(baseline),
    candidate: round4(candidate),
    delta: round4(candidate - baseline),
  };
};

const experiment = scoreWith(ExperimentDocument, ({ baseline, candidate, thresholds }, notes) => {
  const comparison = compareOutcomes(baseline, candidate, thresholds);
  return {
    model: comparison.model,
    verdict: comparison.verdict,
    promote: comparison.promote,
    net_gain: round4(comparison.netGain),
    tasks: comparison.tasks.map(showTask),
    regressions: comparison.regressions,
    unmatched: comparison.unmatched,
    thresholds: comparison.thresholds,
    notes: [...notes, ...comparison.notes],
  };
});

const convention = scoreWith(ConventionDocument, (facts, notes) => {
  const card = conventionScorecard(facts);
  return {
    model: card.model,
    breakdown: roundAll({ ...card.breakdown, total: card.total }),
    reasons: card.reasons,
    weights: roundAll(card.weights),
    status: card.status,
    notes,
  };
});

const tournament = scoreWith(TournamentDocument, ({ scores, k }, notes) => ({
  model: TOURNAMENT_MODEL,
  ...playTournament(scores, k),
  notes,
}));

const SCORERS = { race, benchmark, experiment, convention, tournament } as const;

const Model = z.enum(Object.keys(SCORERS) as (keyof typeof SCORERS)[]);

/** One JSON document of any model → its result. Total: bad input is an error that names the field. */
export const scoreDocument = (document: unknown): ScoredDocument => {
  if (!isObject(document)) return { ok: false, error: 'document: a JSON object is expected' };
  const model = Model.safeParse((document as { readonly model?: unknown }).model);
  return model.success
    ? SCORERS[model.data](document)
    : { ok: false, error: `model: one of ${Object.keys(SCORERS).join(', ')} is expected` };
};

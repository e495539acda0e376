import type { BenchmarkFacts, BenchmarkMetric } from '../../domain/bench/benchmark-facts.ts';
import type { Measured } from '../../domain/measured.ts';
import type { ModelId, Scorecard } from '../../domain/run/scorecard.ts';
import { drawScorecard } from '../../math/draw-scorecard.ts';
import { scoreEfficiency } from './score-efficiency.ts';
import { scoreFunctional } from './score-functional.ts';
import { scoreHumanLike } from './score-human-like.ts';
import { scoreQuality } from './score-quality.ts';
import { scoreSecurity } from './score-security.ts';

export const BENCHMARK_MODEL = { id: 'benchmark', version: '1.0.0' } as const satisfies ModelId;

export type BenchmarkScorecard = Scorecard<BenchmarkMetric> & {
  readonly model: ModelId;
  readonly votes: number;
  readonly notes: readonly string[];
};

type Languages = Measured<ReadonlyMap<string, Measured<unknown>>>;

const languageNotes = (metric: string, languages: Languages): string[] =>
  languages.known
    ? [...languages.value].flatMap(([language, facts]) =>
        facts.known ? [] : [`${metric} of ${language}: ${facts.reason}`],
      )
    : [];

export const scoreBenchmark = (facts: BenchmarkFacts): BenchmarkScorecard => {
  const humanLike = scoreHumanLike(facts);
  const card = drawScorecard<BenchmarkMetric>(
    {
      functional: scoreFunctional(facts),
      quality: scoreQuality(facts),
      security: scoreSecurity(facts),
      efficiency: scoreEfficiency(facts),
      human_like: humanLike.score,
    },
    facts.weights,
  );
  return {
    ...card,
    model: BENCHMARK_MODEL,
    votes: humanLike.votes,
    notes: [
      ...languageNotes('quality', facts.quality),
      ...languageNotes('security', facts.security),
      ...humanLike.notes,
    ],
  };
};

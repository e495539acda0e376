import type { ConventionFacts } from '../../domain/source/convention-facts.ts';
import { mapMeasured } from '../../domain/measured.ts';
import type { ModelId, Scorecard } from '../../domain/run/scorecard.ts';
import { drawScorecard } from '../../math/draw-scorecard.ts';
import { scoreExecSignals } from './score-exec-signals.ts';
import { scoreIdentifierMatch } from './score-identifier-match.ts';

export const CONVENTION_MODEL = { id: 'convention', version: '1.0.0' } as const satisfies ModelId;

export const CONVENTION_WEIGHTS = {
  identifierMatch: 0.35,
  boundaries: 0.2,
  schemaConformance: 0.15,
  filePattern: 0.1,
  execSignals: 0.2,
} as const;

export type ConventionMetric = keyof typeof CONVENTION_WEIGHTS;
export type ConventionScorecard = Scorecard<ConventionMetric> & { readonly model: ModelId };

const noneIsRight = (errors: number): number => (errors === 0 ? 1 : 0);

/** How native a change looks in its repository. Only errors that the base does not have count. */
export const conventionScorecard = (facts: ConventionFacts): ConventionScorecard => ({
  ...drawScorecard<ConventionMetric>(
    {
      identifierMatch: scoreIdentifierMatch(facts),
      boundaries: mapMeasured(facts.new_boundary_errors, noneIsRight),
      schemaConformance: mapMeasured(facts.schema_errors, noneIsRight),
      filePattern: facts.file_pattern,
      execSignals: scoreExecSignals(facts),
    },
    CONVENTION_WEIGHTS,
  ),
  model: CONVENTION_MODEL,
});

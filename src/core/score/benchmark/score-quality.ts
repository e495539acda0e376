import type { BenchmarkFacts, LanguageQuality } from '../../domain/bench/benchmark-facts.ts';
import { mapMeasured, measured, missing, type Measured } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import { meanMeasured } from '../../math/mean-measured.ts';

type Added = NonNullable<LanguageQuality['added']>;

/** Complexity: full marks up to 5, none from 25. */
const CC_WORST = 25;
const CC_SPAN = 20;
const MI_BEST = 100;

const scoreViolations = ({ violations, changed_loc: lines }: LanguageQuality): Measured<number> => {
  if (!violations.known) return violations;
  if (!lines.known) return lines;
  if (lines.value === 0) return missing('not-configured', 'no line was changed');
  return measured(Math.max(0, 1 - violations.value / lines.value));
};

/** Maintainability that may be lost until nothing is left: all below the middle of its scale. */
const MI_SPAN = 50;

/** The change against its base: old problems cost nothing, added ones as much as in new code. */
const scoreAdded = (facts: LanguageQuality, added: Added): Measured<number> =>
  meanMeasured(
    [
      scoreViolations({ ...facts, violations: added.violations }),
      mapMeasured(added.cc, (cc) => clamp(1 - cc / CC_SPAN, 0, 1)),
      mapMeasured(added.mi, (mi) => clamp(1 - mi / MI_SPAN, 0, 1)),
    ],
    'nothing was measured',
  );

/** The documented formula. */
const scoreAbsolute = (facts: LanguageQuality): Measured<number> =>
  meanMeasured(
    [
      scoreViolations(facts),
      mapMeasured(facts.cc, (cc) => clamp((CC_WORST - cc) / CC_SPAN, 0, 1)),
      mapMeasured(facts.mi, (mi) => clamp(mi / MI_BEST, 0, 1)),
    ],
    'nothing was measured',
  );

const scoreLanguage = (facts: LanguageQuality): Measured<number> =>
  facts.added === undefined ? scoreAbsolute(facts) : scoreAdded(facts, facts.added);

/** Code that the candidate made unparsable scores 0; a missing tool gives no score. */
export const scoreQuality = ({ quality }: Pick<BenchmarkFacts, 'quality'>): Measured<number> =>
  quality.known
    ? meanMeasured(
        [...quality.value.values()].map((language) =>
          language.known ? scoreLanguage(language.value) : language,
        ),
        'no language was analysed',
      )
    : quality;

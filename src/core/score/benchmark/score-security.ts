import type { BenchmarkFacts, LanguageSecurity } from '../../domain/bench/benchmark-facts.ts';
import { measured, type Measured } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import { meanMeasured } from '../../math/mean-measured.ts';

const COST_OF = { high: 0.4, medium: 0.15, low: 0.05 } as const;

/** Critical counts as high. */
const scoreLanguage = ({ critical, high, medium, low }: LanguageSecurity): Measured<number> => {
  if (!high.known) return high;
  if (!medium.known) return medium;
  if (!low.known) return low;
  const cost =
    COST_OF.high * (critical + high.value) + COST_OF.medium * medium.value + COST_OF.low * low.value;
  return measured(clamp(1 - cost, 0, 1));
};

export const scoreSecurity = ({ security }: Pick<BenchmarkFacts, 'security'>): Measured<number> =>
  security.known
    ? meanMeasured(
        [...security.value.values()].map((language) =>
          language.known ? scoreLanguage(language.value) : language,
        ),
        'no language was analysed',
      )
    : security;

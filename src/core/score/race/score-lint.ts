import { mapMeasured, type Measured } from '../../domain/measured.ts';
import { clamp } from '../../math/clamp.ts';
import { pairMeasured } from '../../math/pair-measured.ts';
import type { RaceInput } from './race-input.ts';

const COST_OF = { error: 12, warning: 2 } as const;

export const scoreLint = ({
  candidate,
  baseline,
}: Pick<RaceInput, 'candidate' | 'baseline'>): Measured<number> =>
  mapMeasured(pairMeasured(baseline.lint, candidate.lint), ({ base, own }) => {
    const newErrors = Math.max(0, own.errors - base.errors);
    const newWarnings = Math.max(0, own.warnings - base.warnings);
    const resolved = Math.max(0, base.errors + base.warnings - (own.errors + own.warnings));
    return clamp(100 - newErrors * COST_OF.error - newWarnings * COST_OF.warning + resolved, 0, 100);
  });

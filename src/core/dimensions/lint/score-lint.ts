import { mapMeasured, type Measured } from '../../domain/measured.ts';
import type { RaceFacts } from '../../domain/run/race-facts.ts';
import { clamp } from '../../math/clamp.ts';
import { compareFindings, type OldNames } from '../../math/compare-findings.ts';
import { pairMeasured } from '../../math/pair-measured.ts';
import type { ScoreExplanation } from '../dimension.ts';
import type { RaceInput } from '../race-input.ts';

const COST_OF = { error: 12, warning: 2 } as const;

const oldNamesOf = ({ diff }: RaceFacts): OldNames =>
  new Map(
    (diff.known ? diff.value.files : []).flatMap(({ path, oldPath }) =>
      oldPath === undefined ? [] : [[path, oldPath] as const],
    ),
  );

export const explainLint: ScoreExplanation = {
  formula: `100 − ${COST_OF.error} × new_errors − ${COST_OF.warning} × new_warnings + resolved, from 0 to 100`,
  inputs: ({ candidate, baseline }) => {
    const pair = pairMeasured(baseline.lint, candidate.lint);
    if (!pair.known) return [];
    const { base, own } = pair.value;
    const { newErrors, newWarnings, resolved } = compareFindings(base, own, oldNamesOf(candidate));
    const found = { new_errors: newErrors, new_warnings: newWarnings, resolved };
    return [
      ...Object.entries(found).map(
        ([name, value]) => ({ name, value, of: 'candidate', check: 'lint' }) as const,
      ),
      { name: 'errors', value: base.errors, of: 'baseline', check: 'lint' },
      { name: 'warnings', value: base.warnings, of: 'baseline', check: 'lint' },
    ];
  },
};

export const scoreLint = ({
  candidate,
  baseline,
}: Pick<RaceInput, 'candidate' | 'baseline'>): Measured<number> =>
  mapMeasured(pairMeasured(baseline.lint, candidate.lint), ({ base, own }) => {
    const { newErrors, newWarnings, resolved } = compareFindings(base, own, oldNamesOf(candidate));
    return clamp(100 - newErrors * COST_OF.error - newWarnings * COST_OF.warning + resolved, 0, 100);
  });

import { mapMeasured, type Measured } from '../../domain/measured.ts';
import type { RaceFacts } from '../../domain/run/race-facts.ts';
import { clamp } from '../../math/clamp.ts';
import { compareFindings, type OldNames } from '../../math/compare-findings.ts';
import { pairMeasured } from '../../math/pair-measured.ts';
import type { RaceInput } from '../race-input.ts';

const COST_OF = { error: 12, warning: 2 } as const;

const oldNamesOf = ({ diff }: RaceFacts): OldNames =>
  new Map(
    (diff.known ? diff.value.files : []).flatMap(({ path, oldPath }) =>
      oldPath === undefined ? [] : [[path, oldPath] as const],
    ),
  );

export const scoreLint = ({
  candidate,
  baseline,
}: Pick<RaceInput, 'candidate' | 'baseline'>): Measured<number> =>
  mapMeasured(pairMeasured(baseline.lint, candidate.lint), ({ base, own }) => {
    const { newErrors, newWarnings, resolved } = compareFindings(base, own, oldNamesOf(candidate));
    return clamp(100 - newErrors * COST_OF.error - newWarnings * COST_OF.warning + resolved, 0, 100);
  });

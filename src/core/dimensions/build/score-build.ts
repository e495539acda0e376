import type { BuildResult } from '../../domain/check/build-result.ts';
import { mapMeasured, type Measured } from '../../domain/measured.ts';
import { pairMeasured, type Pair } from '../../math/pair-measured.ts';
import type { RaceInput } from '../race-input.ts';

const FULL = 100;

/** A target that only one side names still counts: not reporting it is not building it. */
const builtShare = ({ base, own }: Pair<BuildResult>): number | null => {
  const names = new Set([...Object.keys(base.targets ?? {}), ...Object.keys(own.targets ?? {})]);
  if (names.size === 0) return null;
  const built = Object.values(own.targets ?? {}).filter(Boolean).length;
  return built / names.size;
};

export const scoreBuild = ({
  candidate,
  baseline,
  policy,
}: Pick<RaceInput, 'candidate' | 'baseline' | 'policy'>): Measured<number> =>
  mapMeasured(pairMeasured(baseline.build, candidate.build), (pair) => {
    const share = policy.build_mode === 'gradient' ? builtShare(pair) : null;
    return FULL * (share ?? (pair.own.passed ? 1 : 0));
  });

import type { BuildResult } from '../../domain/check/build-result.ts';
import { mapMeasured, type Measured } from '../../domain/measured.ts';
import { pairMeasured, type Pair } from '../../math/pair-measured.ts';
import type { ScoreExplanation } from '../dimension.ts';
import type { RaceInput } from '../race-input.ts';

const FULL = 100;

/** A target that only one side reports still counts: unreported means not built. */
const builtShare = ({ base, own }: Pair<BuildResult>): number | null => {
  const names = new Set([...Object.keys(base.targets ?? {}), ...Object.keys(own.targets ?? {})]);
  if (names.size === 0) return null;
  const built = Object.values(own.targets ?? {}).filter(Boolean).length;
  return built / names.size;
};

export const explainBuild: ScoreExplanation = {
  formula: '100 if the build passes, else 0; in gradient mode 100 × built targets ÷ all targets',
  inputs: ({ candidate, baseline, policy }) => {
    const pair = pairMeasured(baseline.build, candidate.build);
    if (!pair.known) return [];
    const share = policy.build_mode === 'gradient' ? builtShare(pair.value) : null;
    return [
      { name: 'passed', value: pair.value.own.passed, of: 'candidate', check: 'build' },
      { name: 'passed', value: pair.value.base.passed, of: 'baseline', check: 'build' },
      ...(share === null
        ? []
        : [{ name: 'built_targets', value: share, of: 'candidate', check: 'build' } as const]),
      { name: 'build_mode', value: policy.build_mode, of: 'policy' },
    ];
  },
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

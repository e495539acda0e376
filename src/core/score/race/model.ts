import { missing, type Measured } from '../../domain/measured.ts';
import type { RacePolicy } from '../../domain/policy/race-policy.ts';
import type { Scorecard } from '../../domain/run/scorecard.ts';
import { type Dimensions, drawScorecard } from '../../math/draw-scorecard.ts';
import type { RaceInput } from './race-input.ts';
import { scoreBuild } from './score-build.ts';
import { scoreConvention } from './score-convention.ts';
import { costReplacesSpeed, scoreCost } from './score-cost.ts';
import { scoreDiffScope } from './score-diff-scope.ts';
import { scoreHumanLike } from './score-human-like.ts';
import { scoreLint } from './score-lint.ts';
import { scoreQuality } from './score-quality.ts';
import { scoreSpeed } from './score-speed.ts';
import { scoreTests } from './score-tests.ts';

export const RACE_MODEL = { id: 'race', version: '1.0.0' } as const;

export type RaceDimension = keyof RacePolicy['weights'];

const speedOrItsHeir = (input: RaceInput): Measured<number> =>
  costReplacesSpeed(input)
    ? missing('not-configured', 'cost per success takes the place of speed')
    : scoreSpeed(input);

/** The five documented dimensions always; the others only where the policy weighs them. */
export const scoreRace = (input: RaceInput): Scorecard<RaceDimension> => {
  const { cost, convention, quality, human_like, ...weights } = input.policy.weights;
  const documented = {
    build: scoreBuild(input),
    tests: scoreTests(input),
    lint: scoreLint(input),
    diff_scope: scoreDiffScope(input),
    speed: speedOrItsHeir(input),
  };
  return drawScorecard<RaceDimension>(
    {
      ...documented,
      ...(cost === undefined ? {} : { cost: scoreCost(input) }),
      ...(convention === undefined ? {} : { convention: scoreConvention(input) }),
      ...(quality === undefined ? {} : { quality: scoreQuality(input) }),
      ...(human_like === undefined ? {} : { human_like: scoreHumanLike(input) }),
    } as Dimensions<RaceDimension>,
    {
      ...weights,
      cost: cost ?? 0,
      convention: convention ?? 0,
      quality: quality ?? 0,
      human_like: human_like ?? 0,
    },
  );
};

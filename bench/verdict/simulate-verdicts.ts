// Made-up agents whose true quality is known: what the verdicts make of their noise.
import { compareOutcomes } from '../../src/core/experiment/compare-outcomes.ts';
import { statisticalVerdict } from '../../src/core/decide/experiment/statistical-verdict.ts';
import { shouldPromote } from '../../src/core/decide/verdict.ts';
import { ExperimentPolicy } from '../../src/core/domain/experiment/experiment-policy.ts';
import { measured, missing } from '../../src/core/domain/measured.ts';
import type { SideSample, TaskSample } from '../../src/core/domain/experiment/task-sample.ts';
import { mean } from '../../src/core/math/mean.ts';
import { randomBits, type RandomBits } from '../../src/core/math/statistics/random-bits.ts';

const SHAPE = 0.8;
/** Of what a task lacks to certainty: half of that on average, so 13.5 points. */
const GAIN = 0.27;
const POLICY = ExperimentPolicy.parse({});
const UNJUDGED = missing('not-configured', 'no judge');

/** Beta(0.8, 0.8), by Jöhnk's rejection. */
const drawDifficulty = (random: RandomBits): number => {
  for (;;) {
    const left = random.unit() ** (1 / SHAPE);
    const right = random.unit() ** (1 / SHAPE);
    if (left + right > 0 && left + right <= 1) return left / (left + right);
  }
};

const drawSide = (random: RandomBits, rate: number, trials: number): SideSample => {
  const composites = Array.from({ length: trials }, () => (random.unit() < rate ? 1 : 0));
  return { composites, objectives: composites.map((passed) => ({ passed, total: 1 })), cost: {} };
};

export type Scenario = {
  readonly gain: boolean;
  /** One task that always passed and never passes now. */
  readonly broken: boolean;
};

export type Size = { readonly tasks: number; readonly trials: number; readonly repetitions: number };

const drawSample = (random: RandomBits, at: number, scenario: Scenario, trials: number): TaskSample => {
  const rate = drawDifficulty(random);
  const broken = scenario.broken && at === 0;
  const after = scenario.gain ? rate + GAIN * (1 - rate) : rate;
  return {
    task: `task-${at}`,
    baseline: drawSide(random, broken ? 1 : rate, trials),
    candidate: drawSide(random, broken ? 0 : after, trials),
  };
};

const meanOf = (task: string, { objectives }: SideSample) => ({
  task,
  objective: measured({ passed: mean(objectives.map(({ passed }) => passed)) ?? 0, total: 1 }),
  judge: UNJUDGED,
  cost: {},
});

export type Tally = {
  readonly improved: number;
  readonly regressed: number;
  readonly equivalent: number;
  readonly inconclusive: number;
  readonly promoted: number;
  /** What the documented rule says of the means of the same trials. */
  readonly strictRegressed: number;
  /** Comparisons with at least one confirmed regression. */
  readonly confirmed: number;
};

/** Shares of the repetitions; the same for a seed on every machine. */
export const simulateVerdicts = (scenario: Scenario, size: Size, seed: number): Tally => {
  const random = randomBits(seed);
  const counts = { improved: 0, regressed: 0, equivalent: 0, inconclusive: 0 };
  let [promoted, strictRegressed, confirmed] = [0, 0, 0];
  for (let repetition = 0; repetition < size.repetitions; repetition += 1) {
    const samples = Array.from({ length: size.tasks }, (_, at) =>
      drawSample(random, at, scenario, size.trials),
    );
    const statistical = statisticalVerdict({ samples, confirmations: [], policy: POLICY, seed });
    const strict = compareOutcomes(
      samples.map(({ task, baseline }) => meanOf(task, baseline)),
      samples.map(({ task, candidate }) => meanOf(task, candidate)),
    );
    counts[statistical.verdict] += 1;
    if (shouldPromote({ ...strict, statistical })) promoted += 1;
    if (strict.verdict === 'regressed') strictRegressed += 1;
    if (statistical.regressions.some(({ state }) => state === 'confirmed')) confirmed += 1;
  }
  const share = (count: number): number => count / size.repetitions;
  return {
    improved: share(counts.improved),
    regressed: share(counts.regressed),
    equivalent: share(counts.equivalent),
    inconclusive: share(counts.inconclusive),
    promoted: share(promoted),
    strictRegressed: share(strictRegressed),
    confirmed: share(confirmed),
  };
};

// Simulated agents whose true quality is known: how verdicts deal with their noise.
import { compareOutcomes } from '../../src/core/experiment/compare-outcomes.ts';
import { statisticalVerdict } from '../../src/core/decide/experiment/statistical-verdict.ts';
import { findRegressions } from '../../src/core/decide/experiment/find-regressions.ts';
import { clearRegressions, shouldPromote } from '../../src/core/decide/verdict.ts';
import { ExperimentPolicy, thresholdsOf } from '../../src/core/domain/experiment/experiment-policy.ts';
import { measured, missing } from '../../src/core/domain/measured.ts';
import type { ConfirmSample, SideSample, TaskSample } from '../../src/core/domain/experiment/task-sample.ts';
import { mean } from '../../src/core/math/mean.ts';
import { randomBits, type RandomBits } from '../../src/core/math/statistics/random-bits.ts';

const SHAPE = 0.8;
/** Share of a task's distance to certainty: half of it on average, so 13.5 points. */
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
  /** One task that is truly worse by this much: it passed in nine of ten trials. */
  readonly worse?: number;
  /** Share of each task's distance to certainty that is gained. */
  readonly share?: number;
  /** Fresh trials of suspected tasks, as `hydra compare` runs them by default. */
  readonly confirm?: boolean;
};

export type Size = { readonly tasks: number; readonly trials: number; readonly repetitions: number };

/** True chances of one task to pass, before and after. */
type Task = { readonly name: string; readonly before: number; readonly after: number };

const ONE_OFTEN = 0.9;

const drawTask = (random: RandomBits, at: number, scenario: Scenario): Task => {
  const name = `task-${at}`;
  const rate = drawDifficulty(random);
  if (at === 0 && scenario.broken) return { name, before: 1, after: 0 };
  if (at === 0 && scenario.worse !== undefined)
    return { name, before: ONE_OFTEN, after: ONE_OFTEN - scenario.worse };
  return { name, before: rate, after: scenario.gain ? rate + (scenario.share ?? GAIN) * (1 - rate) : rate };
};

const drawSample = (random: RandomBits, { name, before, after }: Task, trials: number): TaskSample => ({
  task: name,
  baseline: drawSide(random, before, trials),
  candidate: drawSide(random, after, trials),
});

const join = (one: SideSample, other: SideSample): SideSample => ({
  composites: [...one.composites, ...other.composites],
  objectives: [...one.objectives, ...other.objectives],
  cost: {},
});

/** Fresh trials of all suspected tasks, round by round, and their number. */
const confirmAll = (
  random: RandomBits,
  tasks: readonly Task[],
  samples: readonly TaskSample[],
  trials: number,
): { readonly confirmations: readonly ConfirmSample[]; readonly fresh: number } => {
  const seen = new Map<string, ConfirmSample>();
  let fresh = 0;
  for (let round = 1; round <= POLICY.confirm_rounds; round += 1) {
    const suspects = findRegressions(samples, [...seen.values()], POLICY).filter(
      ({ state }) => state === 'suspected',
    );
    if (suspects.length === 0) break;
    for (const { task } of suspects) {
      const more = drawSample(
        random,
        tasks.find(({ name }) => name === task)!,
        trials,
      );
      const own = seen.get(task);
      fresh += 2 * trials;
      seen.set(task, {
        task,
        round,
        baseline: own === undefined ? more.baseline : join(own.baseline, more.baseline),
        candidate: own === undefined ? more.candidate : join(own.candidate, more.candidate),
      });
    }
  }
  return { confirmations: [...seen.values()], fresh };
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
  /** The documented rule's verdict on the means of the same trials. */
  readonly strictRegressed: number;
  /** Comparisons with at least one confirmed regression. */
  readonly confirmed: number;
  /** Fresh trials for each planned one, over the comparisons. */
  readonly freshShare: number;
};

/** Shares of the repetitions; the same for a seed on every machine. */
export const simulateVerdicts = (scenario: Scenario, size: Size, seed: number): Tally => {
  const random = randomBits(seed);
  const counts = { improved: 0, regressed: 0, equivalent: 0, inconclusive: 0 };
  let [promoted, strictRegressed, confirmed, freshTrials] = [0, 0, 0, 0];
  for (let repetition = 0; repetition < size.repetitions; repetition += 1) {
    const drawn = Array.from({ length: size.tasks }, (_, at) => {
      const task = drawTask(random, at, scenario);
      return { task, sample: drawSample(random, task, size.trials) };
    });
    const [tasks, samples] = [drawn.map(({ task }) => task), drawn.map(({ sample }) => sample)];
    const planned = statisticalVerdict({ samples, confirmations: [], policy: POLICY, seed });
    // As the command does: fresh trials only if a promotion depends on them.
    const worthIt = scenario.confirm === true && planned.verdict === 'improved';
    const { confirmations, fresh } = worthIt
      ? confirmAll(random, tasks, samples, size.trials)
      : { confirmations: [], fresh: 0 };
    const statistical =
      confirmations.length === 0
        ? planned
        : statisticalVerdict({ samples, confirmations, policy: POLICY, seed });
    const cleared = statistical.regressions.flatMap(({ task, state }) => (state === 'cleared' ? [task] : []));
    const compared = compareOutcomes(
      samples.map(({ task, baseline }) => meanOf(task, baseline)),
      samples.map(({ task, candidate }) => meanOf(task, candidate)),
    );
    const strict = clearRegressions(compared, new Set(cleared), thresholdsOf(POLICY));
    counts[statistical.verdict] += 1;
    freshTrials += fresh;
    if (shouldPromote({ ...strict, statistical })) promoted += 1;
    if (compared.verdict === 'regressed') strictRegressed += 1;
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
    freshShare: freshTrials / (2 * size.tasks * size.trials * size.repetitions),
  };
};

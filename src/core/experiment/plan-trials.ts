/** One run to make: everything that its result depends on, by name. */
export type PlannedTrial = {
  readonly task: string;
  readonly configuration: string;
  readonly trial: number;
  readonly round: number;
  readonly seed: number;
};

export type TrialPlan = {
  readonly tasks: readonly string[];
  readonly configurations: readonly string[];
  readonly seed: number;
};

/** Every round has its own seeds: no fresh trial repeats a planned one. */
const SEEDS_A_ROUND = 1_000_000;

export const seedOf = (seed: number, round: number, trial: number): number =>
  seed * SEEDS_A_ROUND * 100 + round * SEEDS_A_ROUND + trial;

const rotated = <T>(list: readonly T[], by: number): readonly T[] => {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
};

/**
 * Groups of one trial of one task under every configuration, with one seed. Configurations of a group run in parallel
 * or right after each other and take turns in going first, so that drift affects all of them equally.
 */
export const planTrials = (
  { tasks, configurations, seed }: TrialPlan,
  { from, to, round }: { readonly from: number; readonly to: number; readonly round: number },
): readonly (readonly PlannedTrial[])[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at).flatMap((trial) =>
    tasks.map((task, nth) =>
      rotated(configurations, trial + nth).map((configuration) => ({
        task,
        configuration,
        trial,
        round,
        seed: seedOf(seed, round, trial),
      })),
    ),
  );

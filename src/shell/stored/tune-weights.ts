import { DIMENSIONS } from '../../core/dimensions/dimensions.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { Ranking } from '../../core/domain/run/conclusion.ts';
import { type PairChoice, type Scores, type Tuning, tuneWeights } from '../../core/tune/fit-weights.ts';
import { UserError } from '../errors/user-error.ts';
import type { RunStore, StoredRun } from '../ports/run-store.ts';

const FULL_MARKS = 100;

/** A missing run has no scores to learn from. */
const loadOrNull = async (store: RunStore, id: string): Promise<StoredRun | null> => {
  try {
    return await store.load(id);
  } catch (error) {
    if (error instanceof UserError && error.code === 'run-unknown') return null;
    throw error;
  }
};

const scoresOf = ({ breakdown }: Ranking): Scores =>
  Object.fromEntries(
    Object.entries(breakdown).map(([key, score]) => [key, score === null ? null : score / FULL_MARKS]),
  );

/** Weights that fit the recorded choices of this repository. Choices that a gate decided do not count. */
export const tuneStored = async (
  store: RunStore,
  { scoring }: Pick<HydraConfig, 'scoring'>,
): Promise<Tuning> => {
  const choices: PairChoice[] = [];
  const runs = new Map<string, StoredRun | null>();
  for (const { run, preferred, over } of await store.preferences()) {
    if (!runs.has(run)) runs.set(run, await loadOrNull(store, run));
    const rankings = runs.get(run)?.conclusion.rankings ?? [];
    const [one, other] = [preferred, over].map((name) => rankings.find(({ agent }) => agent === name));
    if (one?.mergeable !== true || other?.mergeable !== true) continue;
    choices.push({ run, better: scoresOf(one), worse: scoresOf(other) });
  }
  if (choices.length === 0)
    throw new UserError(
      'no-preferences',
      'No choice between two mergeable candidates is recorded here.',
      'Record some with: hydra prefer RUN BETTER WORSE; hydra merge records one too.',
    );
  const current = Object.fromEntries(
    DIMENSIONS.flatMap(({ key }) => {
      const weight = scoring.weights[key];
      return weight === undefined ? [] : [[key, weight]];
    }),
  );
  return tuneWeights(current, choices);
};

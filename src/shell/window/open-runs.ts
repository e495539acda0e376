import { decideByWeights, type Decider } from '../../core/conclude/conclude.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import { scoringInputs, type ScoringInputs } from '../../core/conclude/score-captured.ts';
import type { RunStore, StoredRun } from '../ports/run-store.ts';
import type { RunWindow } from '../ports/run-window.ts';

/** A run in memory takes several times its JSON. */
const MOST_BYTES = 12 * 1024 * 1024;
const MOST_RUNS = 10;

/** Loaded runs: the most recently used stay in memory, up to a size. Finished runs do not change. */
export type OpenRuns = {
  get(id: string): Promise<StoredRun>;
  /** What scores are computed from, by candidate. Kept for one run: one candidate takes as long as all of them. */
  inputs(stored: StoredRun): ScoringInputs;
  /** Decides again under other weights. Kept for one run: a slider asks often. */
  decider(stored: StoredRun): Decider;
};

export const keepRuns = (store: Pick<RunStore, 'load'>, window: Pick<RunWindow, 'files'>): OpenRuns => {
  const kept = new Map<string, { readonly run: Promise<StoredRun>; bytes: number }>();
  const dropOldest = (): void => {
    for (const [id, { bytes }] of kept) {
      const all = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
      if (kept.size <= 1 || (kept.size <= MOST_RUNS && all <= MOST_BYTES)) return;
      if (bytes >= 0) kept.delete(id);
    }
  };
  let scored: { readonly of: StoredRun; readonly inputs: ScoringInputs } | null = null;
  let deciding: { readonly of: StoredRun; readonly decider: Decider } | null = null;
  return {
    decider(stored) {
      const { captured, config, id } = stored;
      if (deciding?.of !== stored)
        deciding = { of: stored, decider: decideByWeights(captured, racePolicyOf(config), id) };
      return deciding.decider;
    },
    inputs(stored) {
      if (scored?.of !== stored)
        scored = { of: stored, inputs: scoringInputs(stored.captured, racePolicyOf(stored.config)) };
      return scored.inputs;
    },
    get(id) {
      const known = kept.get(id);
      kept.delete(id);
      const entry = known ?? { run: store.load(id), bytes: 0 };
      kept.set(id, entry);
      if (known !== undefined) return known.run;
      entry.run.then(
        async () => {
          const files = await window.files(id).catch(() => []);
          entry.bytes = files.reduce((sum, { path, bytes }) => sum + (path.endsWith('.json') ? bytes : 0), 0);
          dropOldest();
        },
        () => kept.delete(id),
      );
      return entry.run;
    },
  };
};

import { loadBenchRuns } from '../../../../shell/bench/stored-bench-runs.ts';
import type { BenchStore, StoredBenchRun } from '../../../../shell/ports/bench-store.ts';
import { openBenchStoreAt } from '../../../wiring/wiring-bench.ts';
import type { Terminal } from '../../console/terminal.ts';

export type StoredRuns = { readonly store: BenchStore; readonly runs: readonly StoredBenchRun[] };

/** The readable runs of a folder; the others are reported. */
export const storedRuns = async (terminal: Terminal, folder: string): Promise<StoredRuns> => {
  const store = await openBenchStoreAt(folder);
  const { runs } = await loadBenchRuns(store, folder, (run) =>
    terminal.note(`left out ${run.folder}: ${run.reason}`),
  );
  return { store, runs };
};

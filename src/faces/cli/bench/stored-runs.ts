import type { BenchStore, StoredBenchRun } from '../../../shell/ports/bench-store.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openBenchStoreAt } from '../../wiring/wiring-bench.ts';
import type { Terminal } from '../terminal.ts';

export type StoredRuns = { readonly store: BenchStore; readonly runs: readonly StoredBenchRun[] };

/** Stored runs that are complete; others are reported and do not count. */
export const storedRuns = async (terminal: Terminal, folder: string): Promise<StoredRuns> => {
  const store = await openBenchStoreAt(folder);
  const { runs, unreadable } = await store.list();
  for (const one of unreadable) terminal.note(`left out ${one.folder}: ${one.reason}`);
  if (runs.length > 0) return { store, runs };
  throw new UserError(
    'no-bench-runs',
    `${folder} contains no runs`,
    'Start with `hydra bench run`, or name the folder with --out.',
  );
};

/** One of them, by id or a prefix of it; the newest by default. */
export const oneRun = (runs: readonly StoredBenchRun[], asked: string | undefined): StoredBenchRun => {
  const found =
    asked === undefined ? runs.slice(-1) : runs.filter(({ summary }) => summary.run_id.startsWith(asked));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UserError(
    'bench-run',
    found.length === 0 ? `There is no run ${asked}` : `${found.length} runs start with ${asked}`,
    'Use a longer prefix of its id, as in the folder of runs.',
  );
};

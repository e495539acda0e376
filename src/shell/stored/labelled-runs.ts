import type { LabelledTask } from '../../core/lab/selector.ts';
import { UserError } from '../errors/user-error.ts';
import type { RunStore } from '../ports/run-store.ts';

const OWN_REPOSITORY = 'this repository';
const utf8 = new TextDecoder();

/** A missing run has no evidence to measure. */
const loadOrNull = async (store: RunStore, id: string) => {
  try {
    return await store.load(id);
  } catch (error) {
    if (error instanceof UserError && error.code === 'run-unknown') return null;
    throw error;
  }
};

/** The user's own runs as tasks, with the outcomes that were recorded. */
export const labelledRuns = async (store: RunStore): Promise<readonly LabelledTask[]> => {
  const outcomes = await store.outcomes();
  const tasks: LabelledTask[] = [];
  for (const id of [...new Set(outcomes.map(({ run }) => run))].toSorted()) {
    const stored = await loadOrNull(store, id);
    if (stored === null) continue;
    const { captured, conclusion } = stored;
    const candidates = [];
    for (const { candidate } of captured.evidence) {
      const { name, provenance } = candidate;
      const patch = utf8.decode(await store.readPatch(id, name));
      candidates.push({
        name,
        ...(provenance.author === undefined ? {} : { author: provenance.author }),
        patch,
      });
    }
    const right = new Map(
      outcomes.flatMap((one) => (one.run === id ? [[one.candidate, one.right] as const] : [])),
    );
    tasks.push({
      id,
      repo: OWN_REPOSITORY,
      task: captured.task ?? '',
      candidates,
      captured,
      conclusion,
      ...(captured.panel === undefined ? {} : { panel: captured.panel }),
      right,
    });
  }
  if (tasks.length > 0) return tasks;
  throw new UserError(
    'no-outcomes',
    'No outcome is recorded for a run of this repository.',
    'Record one with: hydra outcome RUN NAME right|wrong.',
  );
};

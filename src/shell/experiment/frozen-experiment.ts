import * as z from 'zod';
import { ExperimentPolicy } from '../../core/domain/experiment/experiment-policy.ts';
import { ExperimentConfiguration, RecordedTask } from '../../core/domain/experiment/experiment-record.ts';
import type { Trial } from '../../core/domain/experiment/trial.ts';
import type { RunStore, Trace } from '../ports/run-store.ts';
import { UserError } from '../errors/user-error.ts';

/** Everything needed to resume an experiment, stored before anything runs. */
export const FrozenExperiment = z.strictObject({
  kind: z.literal('experiment'),
  /** Folders by absolute path, commits by id. */
  sources: z.array(z.string()).min(2),
  tasks: z.string(),
  agent: z.string(),
  judge: z.string(),
  policy: ExperimentPolicy,
  seed: z.int().nonnegative(),
  /** Fresh trials of suspected tasks. `auto`: if a promotion depends on them; true: of all. */
  confirm: z.union([z.boolean(), z.literal('auto')]),
  budgetUsd: z.number().nonnegative().nullable(),
  jobs: z.int().min(1),
  configurations: z.array(ExperimentConfiguration),
  suite: z.array(RecordedTask),
  notes: z.array(z.string()),
  /** Agents may work without a sandbox. */
  allowDegraded: z.boolean().optional(),
});
export type FrozenExperiment = z.infer<typeof FrozenExperiment>;

export const noExperiment = (id: string): UserError =>
  new UserError(
    'run-no-experiment',
    `Run ${id} compared no configurations.`,
    'Resume other runs with `hydra evaluate --resume`.',
  );

const Created = z.object({ request: z.object({ evaluation: FrozenExperiment }) });

/** The request, from the first line of the trace. */
export const readFrozen = (id: string, { events }: Trace): FrozenExperiment => {
  const created = Created.safeParse(events.find(({ event }) => event === 'created'));
  if (!created.success) throw noExperiment(id);
  return created.data.request.evaluation;
};

/** Trials of a run that have a result, by key. */
export const readTrials = (run: string, { events }: Trace): ReadonlyMap<string, Trial> =>
  new Map(
    events.flatMap((event) =>
      event.event === 'trial' && event.trial.status !== 'errored'
        ? [[event.key, { made_in: run, ...event.trial }] as const]
        : [],
    ),
  );

const LATEST = 'latest';

/** A full id, a unique prefix, or `latest`: the newest experiment, finished or not. */
export const resolveExperiment = async (
  store: Pick<RunStore, 'list' | 'resolve' | 'readEvents'>,
  asked: string,
): Promise<string> => {
  if (asked !== LATEST) return store.resolve(asked);
  for (const { id, state } of await store.list()) {
    if (state === 'unreadable') continue;
    const { events } = await store.readEvents(id);
    if (Created.safeParse(events[0]).success) return id;
  }
  throw new UserError(
    'run-unknown',
    'There is no experiment here yet.',
    'Create the first one with `hydra compare`.',
  );
};

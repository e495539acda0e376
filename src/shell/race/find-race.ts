import { UserError } from '../errors/user-error.ts';
import type { RunStore, RunSummary } from '../ports/run-store.ts';

type Reads = Pick<RunStore, 'list' | 'resolve' | 'readEvents'>;

/** A run whose trace is unreadable cannot be followed as a race. */
const isRace = async (store: Reads, id: string): Promise<boolean> => {
  const trace = await store.readEvents(id).catch(() => null);
  const created = trace?.events.find(({ event }) => event === 'created');
  return created?.event === 'created' && created.request.race !== undefined;
};

/** A race by its id, a unique prefix, or `latest`: the newest of the wanted ones. */
export const findRace = async (
  store: Reads,
  asked: string,
  wanted: (run: RunSummary) => boolean,
  none: UserError,
): Promise<string> => {
  if (asked === 'latest') {
    for (const run of await store.list()) if (wanted(run) && (await isRace(store, run.id))) return run.id;
    throw none;
  }
  const id = await store.resolve(asked);
  if (await isRace(store, id)) return id;
  throw new UserError(
    'run-not-a-race',
    `Run ${id} is not a race.`,
    `\`hydra show ${id}\` shows it; \`hydra evaluate --resume ${id}\` continues it if it is unfinished.`,
  );
};

import { AbortError } from '../../errors/abort-error.ts';

/** Called when a step begins to wait for something other than its core, and when it goes on. */
export type OnIdle = (idle: boolean) => void;

/** Steps that run one after the other. */
export type Lane = {
  readonly urgent: boolean;
  /** Drops the lane if it waits; a running step ends by itself. */
  readonly signal?: AbortSignal | undefined;
  /** An estimate for all remaining steps. */
  remainingMs(): number;
  runNext(onIdle: OnIdle): Promise<'more' | 'done'>;
  /** Cleans up after the last step; holds no core. */
  close(): Promise<void>;
};

export type Cores = {
  readonly jobs: number;
  /** Use the core of a waiting step for another step, up to the number of cores. */
  readonly oversubscribeWhenIdle: boolean;
};

export type LaneScheduler = {
  /** Resolves when the lane is done and closed; rejects with its first failure, after closing it. */
  submit(lane: Lane): Promise<void>;
};

type Failure = { readonly error: unknown };

type Position = {
  readonly lane: Lane;
  readonly settle: (failure: Failure | null) => void;
  busy: boolean;
};

const priorityOf = ({ lane }: Position): number =>
  lane.remainingMs() + (lane.urgent ? Number.MAX_SAFE_INTEGER : 0);

/** The one with the most remaining work; the earlier of two equals. */
const pickNext = (positions: Iterable<Position>): Position | undefined => {
  let best: Position | undefined;
  let most = -1;
  for (const position of positions) {
    if (position.busy) continue;
    const priority = priorityOf(position);
    if (priority > most) [best, most] = [position, priority];
  }
  return best;
};

const closeLane = async ({ lane, settle }: Position, failure: Failure | null): Promise<void> => {
  try {
    await lane.close();
    settle(failure);
  } catch (error) {
    settle(failure ?? { error });
  }
};

const nextStep = async ({ lane }: Position, onIdle: OnIdle): Promise<'more' | 'done' | Failure> => {
  try {
    return await lane.runNext(onIdle);
  } catch (error) {
    return { error };
  }
};

/** Longest remaining lane first, at most `jobs` steps at work at a time: within one step of the ideal schedule. */
export const createLaneScheduler = ({ jobs, oversubscribeWhenIdle }: Cores): LaneScheduler => {
  const waiting = new Set<Position>();
  const idle = new Set<Position>();
  let running = 0;
  let due = false;
  const room = (): number => jobs + (oversubscribeWhenIdle ? Math.min(idle.size, jobs) : 0);

  const finish = (position: Position, failure: Failure | null): void => {
    waiting.delete(position);
    void closeLane(position, failure);
  };

  const runStep = async (position: Position): Promise<void> => {
    const ended = await nextStep(position, (waits) => {
      if (waits && position.busy) idle.add(position);
      else idle.delete(position);
      schedule();
    });
    position.busy = false;
    idle.delete(position);
    running -= 1;
    if (ended !== 'more') finish(position, ended === 'done' ? null : ended);
    schedule();
  };

  /** Later in the same turn, so that lanes submitted together compete. */
  const schedule = (): void => {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      while (running < room()) {
        const position = pickNext(waiting);
        if (position === undefined) return;
        position.busy = true;
        running += 1;
        void runStep(position);
      }
    });
  };

  return {
    submit: (lane) =>
      new Promise<void>((resolve, reject) => {
        const settle: Position['settle'] = (failure) => {
          lane.signal?.removeEventListener('abort', onAbort);
          if (failure === null) resolve();
          else reject(failure.error as Error);
        };
        const position: Position = { lane, settle, busy: false };
        const onAbort = (): void => {
          if (!position.busy) finish(position, { error: new AbortError(lane.signal?.reason) });
        };
        waiting.add(position);
        lane.signal?.addEventListener('abort', onAbort, { once: true });
        schedule();
      }),
  };
};

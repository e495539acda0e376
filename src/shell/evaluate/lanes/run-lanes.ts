/** Told when a step has begun to wait for something else than its core, and when it no longer does. */
export type OnIdle = (idle: boolean) => void;

/** One unit of work on a core. */
export type Step = {
  readonly estimateMs: () => number;
  readonly run: (onIdle: OnIdle) => Promise<'continue' | 'stop'>;
};

/** Steps that must follow each other, since they share a workspace. */
export type Lane = {
  readonly steps: readonly Step[];
  readonly first: boolean;
  readonly close: () => Promise<void>;
};

type Position = { readonly lane: Lane; next: number; busy: boolean };

const remainingMs = ({ lane, next }: Position): number =>
  lane.steps
    .slice(next)
    .reduce((sum, step) => sum + step.estimateMs(), lane.first ? Number.MAX_SAFE_INTEGER : 0);

const pickNext = (positions: readonly Position[]): Position | undefined => {
  let best: Position | undefined;
  let bestMs = -1;
  for (const position of positions) {
    if (position.busy || position.next >= position.lane.steps.length) continue;
    const ms = remainingMs(position);
    if (ms > bestMs) [best, bestMs] = [position, ms];
  }
  return best;
};

const advance = async (position: Position, onIdle: OnIdle): Promise<void> => {
  const { lane } = position;
  const verdict = await lane.steps[position.next]?.run(onIdle);
  position.next = verdict === 'stop' ? lane.steps.length : position.next + 1;
};

/** `lends`: the core of a step that waits is used by another one, for as many as there are cores at most. */
export type Cores = { readonly jobs: number; readonly lends: boolean };

const newBell = (): { readonly rung: () => Promise<void>; readonly ring: () => void } => {
  let ring = (): void => {};
  const wait = (): Promise<void> => new Promise((resolve) => (ring = resolve));
  let rung = wait();
  return {
    rung: () => rung,
    ring: () => {
      ring();
      rung = wait();
    },
  };
};

/** Longest remaining lane first, at most `jobs` steps at work at a time: within one step of the ideal schedule. */
export const runLanes = async (lanes: readonly Lane[], { jobs, lends }: Cores): Promise<void> => {
  const positions: Position[] = lanes.map((lane) => ({ lane, next: 0, busy: false }));
  const running = new Set<Promise<void>>();
  const idle = new Set<Position>();
  const bell = newBell();
  const room = (): number => jobs + (lends ? Math.min(idle.size, jobs) : 0);
  const failures: unknown[] = [];
  const closing: Promise<void>[] = [];
  /** Cleaning up after a lane keeps nobody waiting. */
  const close = ({ lane, next }: Position): void => {
    if (next < lane.steps.length) return;
    closing.push(lane.close().catch((error: unknown) => void failures.push(error)));
  };
  const start = (position: Position): void => {
    position.busy = true;
    const onIdle = (waits: boolean): void => {
      if (waits && position.busy) idle.add(position);
      else idle.delete(position);
      bell.ring();
    };
    const work: Promise<void> = advance(position, onIdle)
      .then(() => close(position))
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => {
        position.busy = false;
        idle.delete(position);
        running.delete(work);
      });
    running.add(work);
  };
  for (;;) {
    while (running.size < room() && failures.length === 0) {
      const position = pickNext(positions);
      if (position === undefined) break;
      start(position);
    }
    if (running.size === 0) break;
    await Promise.race([...running, bell.rung()]);
  }
  await Promise.all([...closing, ...lanes.map((lane) => lane.close())]);
  if (failures.length > 0) throw failures[0];
};

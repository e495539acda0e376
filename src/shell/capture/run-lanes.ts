/** One unit of work on a core. */
export type Step = {
  readonly estimateMs: () => number;
  readonly run: () => Promise<'continue' | 'stop'>;
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

const advance = async (position: Position): Promise<void> => {
  const { lane } = position;
  const verdict = await lane.steps[position.next]?.run();
  position.next = verdict === 'stop' ? lane.steps.length : position.next + 1;
};

/** Longest remaining lane first, at most `jobs` steps at a time: within one step of the ideal schedule. */
export const runLanes = async (lanes: readonly Lane[], jobs: number): Promise<void> => {
  const positions: Position[] = lanes.map((lane) => ({ lane, next: 0, busy: false }));
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const closing: Promise<void>[] = [];
  /** Cleaning up after a lane keeps nobody waiting. */
  const close = ({ lane, next }: Position): void => {
    if (next < lane.steps.length) return;
    closing.push(lane.close().catch((error: unknown) => void failures.push(error)));
  };
  const start = (position: Position): void => {
    position.busy = true;
    const work: Promise<void> = advance(position)
      .then(() => close(position))
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => {
        position.busy = false;
        running.delete(work);
      });
    running.add(work);
  };
  for (;;) {
    while (running.size < jobs && failures.length === 0) {
      const position = pickNext(positions);
      if (position === undefined) break;
      start(position);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  await Promise.all([...closing, ...lanes.map((lane) => lane.close())]);
  if (failures.length > 0) throw failures[0];
};

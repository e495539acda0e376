import type { FileHandle } from 'node:fs/promises';
import type { Job } from '../../ports/workspaces.ts';

const GIB = 1024 ** 3;
/** Of one stream; looked at four times a second, so somewhat more may reach the disk. */
export const MAX_OUTPUT_BYTES = GIB;
const LOOK_EVERY_MS = 250;

export type Stop =
  | { readonly why: 'timeout'; readonly timeoutMs: number }
  | { readonly why: 'output'; readonly maxBytes: number };

/** Calls `onStop` when a job has run too long, was given up, or writes without end. Returns the way to stop watching. */
export const watchLimits = (
  job: Job,
  outputs: readonly FileHandle[],
  maxBytes: number,
  onStop: (stop: Stop) => void,
): (() => void) => {
  const { signal, timeoutMs } = job;
  const giveUp = () => {
    const reason: unknown = signal?.reason;
    onStop({ why: 'timeout', timeoutMs: typeof reason === 'number' && reason > 0 ? reason : timeoutMs });
  };
  const look = async () => {
    const sizes = await Promise.all(
      outputs.map((output) =>
        output.stat().then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    if (sizes.some((size) => size > maxBytes)) onStop({ why: 'output', maxBytes });
  };
  const deadline = setTimeout(() => onStop({ why: 'timeout', timeoutMs }), timeoutMs);
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  if (signal?.aborted) giveUp();
  else signal?.addEventListener('abort', giveUp, { once: true });
  return () => {
    clearTimeout(deadline);
    clearInterval(looking);
    signal?.removeEventListener('abort', giveUp);
  };
};

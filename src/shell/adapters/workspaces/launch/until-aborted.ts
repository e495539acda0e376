import { throwIfAborted } from '../../../errors/abort-error.ts';

/** Kills a job when its run is aborted. Its end is then an error, so that nothing takes it for a result. */
export const untilAborted = async <T>(
  signal: AbortSignal | undefined,
  kill: () => void,
  work: () => Promise<T>,
): Promise<T> => {
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted === true) kill();
  try {
    const result = await work();
    throwIfAborted(signal);
    return result;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
};

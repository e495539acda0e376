import { throwIfAborted } from '../../../errors/abort-error.ts';

/** Kills a job when one of its signals is aborted. Its end is then an error, so that nothing takes it for a result. */
export const untilAborted = async <T>(
  signals: readonly AbortSignal[],
  kill: () => void,
  work: () => Promise<T>,
): Promise<T> => {
  for (const signal of signals) signal.addEventListener('abort', kill, { once: true });
  if (signals.some(({ aborted }) => aborted)) kill();
  try {
    const result = await work();
    signals.forEach(throwIfAborted);
    return result;
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', kill);
  }
};

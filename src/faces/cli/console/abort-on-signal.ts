import type { Session } from '../../wiring/session.ts';
import type { CommandContext } from './command-context.ts';

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const GRACE_MS = 3000;

export type Signal = keyof typeof EXIT_CODES;

/**
 * Work that a signal aborts: prints how to resume, cleans up briefly, and exits with the code that shells expect.
 * A second signal exits at once.
 */
export const abortOnSignal = async <T>(
  session: Session,
  say: (signal: Signal) => void,
  work: (signal: AbortSignal) => Promise<T>,
  /** True: the signal was taken as a request to finish early; the work goes on. */
  soften: (signal: Signal) => boolean = () => false,
): Promise<T> => {
  const controller = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const end = (signal: Signal) => () => {
    const exit = (): never => process.exit(EXIT_CODES[signal]);
    if (controller.signal.aborted) return exit();
    if (soften(signal)) return undefined;
    say(signal);
    setTimeout(exit, GRACE_MS);
    controller.abort(signal);
    return void Promise.allSettled([working])
      .then(() => session.close())
      .finally(exit);
  };
  const listeners = (Object.keys(EXIT_CODES) as Signal[]).map((signal) => [signal, end(signal)] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  try {
    const result = work(controller.signal);
    working = result;
    return await result;
  } finally {
    // The process is about to exit: nothing more is printed.
    if (controller.signal.aborted) await new Promise<never>(() => {});
    for (const [signal, listener] of listeners) process.off(signal, listener);
  }
};

/** The same for a command without a run to resume; `hint` describes what is kept. */
export const abortCommandOnSignal = <T>(
  { terminal, session }: CommandContext,
  work: (signal: AbortSignal) => Promise<T>,
  hint = '',
): Promise<T> => abortOnSignal(session, (signal) => terminal.note(`ended by ${signal}${hint}`), work);

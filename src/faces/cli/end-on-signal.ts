const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const GRACE_MS = 3000;

type Signal = keyof typeof EXIT_CODES;

/** On a signal: stops what runs, prints how to resume, and exits with the code that shells expect. Returns how to stop listening. */
export const endOnSignal = (interrupt: () => Promise<void>, say: (signal: Signal) => void): (() => void) => {
  let ending = false;
  const end = (signal: Signal) => () => {
    const exit = (): never => process.exit(EXIT_CODES[signal]);
    if (ending) return exit();
    ending = true;
    say(signal);
    setTimeout(exit, GRACE_MS);
    return void interrupt().finally(exit);
  };
  const listeners = (Object.keys(EXIT_CODES) as Signal[]).map((signal) => [signal, end(signal)] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
};

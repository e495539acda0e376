type Closable = { close(): Promise<unknown> };

/** Everything that the runs of one process share, and that must be closed after them. */
export type Session = {
  /** Aborted when the session is closed. */
  readonly signal: AbortSignal;
  /** Made with the first use of its name, shared by all runs, closed with the session. */
  share<T extends Closable>(name: string, make: () => T | Promise<T>): Promise<T>;
  /** Closed with the session, unless the returned function was called before. */
  own(close: () => Promise<unknown>): () => Promise<void>;
  /** Work that `close` aborts and waits for. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Aborts what is under way, ends helper processes, releases claims and removes temporary folders. */
  close(): Promise<void>;
};

const once = (work: () => Promise<unknown>): (() => Promise<void>) => {
  let done: Promise<void> | null = null;
  return () =>
    (done ??= (async () => {
      await work();
    })());
};

/** Starts nothing: a session's resources are created on first use. */
export const openSession = (): Session => {
  const controller = new AbortController();
  const shared = new Map<string, Promise<Closable>>();
  const owned = new Set<() => Promise<void>>();
  const running = new Set<Promise<unknown>>();
  const own: Session['own'] = (close) => {
    const closing = once(async () => {
      owned.delete(closing);
      await close();
    });
    owned.add(closing);
    return closing;
  };
  return {
    signal: controller.signal,
    own,
    share<T extends Closable>(name: string, make: () => T | Promise<T>): Promise<T> {
      if (controller.signal.aborted) return Promise.reject(new Error('this session is closed'));
      const known = shared.get(name) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const made = (async () => make())();
      shared.set(name, made);
      made.catch(() => shared.delete(name));
      own(async () =>
        made.then(
          (one) => one.close(),
          () => undefined,
        ),
      );
      return made;
    },
    during(work) {
      const settled: Promise<unknown> = work.catch(() => undefined).finally(() => running.delete(settled));
      running.add(settled);
      return work;
    },
    close: once(async () => {
      controller.abort();
      await Promise.all(running);
      // Later resources may depend on earlier ones.
      const failures: unknown[] = [];
      for (const close of [...owned].toReversed())
        await close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    }),
  };
};

/** Opens a session for the time of `work`. */
export const withSession = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
  const session = openSession();
  try {
    return await work(session);
  } finally {
    await session.close();
  }
};

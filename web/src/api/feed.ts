/** A server-sent stream that reconnects and pauses while the page is hidden: browsers allow six per server. */
export type FeedHandlers = {
  readonly events: Readonly<Record<string, (data: unknown) => void>>;
  readonly onState?: (connected: boolean) => void;
  /** Evaluated at every connection, so that a stream continues where it stopped. */
  readonly address: () => string;
};

const RETRY_MS = 1000;

export const openFeed = ({ events, onState, address }: FeedHandlers): (() => void) => {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const disconnect = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const connect = (): void => {
    if (ended || source !== null || document.visibilityState === 'hidden') return;
    const opened = new EventSource(address());
    source = opened;
    opened.addEventListener('open', () => onState?.(true));
    opened.addEventListener('error', () => {
      if (source !== opened) return;
      onState?.(false);
      disconnect();
      timer = setTimeout(connect, RETRY_MS);
    });
    for (const [name, handle] of Object.entries(events))
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        if (source === opened) handle(JSON.parse(data));
      });
  };
  const onVisibility = (): void => (document.visibilityState === 'hidden' ? disconnect() : connect());

  document.addEventListener('visibilitychange', onVisibility);
  connect();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', onVisibility);
    disconnect();
  };
};

import { SECURITY_HEADERS, NO_CONTENT_POLICY } from './pages.ts';
import type { ServerEvent } from './route.ts';

const BEAT_MS = 15_000;
const RETRY_MS = 1_000;

const frame = ({ event, id, data }: ServerEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

type StreamOptions = {
  /** Already taken. */
  readonly first: IteratorResult<ServerEvent>;
  readonly mask: (text: string) => string;
  readonly onError: (error: unknown) => ServerEvent;
};

/** Server-sent events; the next is requested only when the client has taken the last. */
export const eventStream = (
  iterator: AsyncIterator<ServerEvent>,
  { first, mask, onError }: StreamOptions,
): Response => {
  const encoder = new TextEncoder();
  let beat: NodeJS.Timeout | undefined;
  let next: IteratorResult<ServerEvent> | null = first;
  // The client may leave while the next event is awaited; its stream takes nothing after that.
  let left = false;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      beat = setInterval(() => controller.enqueue(encoder.encode(':\n\n')), BEAT_MS);
      beat.unref();
    },
    async pull(controller) {
      let sent: ServerEvent | null;
      try {
        const { done, value } = next ?? (await iterator.next());
        next = null;
        sent = done === true ? null : value;
      } catch (error) {
        if (!left) controller.enqueue(encoder.encode(frame(onError(error))));
        sent = null;
      }
      if (left) return;
      if (sent !== null) return controller.enqueue(encoder.encode(mask(frame(sent))));
      clearInterval(beat);
      controller.close();
    },
    async cancel() {
      left = true;
      clearInterval(beat);
      await iterator.return?.();
    },
  });
  return new Response(stream, {
    headers: {
      ...SECURITY_HEADERS,
      'Content-Security-Policy': NO_CONTENT_POLICY,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  });
};

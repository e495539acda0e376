/** No valid answer is longer; a broken model or server must not fill our memory. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The usual fetch, whose body fails after this many bytes. */
export const boundedFetch =
  (mostBytes = MOST_BYTES): typeof fetch =>
  async (input, init) => {
    // A key must not follow a redirect to an address that the user did not give.
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.length;
          if (bytes > mostBytes) controller.error(new Error(`the answer is longer than ${mostBytes} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };

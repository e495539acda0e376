import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
};

/** How one request is answered. */
export type Reply = (response: ServerResponse) => void | Promise<void>;

const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
};

/** Answers requests in order from a queue; a request beyond it is answered with 418. */
export const startWireServer = async () => {
  const asked: Asked[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      asked.push({ path: request.url ?? '', headers: request.headers, body: await readBody(request) });
      const reply = replies.shift() ?? fails(418, 'nothing is queued');
      await reply(response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Forgets earlier requests. */
    queue: (...next: readonly Reply[]) => {
      asked.length = 0;
      replies.splice(0, replies.length, ...next);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export const fails =
  (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { type: 'error', message, code: status, status: 'X' } }));
  };

export const says =
  (text: string, type = 'text/html'): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(text);
  };

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Bytes in pieces that respect neither lines nor characters. */
export const streams =
  (text: string, { pieceBytes = 7, cutAfter = Number.POSITIVE_INFINITY } = {}): Reply =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const bytes = Buffer.from(text).subarray(0, cutAfter);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      response.write(bytes.subarray(at, at + pieceBytes));
      if (at % (pieceBytes * 16) === 0) await tick();
    }
    response.end();
  };

/** The connection is cut: no answer, or half of one. */
export const hangsUp =
  (text = ''): Reply =>
  async (response) => {
    if (text !== '') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(text);
      await tick();
    }
    response.destroy();
  };

export const neverAnswers: Reply = () => undefined;

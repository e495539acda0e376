import { createHash } from 'node:crypto';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type * as z from 'zod';
import { maskSecrets } from '../../core/report/text/mask-secrets.ts';
import { eventStream } from './event-stream.ts';
import { checkSource, checkToken, type Guard, isNavigation, isTrusted } from './guard.ts';
import { errorAnswer, HttpError } from './http-error.ts';
import { NO_CONTENT_POLICY, type Pages, SECURITY_HEADERS } from './pages.ts';
import type { Download, Route, ServerContext, ServerEvent } from './route.ts';
import { routes } from './routes/server-routes.ts';

const MOST_BODY_BYTES = 64 * 1024;
const MOST_URL_CHARS = 8_000;
const DESCRIBED = 'GET /api describes every route.';

const JSON_HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': NO_CONTENT_POLICY,
  'Content-Type': 'application/json; charset=utf-8',
};

/** Characters that hide or reorder text; a diff shows them, everything else has no use for them. */
const HIDING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const masked = (text: string): string => maskSecrets(text).text;

const jsonText = (value: unknown, verbatim: boolean): string => {
  const text = masked(JSON.stringify(value));
  return verbatim ? text : text.replaceAll(HIDING, '');
};

/** The place and message of the first problem. */
const issueOf = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'the request'}: ${issue?.message ?? 'not understood'}`.slice(0, 300);
};

const parsed = <S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  code: 'query' | 'body',
): z.output<S> => {
  if (schema === undefined) return undefined as z.output<S>;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new HttpError(400, `bad-${code}`, issueOf(read.error), DESCRIBED);
};

const readBody = async (request: Request): Promise<unknown> => {
  if (!/^application\/json(?:;|$)/.test(request.headers.get('content-type') ?? ''))
    throw new HttpError(415, 'media-type', 'A body is JSON.', 'Send Content-Type: application/json.');
  try {
    return JSON.parse(await request.text());
  } catch {
    throw new HttpError(400, 'bad-body', 'The body is not JSON.');
  }
};

const jsonResponse = (text: string, request: Request): Response => {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  const headers = { ...JSON_HEADERS, 'Cache-Control': 'no-cache', ETag: tag };
  return request.method === 'GET' && request.headers.get('if-none-match') === tag
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers });
};

/** Never active in the page's own origin: it is saved, or shown as inert plain text. */
const fileResponse = ({ name, bytes }: Download): Response =>
  new Response(bytes instanceof Uint8Array ? new Uint8Array(bytes) : ReadableStream.from(bytes), {
    headers: {
      ...SECURITY_HEADERS,
      'Content-Security-Policy': NO_CONTENT_POLICY,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-cache',
    },
  });

export type AppOptions = {
  readonly context: ServerContext;
  readonly guard: Guard;
  readonly pages: Pages;
  readonly onBug: (error: unknown) => void;
};

type Answering = Pick<AppOptions, 'context' | 'guard' | 'onBug'>;
type RouteOf<Kind> = Extract<Route, { readonly answer: { readonly kind: Kind } }>;

const failed = (error: unknown, onBug: AppOptions['onBug']): Response => {
  const { status, body } = errorAnswer(error, onBug);
  return new Response(masked(JSON.stringify(body)), {
    status,
    headers: { ...JSON_HEADERS, 'Cache-Control': 'no-store' },
  });
};

/** The first event is waited for, so that a refusal is an error and not an empty stream. */
const streamed = async (
  events: AsyncIterable<ServerEvent>,
  onBug: AppOptions['onBug'],
): Promise<Response> => {
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  const onError = (error: unknown): ServerEvent => ({ event: 'error', data: errorAnswer(error, onBug).body });
  return eventStream(iterator, { first, mask: masked, onError });
};

const answer = async (
  { context, guard, onBug }: Answering,
  route: Route,
  request: Request,
  params: Record<string, string>,
): Promise<Response> => {
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  if (route.token === true) checkToken(guard, header);
  const asked = {
    context,
    params,
    query: parsed(route.query, Object.fromEntries(new URL(request.url).searchParams), 'query'),
    body: route.body === undefined ? undefined : parsed(route.body, await readBody(request), 'body'),
    trusted: isTrusted(guard, header),
    signal: request.signal,
    header,
  };
  switch (route.answer.kind) {
    case 'json': {
      const value = await (route as RouteOf<'json'>).handle(asked);
      return jsonResponse(jsonText(value, route.verbatim === true), request);
    }
    case 'file':
      return fileResponse(await (route as RouteOf<'file'>).handle(asked));
    case 'events':
      return streamed((route as RouteOf<'events'>).handle(asked), onBug);
  }
};

/** A link on another page may lead to one of our pages, which then loads its own files. */
const guarded = (guard: Guard, request: HonoRequest): void => {
  const header = (name: string): string | undefined => request.header(name);
  if (request.url.length > MOST_URL_CHARS) throw new HttpError(400, 'bad-query', 'The address is too long.');
  const page = request.method === 'GET' && isNavigation(header) && !request.path.startsWith('/api');
  checkSource(guard, page ? (name) => (name === 'sec-fetch-site' ? undefined : header(name)) : header);
};

const matches = (route: string, path: string): boolean => {
  const [wanted, given] = [route.split('/'), path.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
  );
};

const notTaken = (path: string): HttpError =>
  routes.some((route) => matches(route.path, path))
    ? new HttpError(405, 'method', 'This route does not take this method.', DESCRIBED)
    : new HttpError(404, 'no-route', 'There is no such route.', DESCRIBED);

/** All routes behind the guard, and the pages. */
export const createApp = ({ pages, ...answering }: AppOptions): Hono => {
  const { guard, onBug } = answering;
  const app = new Hono({ strict: true });
  app.onError((error) => failed(error, onBug));
  app.use('*', async (c, next) => {
    guarded(guard, c.req);
    await next();
  });
  const tooLarge = (): never => {
    throw new HttpError(413, 'too-large', 'The body is too large.');
  };
  app.use('/api/*', bodyLimit({ maxSize: MOST_BODY_BYTES, onError: tooLarge }));
  for (const route of routes)
    app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) =>
      answer(answering, route, c.req.raw, c.req.param()),
    );
  app.all('/api/*', (c) => {
    throw notTaken(c.req.path);
  });
  app.get('*', (c) => pages.asset(c.req.path, c.req.header('accept-encoding') ?? '') ?? pages.index());
  app.all('*', () => {
    throw new HttpError(405, 'method', 'Pages are only read.');
  });
  return app;
};

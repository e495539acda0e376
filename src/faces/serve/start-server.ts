import { serve, type ServerType } from '@hono/node-server';
import { InfrastructureError, UserError } from '../../shell/errors/user-error.ts';
import { startDemo } from '../wiring/start-demo.ts';
import { packageFolder } from '../wiring/package-files.ts';
import type { Session } from '../wiring/session.ts';
import { openWindow, serverToken, type WindowPlaces } from '../wiring/wiring-window.ts';
import { createApp } from './app.ts';
import { openPages } from './pages.ts';
import type { ServerContext } from './route.ts';

const HOST = '127.0.0.1';
export const DEFAULT_PORT = 4717;

export type ServerOptions = WindowPlaces & {
  readonly repo: string;
  /** Absent: the usual port, or any free one if that is taken. */
  readonly port?: number | undefined;
  /** Aborts runs of this process by their ids, so that cancelling one does not end the server. */
  readonly runs?: ReadonlyMap<string, AbortController>;
  readonly onBug?: (error: unknown) => void;
};

export type RunningServer = {
  readonly port: number;
  /** Without the token. */
  readonly url: string;
  /** A page of the app, with the token that allows changes. */
  addressOf(path: string): string;
  close(): Promise<void>;
};

const listen = (
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<ServerType> =>
  new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: HOST, port }, () => resolve(server));
    server.once('error', reject);
  });

const portTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/** Listens only on loopback, until it or its session is closed. */
export const startServer = async (session: Session, options: ServerOptions): Promise<RunningServer> => {
  const closing = new AbortController();
  const windows = [await openWindow(session, options.repo, options)];
  const main = windows[0] ?? (await openWindow(session, options.repo, options));
  const demos = new Map<string, AbortController>();
  let port = 0;
  const context: ServerContext = {
    main,
    windows: () => windows,
    windowOf: async (run) => {
      for (const one of windows) if ((await one.window.row(run.toUpperCase())) !== null) return one;
      return main;
    },
    startDemo: async () => {
      const demo = await startDemo(session);
      windows.push(await openWindow(session, demo.repo));
      demos.set(demo.run, demo.controller);
      return demo.run;
    },
    abort: (run) => {
      const controller = options.runs?.get(run) ?? demos.get(run);
      controller?.abort('cancelled');
      return controller !== undefined;
    },
    now: () => new Date().toISOString(),
    signal: AbortSignal.any([session.signal, closing.signal]),
  };
  const token = await serverToken(options.repo);
  const app = createApp({
    context,
    guard: { port: () => port, token },
    pages: openPages(packageFolder('dist/web')),
    onBug: options.onBug ?? (() => undefined),
  });
  const server = await listen(app.fetch, options.port ?? DEFAULT_PORT).catch((error: unknown) => {
    if (!portTaken(error))
      throw new InfrastructureError(
        'listen',
        `The server cannot listen: ${String(error)}`,
        'Try another --port.',
      );
    if (options.port !== undefined)
      throw new UserError('port-taken', `Port ${options.port} is taken.`, 'Choose another --port, or none.');
    return listen(app.fetch, 0);
  });
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = session.own(async () => {
    closing.abort();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  });
  const url = `http://${HOST}:${port}`;
  return { port, url, addressOf: (path) => `${url}${path}#token=${token}`, close };
};

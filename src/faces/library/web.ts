import { openSession } from '../wiring/session.ts';
import type { RunningServer, ServerOptions } from '../serve/start-server.ts';

export type ServeOptions = Partial<Pick<ServerOptions, 'repo' | 'port' | 'bench' | 'suite'>>;

/** The local web app and its HTTP API on the runs of a repository, on loopback alone, until it is closed. */
export const serve = async ({ repo = '.', ...options }: ServeOptions = {}): Promise<RunningServer> => {
  const { startServer } = await import('../serve/start-server.ts');
  const session = openSession();
  try {
    const server = await startServer(session, { repo, ...options });
    return { ...server, close: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
};

import { openSession, withSession } from '../wiring/session.ts';
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

/** One run as a single HTML file with the pages of the web app, to be opened without a server. */
export const htmlReport = async (
  run: string,
  { repo = '.', bench }: { readonly repo?: string; readonly bench?: string } = {},
): Promise<string> => {
  const { htmlReport: write } = await import('../serve/html-report.ts');
  return withSession(async (session) => (await write(session, run, { repo, bench })).html);
};

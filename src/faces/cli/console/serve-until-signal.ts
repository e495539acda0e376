import { spawn } from 'node:child_process';
import { startServer, type RunningServer, type ServerOptions } from '../../serve/start-server.ts';
import { printable } from '../../../core/report/text/printable.ts';
import { findRow } from '../../../shell/window/find-run.ts';
import { openWindow } from '../../wiring/wiring-window.ts';
import type { CommandContext } from './command-context.ts';

export type WebOptions = { readonly open?: boolean };

const textOf = (error: unknown): string =>
  printable(error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Starts the server; its bugs are printed on this terminal. */
export const startWeb = (
  { terminal, session }: CommandContext,
  options: ServerOptions,
): Promise<RunningServer> =>
  startServer(session, {
    ...options,
    onBug: (error) => terminal.note(`${terminal.paint.bad('bug')}   ${textOf(error)}`),
  });

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Opens an address in the user's browser if there is one; otherwise the user can follow the printed address. */
const openBrowser = (address: string): void => {
  const [program = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
};

/** Opens the browser only for a person, never from a script. */
export const showPage = (
  { terminal }: CommandContext,
  server: RunningServer,
  path: string,
  { open = true }: WebOptions,
): void => {
  const address = server.addressOf(path);
  // Not masked: the user needs the token in it.
  terminal.data(Buffer.from(`${address}\n`));
  if (open && process.stdout.isTTY && process.env['CI'] === undefined) openBrowser(address);
};

/** Resolves when the user ends the program. */
export const untilSignal = ({ terminal }: CommandContext): Promise<void> =>
  new Promise((resolve) => {
    terminal.note('Serving on this machine only; end with Ctrl-C.');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });

/** Serves the repository of a run and opens its page. */
export const serveRun = async (context: CommandContext, wanted: string, repo: string): Promise<void> => {
  const { id, kind } = await findRow(await openWindow(context.session, repo), wanted);
  const server = await startWeb(context, { repo });
  showPage(context, server, kind === 'benchmark' ? `/bench/${id}` : `/runs/${id}`, {});
  await untilSignal(context);
};

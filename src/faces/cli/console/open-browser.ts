import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Opens an address in the user's browser if there is one; otherwise the user can follow the printed address. */
export const openBrowser = (address: string): void => {
  const [program = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
};

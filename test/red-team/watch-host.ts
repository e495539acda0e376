import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScratchProject } from '../support/scratch-project.ts';

/** Must not be reached: a folder with a secret, a listening port, the repository itself. */
export type Host = {
  readonly folder: string;
  readonly port: number;
  /** Anything that has escaped the sandbox since. */
  readonly escapes: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Assembled when printed, so that no patch, log line with source or message contains it. */
const ESCAPED = `ESC${'APED'}:`;

const findInLogs = async (runs: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(runs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    const at = text.indexOf(ESCAPED);
    if (at >= 0) found.push(`${entry.name}: ${text.slice(at, at + 80).split('\n')[0]}`);
  }
  return found;
};

const listen = async (): Promise<{ port: number; calls: () => number; close: () => void }> => {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    calls: () => calls,
    close: () => server.close(),
  };
};

const changesOf = async (project: ScratchProject, config: string): Promise<readonly string[]> => {
  const dirty = (await project.git('status', '--porcelain', '--ignored'))
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('.hydra/'));
  const hooks = await readdir(join(project.root, '.git/hooks'));
  return [
    ...dirty.map((line) => `changed the repository: ${line}`),
    ...hooks.filter((name) => !name.endsWith('.sample')).map((name) => `wrote the hook ${name}`),
    ...((await readFile(join(project.root, '.git/config'), 'utf8')) === config
      ? []
      : ['changed .git/config']),
  ];
};

/** Watches the machine around the sandbox from here on. */
export const watchHost = async (project: ScratchProject): Promise<Host> => {
  const folder = await mkdtemp(join(tmpdir(), 'hydra-red-team-'));
  await writeFile(join(folder, 'secret'), 'a secret of the host\n');
  const service = await listen();
  const config = await readFile(join(project.root, '.git/config'), 'utf8');
  const escapes = async () => [
    ...(await readdir(folder)).filter((name) => name !== 'secret').map((name) => `wrote ${name} on the host`),
    ...(await changesOf(project, config)),
    ...(service.calls() > 0 ? [`reached the network ${service.calls()} times`] : []),
    ...(await findInLogs(join(project.root, '.hydra/runs'))),
  ];
  const close = async () => {
    service.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, port: service.port, escapes, close };
};

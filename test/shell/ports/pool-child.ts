import { execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openFileBlobStore } from '../../../src/shell/adapters/dispatch/file-blob-store.ts';
import { createLocalPool } from '../../../src/shell/adapters/dispatch/local-pool.ts';
import { openWorkspaces } from '../../../src/shell/adapters/workspaces/workspace/open-workspaces.ts';
import type { WorkspacesOptions } from '../../../src/shell/adapters/workspaces/isolation/machine.ts';
import type { ChildSetup, ToChild } from './child-dispatcher.ts';

/** A local pool in a separate process: JSON lines in, JSON lines out, files by digest. */
const setup = JSON.parse(process.argv[2] ?? '') as ChildSetup;
const readBlobs: WorkspacesOptions['readBlobs'] = (ids) =>
  Promise.resolve(
    new Map(ids.map((id) => [id, execFileSync('git', ['-C', setup.repository, 'cat-file', 'blob', id])])),
  );
const workspaces = await openWorkspaces({
  repositoryRoot: setup.repository,
  gitDir: `${setup.repository}/.git`,
  cacheDir: setup.cacheDir,
  reportersDir: setup.reportersDir,
  environment: {},
  run: 'child',
  readBlobs,
});
const pool = createLocalPool({ workspaces, blobs: openFileBlobStore(setup.blobs), ...setup.cores });

const say = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
const acknowledge = new Map<number, () => void>();
const aborting = new Map<number, AbortController>();
let events = 0;

const call = (message: Extract<ToChild, { type: 'call' }>): Promise<unknown> => {
  switch (message.method) {
    case 'run': {
      const controller = new AbortController();
      aborting.set(message.call, controller);
      return pool.run(message.argument, {
        signal: controller.signal,
        onEvent: (event) => {
          const number = (events += 1);
          const heard = new Promise<void>((resolve) => acknowledge.set(number, resolve));
          say({ type: 'event', call: message.call, number, event });
          return heard;
        },
      });
    }
    case 'update':
      return pool.update(message.argument.id, message.argument.update);
    case 'prepareBase':
      return pool.prepareBase(message.argument);
    case 'toolVersions':
      return pool.toolVersions();
    case 'hasKept':
      return pool.hasKept(message.argument);
    case 'dropKept':
      return pool.dropKept();
  }
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as ToChild;
  if (message.type === 'heard') acknowledge.get(message.number)?.();
  else if (message.type === 'abort') aborting.get(message.call)?.abort();
  else
    call(message).then(
      (value) => say({ type: 'returned', call: message.call, value }),
      (error: unknown) =>
        say({ type: 'failed', call: message.call, message: error instanceof Error ? error.message : '' }),
    );
});
say({ type: 'ready', isolation: workspaces.isolation });

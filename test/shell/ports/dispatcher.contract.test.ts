import { join } from 'node:path';
import { openFileBlobStore } from '../../../src/shell/adapters/dispatch/file-blob-store.ts';
import { createLocalPool } from '../../../src/shell/adapters/dispatch/local-pool.ts';
import { openChildDispatcher } from './child-dispatcher.ts';
import { describeDispatcher } from './dispatcher-contract.ts';

describeDispatcher('local pool', async (fixture, cores) => {
  const blobs = openFileBlobStore(join(fixture.folder, 'blobs'));
  const workspaces = await fixture.open({ run: 'contract', environment: {} });
  const dispatcher = createLocalPool({ workspaces, blobs, ...cores });
  return { dispatcher, blobs, close: async () => {} };
});

let children = 0;

/** Only JSON crosses between the two processes, and content by digest: nothing else of a work can. */
describeDispatcher('a pool in another process', async (fixture, cores) => {
  children += 1;
  const folder = join(fixture.folder, 'shared-blobs');
  const child = await openChildDispatcher({
    repository: fixture.repository,
    cacheDir: join(fixture.folder, `cache of child ${children}`),
    reportersDir: join(fixture.folder, 'reporters'),
    blobs: folder,
    cores,
  });
  return { ...child, blobs: openFileBlobStore(folder) };
});

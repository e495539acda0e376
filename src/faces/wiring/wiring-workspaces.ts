import { join } from 'node:path';
import type { GitRepository } from '../../shell/ports/git-repository.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import { packageFolder } from './package-files.ts';
import type { Session } from './session.ts';

const reportersDir = packageFolder('reporters');

/** Workspaces of one run: its signal ends their jobs. */
export const workspacesOf =
  (
    session: Session,
    signal: AbortSignal,
    repository: GitRepository,
    cacheDir: string,
  ): Tools['openWorkspaces'] =>
  async ({ sandbox, ...options }) => {
    const [{ openWorkspaces }, { announceUse }, { createOrphanReaper }] = await Promise.all([
      import('../../shell/adapters/workspaces/workspace/open-workspaces.ts'),
      import('../../shell/adapters/workspaces/host/announce-use.ts'),
      import('../../shell/adapters/workspaces/launch/orphan-reaper.ts'),
    ]);
    await session.share(`use of ${cacheDir}`, async () => {
      const claim = await announceUse(cacheDir);
      return { close: () => claim.release() };
    });
    return openWorkspaces({
      repositoryRoot: repository.root,
      gitDir: repository.commonDir,
      cacheDir,
      reportersDir,
      ...options,
      ...(sandbox === undefined ? {} : { isolation: sandbox.mode, container: sandbox }),
      readBlobs: (ids) => repository.readBlobs(ids),
      signal,
      reaper: await session.share('orphan reaper', createOrphanReaper),
    });
  };

/** A pool on this machine. A run's kept state and its blobs are removed together when it ends. */
export const dispatcherOf =
  (openWorkspaces: Tools['openWorkspaces'], cacheDir: string): Tools['openDispatcher'] =>
  async ({ jobs, oversubscribeWhenIdle, ...options }) => {
    const [{ createLocalPool }, { openFileBlobStore }] = await Promise.all([
      import('../../shell/adapters/dispatch/local-pool.ts'),
      import('../../shell/adapters/dispatch/file-blob-store.ts'),
    ]);
    const blobs = openFileBlobStore(join(cacheDir, 'builds', options.run, 'blobs'));
    const workspaces = await openWorkspaces({ environment: {}, ...options });
    return { dispatcher: createLocalPool({ workspaces, blobs, jobs, oversubscribeWhenIdle }), blobs };
  };

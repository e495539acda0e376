import { createHmac } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { locateRepository } from '../../shell/adapters/git/repository/locate-repository.ts';
import { openRunStore } from '../../shell/adapters/store/runs/file-run-store.ts';
import { openRunWindow } from '../../shell/adapters/store/window/open-run-window.ts';
import { readSecret } from '../../shell/adapters/system/local-secret.ts';
import { findTasks } from '../../shell/bench/tasks/find-tasks.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import { keepRuns } from '../../shell/window/open-runs.ts';
import type { WindowTools } from '../../shell/window/window-tools.ts';
import type { Session } from './session.ts';
import { openBenchStoreAt, openBenchTools, suiteFolder } from './wiring-bench.ts';
import { cacheFolder } from './wiring-folders.ts';
import { openTools } from './wiring.ts';

export type WindowPlaces = {
  /** Where benchmark runs are stored; by default `.hydra/bench` of the repository. */
  readonly bench?: string | undefined;
  /** Tasks that they are ranked over; by default the bundled ones. */
  readonly suite?: string | undefined;
};

/** Stored runs of a repository, for viewing. Nothing heavy is opened before it is needed. */
export const openWindow = async (
  session: Session,
  directory: string,
  { bench, suite }: WindowPlaces = {},
): Promise<WindowTools> => {
  const { root } = await locateRepository(directory);
  const benchFolder = bench === undefined ? join(root, '.hydra', 'bench') : resolve(bench);
  const store = openRunStore(root, { engineVersion: ENGINE_VERSION });
  const window = openRunWindow(root, benchFolder);
  let tools: Promise<Tools> | null = null;
  return {
    name: basename(root),
    store,
    window,
    runs: keepRuns(store, window),
    bench: await openBenchStoreAt(benchFolder),
    tools: () => {
      tools ??= openTools(session, root);
      tools.catch(() => (tools = null));
      return tools;
    },
    tasks: async () => findTasks((await openBenchTools(session)).reader, suiteFolder(suite)),
  };
};

/** The same for every server of a repository, so that open pages survive a restart; others cannot compute it. */
export const serverToken = async (directory: string): Promise<string> => {
  const { commonDir } = await locateRepository(directory);
  const secret = await readSecret(join(cacheFolder(commonDir), 'secret'));
  return createHmac('sha256', secret).update('hydra serve').digest('base64url');
};

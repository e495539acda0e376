import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { sha256 } from '../shell/adapters/system/system-clock.ts';
import type { BenchTools } from '../shell/bench/bench-tools.ts';
import type { BenchStore } from '../shell/ports/bench-store.ts';
import { cacheHome } from './wiring-folders.ts';
import { openAgentTools, openPatchTools, openTools } from './wiring.ts';

/** The tasks that come with Hydra. */
export const bundledTasks = fileURLToPath(new URL('../../tasks', import.meta.url));

/** Tasks, a repository for each of them, and agents to work in it. */
export const openBenchTools = async (): Promise<BenchTools> => {
  const [{ localFiles }, { parseToml }, { openTaskRepositories }, agents, patches] = await Promise.all([
    import('../shell/adapters/system/local-files.ts'),
    import('../shell/adapters/parse-toml.ts'),
    import('../shell/adapters/git/task-repositories.ts'),
    openAgentTools(),
    openPatchTools(),
  ]);
  return {
    reader: { files: localFiles, digest: sha256, parseToml },
    repositories: openTaskRepositories(join(cacheHome(), 'tasks')),
    agents,
    patches,
    engineVersion: ENGINE_VERSION,
    openTools,
  };
};

export const openBenchStoreAt = async (folder: string): Promise<BenchStore> =>
  (await import('../shell/adapters/store/file-bench-store.ts')).openBenchStore(resolve(folder));

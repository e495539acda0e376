import { join, resolve } from 'node:path';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { sha256 } from '../../shell/adapters/system/system-clock.ts';
import type { BenchTools } from '../../shell/bench/bench-tools.ts';
import type { BenchStore } from '../../shell/ports/bench-store.ts';
import { packageFolder } from './package-files.ts';
import { cacheHome } from './wiring-folders.ts';
import { openAgentTools, openPatchTools, openTools } from './wiring.ts';

/** The tasks that come with Hydra. */
export const bundledTasks = packageFolder('tasks');

/** Tasks, a repository for each of them, and agents to work in it. */
export const openBenchTools = async (): Promise<BenchTools> => {
  const [{ localFiles }, { parseToml }, { openTaskRepositories }, agents, patches] = await Promise.all([
    import('../../shell/adapters/system/local-files.ts'),
    import('../../shell/adapters/config/parse-toml.ts'),
    import('../../shell/adapters/git/repository/task-repositories.ts'),
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
  (await import('../../shell/adapters/store/runs/file-bench-store.ts')).openBenchStore(resolve(folder));

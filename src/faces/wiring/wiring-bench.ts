import { dirname, join, resolve } from 'node:path';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { sha256 } from '../../shell/adapters/system/system-clock.ts';
import type { BenchTools } from '../../shell/bench/bench-tools.ts';
import type { BenchStore } from '../../shell/ports/bench-store.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import { packageFolder } from './package-files.ts';
import type { Session } from './session.ts';
import { cacheHome } from './wiring-folders.ts';
import { openAgentTools, openPatchTools, openTools, signalOf } from './wiring.ts';

/** The tasks bundled with Hydra. */
export const bundledTasks = packageFolder('tasks');

/** `smoke`: the bundled tasks. `real`: recipes of public repositories. Anything else is a folder. */
export const suiteFolder = (suite?: string): string => {
  if (suite === undefined || suite === 'smoke') return bundledTasks;
  return suite === 'real' ? packageFolder('recipes') : resolve(suite);
};

/** Tasks, a repository for each of them, and agents to work in it; `signal` ends all of their work. */
export const openBenchTools = async (session: Session, signal?: AbortSignal): Promise<BenchTools> => {
  const [{ localFiles }, { parseToml }, { openTaskRepositories }, agents, patches] = await Promise.all([
    import('../../shell/adapters/system/local-files.ts'),
    import('../../shell/adapters/config/parse-toml.ts'),
    import('../../shell/adapters/git/repository/task-repositories.ts'),
    openAgentTools(signalOf(session, signal)),
    openPatchTools(),
  ]);
  return {
    reader: { files: localFiles, digest: sha256, parseToml },
    repositories: openTaskRepositories(join(cacheHome(), 'tasks'), process.env['HYDRA_TASK_MIRRORS'] ?? null),
    agents,
    patches,
    engineVersion: ENGINE_VERSION,
    openTools: (root) => openTools(session, root, signal),
  };
};

export const openBenchStoreAt = async (folder: string): Promise<BenchStore> =>
  (await import('../../shell/adapters/store/runs/file-bench-store.ts')).openBenchStore(resolve(folder));

const CONFIG = 'hydra.toml';
const MAX_CONFIG_BYTES = 1024 * 1024;

/** The file that the user gives, else the nearest hydra.toml from here upwards, else the defaults. */
export const readBenchConfig = async (
  files: BenchTools['reader']['files'],
  named?: string,
): Promise<HydraConfig> => {
  const { parseHydraToml } = await import('../../shell/adapters/config/toml-config.ts');
  const read = (at: string) => files.readBounded(at, MAX_CONFIG_BYTES);
  if (named !== undefined) {
    const found = await read(resolve(named));
    if (found === null)
      throw new UserError('no-config', `There is no file ${named}`, 'Specify a hydra.toml.');
    return parseHydraToml(found.text, named);
  }
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    const found = await read(join(folder, CONFIG));
    if (found !== null) return parseHydraToml(found.text, join(folder, CONFIG));
    if (dirname(folder) === folder) return parseHydraToml('', CONFIG);
  }
};

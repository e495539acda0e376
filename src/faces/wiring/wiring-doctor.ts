import { join } from 'node:path';
import type { SandboxPolicy } from '../../core/domain/policy/sandbox-policy.ts';
import { locateRepository } from '../../shell/adapters/git/repository/locate-repository.ts';
import type { Diagnosis } from '../../shell/ports/diagnosis.ts';
import { cacheHome } from './wiring-folders.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

/** The sandbox that the work tree's hydra.toml asks for, committed or not; the default outside a repository. */
const sandboxAskedFor = async (directory: string): Promise<SandboxPolicy> => {
  const [{ localFiles }, { parseHydraToml }] = await Promise.all([
    import('../../shell/adapters/system/local-files.ts'),
    import('../../shell/adapters/config/toml-config.ts'),
  ]);
  const root = await locateRepository(directory).then(
    (found) => found.root,
    () => null,
  );
  const file =
    root === null ? null : await localFiles.readBounded(join(root, 'hydra.toml'), MAX_CONFIG_BYTES);
  return (await parseHydraToml(file?.text ?? '', 'hydra.toml')).sandbox;
};

/** What is installed on this machine, and whether its sandbox works. */
export const diagnoseMachine = async (directory: string): Promise<readonly Diagnosis[]> => {
  const [{ probeIsolation }, { diagnosePrograms }] = await Promise.all([
    import('../../shell/adapters/workspaces/isolation/probe-isolation.ts'),
    import('../../shell/adapters/system/diagnose-programs.ts'),
  ]);
  const sandbox = await sandboxAskedFor(directory);
  const isolation = await probeIsolation({
    cacheDir: join(cacheHome(), 'doctor'),
    isolation: sandbox.mode,
    container: sandbox,
  });
  const findings = isolation.map(({ what, ok, detail, fix, needed }): Diagnosis => ({
    group: 'isolation',
    what,
    state: ok ? 'ok' : needed ? 'degraded' : 'absent',
    detail,
    fix: ok ? '' : fix,
  }));
  return [...(await diagnosePrograms()), ...findings];
};

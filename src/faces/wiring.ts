import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINE_VERSION } from '../core/engine-version.ts';
import { createAnalysisProcess } from '../shell/adapters/analysers/analysis-process.ts';
import { createFormatters } from '../shell/adapters/analysers/formatters.ts';
import { createSyntaxTrees } from '../shell/adapters/analysers/syntax-trees.ts';
import { openGitRepository } from '../shell/adapters/git/git-repository.ts';
import { openResultCache } from '../shell/adapters/store/file-result-cache.ts';
import { openRunStore } from '../shell/adapters/store/file-run-store.ts';
import { localFiles } from '../shell/adapters/system/local-files.ts';
import { sha256, systemClock } from '../shell/adapters/system/system-clock.ts';
import { parseHydraToml } from '../shell/adapters/toml-config.ts';
import { diagnosePrograms } from '../shell/adapters/system/diagnose-programs.ts';
import { openWorkspaces } from '../shell/adapters/workspaces/open-workspaces.ts';
import { probeIsolation } from '../shell/adapters/workspaces/probe-isolation.ts';
import type { Diagnosis } from '../shell/ports/diagnosis.ts';
import type { Tools } from '../shell/ports/tools.ts';

const reportersDir = fileURLToPath(new URL('../../reporters', import.meta.url));

const cacheHome = (): string =>
  process.env['HYDRA_CACHE_DIR'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hydra');

/** Checkouts and installations are shared by all runs on a repository and may be removed at any time. */
const cacheFolder = (commonDir: string): string => join(cacheHome(), sha256(commonDir).slice(0, 16));

const readEnvironment = (names: readonly string[]): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
};

/** The real world behind every port, opened on the repository that holds `directory`. */
export const openTools = async (directory: string): Promise<Tools> => {
  const repository = await openGitRepository(directory);
  const { root, commonDir } = repository;
  const analysis = createAnalysisProcess();
  return {
    repository,
    store: openRunStore(root, { engineVersion: ENGINE_VERSION }),
    cache: openResultCache(root),
    files: localFiles,
    formatters: createFormatters(analysis),
    syntaxTrees: createSyntaxTrees(analysis),
    clock: systemClock,
    digest: sha256,
    parseConfig: parseHydraToml,
    openWorkspaces: (options) =>
      openWorkspaces({
        repositoryRoot: root,
        gitDir: commonDir,
        cacheDir: cacheFolder(commonDir),
        reportersDir,
        ...options,
        readBlobs: (ids) => repository.readBlobs(ids),
      }),
    readEnvironment,
    close: () => analysis.dispose(),
    defaultJobs: availableParallelism(),
  };
};

/** What this machine has, and whether its sandbox holds. */
export const diagnoseMachine = async (): Promise<readonly Diagnosis[]> => {
  const isolation = await probeIsolation({ cacheDir: join(cacheHome(), 'doctor') });
  const findings = isolation.map(({ what, ok, detail, fix }): Diagnosis => ({
    group: 'isolation',
    what,
    state: ok ? 'ok' : 'degraded',
    detail,
    fix: ok ? '' : fix,
  }));
  return [...(await diagnosePrograms()), ...findings];
};

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { SandboxPolicy } from '../../core/domain/policy/sandbox-policy.ts';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { locateRepository } from '../../shell/adapters/git/repository/locate-repository.ts';
import { openRunStore } from '../../shell/adapters/store/runs/file-run-store.ts';
import { sha256, systemClock } from '../../shell/adapters/system/system-clock.ts';
import type { AgentTools } from '../../shell/ports/agent-tools.ts';
import type { Copies } from '../../shell/ports/copies.ts';
import type { Diagnosis } from '../../shell/ports/diagnosis.ts';
import type { PatchTools } from '../../shell/ports/patch-tools.ts';
import type { ResultCache, RunStore } from '../../shell/ports/run-store.ts';
import type { Storage } from '../../shell/ports/storage.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import { packageFolder } from './package-files.ts';
import { cacheFolder, cacheHome } from './wiring-folders.ts';
import { openConventionTools } from './wiring-sources.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;
const NONCE_BYTES = 16;
const reportersDir = packageFolder('reporters');

/** The stored runs alone, for those who only look back: nothing else is loaded or started. */
export const openArchive = async (directory: string): Promise<RunStore> => {
  const { root } = await locateRepository(directory);
  return openRunStore(root, { engineVersion: ENGINE_VERSION });
};

/** What is kept on the disk to save work, to be looked at and pruned. */
export const openStorageTools = async (
  directory: string,
): Promise<{ readonly cache: ResultCache; readonly storage: Storage }> => {
  const [{ root, commonDir }, { openResultCache }, { openStorage }] = await Promise.all([
    locateRepository(directory),
    import('../../shell/adapters/store/cache/file-result-cache.ts'),
    import('../../shell/adapters/disk-usage/open-storage.ts'),
  ]);
  const storage = openStorage({ home: join(root, '.hydra'), cacheDir: cacheFolder(commonDir) });
  return { cache: openResultCache(root), storage };
};

type Home = { readonly root: string; readonly commonDir: string };

/** Copies of a repository, by their root: what is known of the one is known of the others. */
const lenders = new Map<string, Home>();

/** One process that reads and prints code for everybody, started with the first question. */
const openAnalysers = async (): Promise<
  Pick<Tools, 'formatters' | 'syntaxTrees' | 'syntaxReader' | 'bundledAnalysers' | 'close'>
> => {
  const [process, formatters, syntax, reader] = await Promise.all([
    import('../../shell/adapters/analysers/analysis-process.ts'),
    import('../../shell/adapters/analysers/formatters.ts'),
    import('../../shell/adapters/analysers/syntax-trees.ts'),
    import('../../shell/adapters/analysers/syntax-reader.ts'),
  ]);
  const analysis = process.createAnalysisProcess();
  return {
    formatters: formatters.createFormatters(analysis),
    syntaxTrees: syntax.createSyntaxTrees(analysis),
    syntaxReader: reader.createSyntaxReader(analysis),
    bundledAnalysers: async () =>
      (await import('../../shell/adapters/assess/bundled-analysers.ts')).createBundledAnalysers(analysis),
    close: () => analysis.dispose(),
  };
};

/** The real world behind every port, opened on the repository that holds `directory`. */
export const openTools = async (directory: string): Promise<Tools> => {
  const [git, cache, files, toml, workspaces, pool, blobStore, storage, secret, jobs, recall, analysers] =
    await Promise.all([
      import('../../shell/adapters/git/repository/git-repository.ts'),
      import('../../shell/adapters/store/cache/file-result-cache.ts'),
      import('../../shell/adapters/system/local-files.ts'),
      import('../../shell/adapters/config/toml-config.ts'),
      import('../../shell/adapters/workspaces/tree/open-workspaces.ts'),
      import('../../shell/adapters/dispatch/local-pool.ts'),
      import('../../shell/adapters/dispatch/file-blob-store.ts'),
      import('../../shell/adapters/disk-usage/announce-use.ts'),
      import('../../shell/adapters/system/local-secret.ts'),
      import('../../shell/adapters/workspaces/launch/running-jobs.ts'),
      import('./wiring-recall.ts'),
      openAnalysers(),
    ]);
  const repository = await git.openGitRepository(directory);
  const { root, commonDir } = repository;
  const home = lenders.get(root) ?? { root, commonDir };
  const cacheDir = cacheFolder(home.commonDir);
  const openSpaces: Tools['openWorkspaces'] = async ({ sandbox, ...options }) => {
    await storage.announceUse(cacheDir);
    return workspaces.openWorkspaces({
      repositoryRoot: root,
      gitDir: commonDir,
      cacheDir,
      reportersDir,
      ...options,
      ...(sandbox === undefined ? {} : { isolation: sandbox.mode, container: sandbox }),
      readBlobs: (ids) => repository.readBlobs(ids),
    });
  };
  return {
    repository,
    store: openRunStore(root, { engineVersion: ENGINE_VERSION }),
    cache: cache.openResultCache(home.root),
    ...recall.openMemory({ root, commonDir, cacheDir }),
    files: files.localFiles,
    ...analysers,
    conventions: () => openConventionTools(root, home.root),
    judgeTools: () => openAgentTools(),
    clock: systemClock,
    digest: sha256,
    secret: () => secret.readSecret(join(cacheDir, 'secret')),
    parseConfig: toml.parseHydraToml,
    openWorkspaces: openSpaces,
    openDispatcher: async ({ jobs, oversubscribeWhenIdle, ...options }) => {
      const blobs = blobStore.openFileBlobStore(join(cacheDir, 'builds', options.run, 'blobs'));
      const opened = await openSpaces({ environment: {}, ...options });
      return {
        dispatcher: pool.createLocalPool({ workspaces: opened, blobs, jobs, oversubscribeWhenIdle }),
        blobs,
      };
    },
    readEnvironment: recall.readEnvironment,
    interrupt: jobs.endRunningJobs,
    defaultJobs: availableParallelism(),
  };
};

/** Fresh copies of one commit for other people's programs: repositories of that commit alone. */
export const openCopies = async (directory: string): Promise<Copies> => {
  const [{ root, commonDir }, { createCopies }] = await Promise.all([
    locateRepository(directory),
    import('../../shell/adapters/workspaces/tree/commit-copies.ts'),
  ]);
  const make = createCopies({ gitDir: commonDir, cacheDir: cacheFolder(commonDir) });
  return {
    async make(commit) {
      const copy = await make(commit);
      lenders.set(copy.root, { root, commonDir });
      const remove = async (): Promise<void> => {
        lenders.delete(copy.root);
        await copy.remove(cacheFolder(copy.commonDir));
      };
      return { root: copy.root, remove };
    },
  };
};

/** Patch operations on folders of this machine; no repository is needed. */
export const openPatchTools = async (): Promise<PatchTools> => {
  const [{ applyOnDisk, checkOnDisk }, { diffToOps, opsToDiff }] = await Promise.all([
    import('../../shell/adapters/patch/patch-disk.ts'),
    import('../../shell/adapters/git/objects/convert-diff.ts'),
  ]);
  return {
    check: checkOnDisk,
    apply: (root, ops) => applyOnDisk(root, ops),
    fromDiff: diffToOps,
    toDiff: opsToDiff,
  };
};

/** Reads a hydra.toml that somebody hands in, as for a replay under another policy. */
export const readConfig = async (text: string, fileName: string): Promise<HydraConfig> =>
  (await import('../../shell/adapters/config/toml-config.ts')).parseHydraToml(text, fileName);

/** What the repository asks for here and now, committed or not; nothing where there is none. */
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
  return parseHydraToml(file?.text ?? '', 'hydra.toml').sandbox;
};

/** What this machine has, and whether its sandbox holds. */
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

/** Models, workspaces for agents, and their traces; what is heavy is loaded with the first model of its kind. */
export const openAgentTools = async (): Promise<AgentTools> => {
  const [{ openModels }, { openAgentPrograms }, { openAgentWorkspace }, { createEventsLog }] =
    await Promise.all([
      import('../../shell/adapters/models/open-models.ts'),
      import('../../shell/adapters/agent/agent-programs.ts'),
      import('../../shell/adapters/agent/agent-workspace.ts'),
      import('../../shell/adapters/store/runs/events-log.ts'),
    ]);
  return {
    models: openModels(process.env),
    programs: openAgentPrograms(process.env),
    openWorkspace: openAgentWorkspace,
    openTrace: async (path) => {
      const log = await createEventsLog(path, Date.now);
      return { record: (event) => log.append(event), close: () => log.close() };
    },
    clock: systemClock,
    nonce: () => randomBytes(NONCE_BYTES).toString('hex'),
  };
};

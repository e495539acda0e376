import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import { locateRepository } from '../../shell/adapters/git/repository/locate-repository.ts';
import { openRunStore } from '../../shell/adapters/store/runs/file-run-store.ts';
import { sha256, systemClock } from '../../shell/adapters/system/system-clock.ts';
import type { Digest } from '../../shell/ports/clock.ts';
import type { AgentTools } from '../../shell/ports/agent-tools.ts';
import type { Copies } from '../../shell/ports/copies.ts';
import { throwIfAborted } from '../../shell/errors/abort-error.ts';
import type { PatchTools } from '../../shell/ports/patch-tools.ts';
import type { ResultCache, RunStore } from '../../shell/ports/run-store.ts';
import type { DiskUsage } from '../../shell/ports/disk-usage.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import type { Session } from './session.ts';
import { cacheFolder } from './wiring-folders.ts';
import { openConventionTools } from './wiring-sources.ts';
import { dispatcherOf, workspacesOf } from './wiring-workspaces.ts';

const NONCE_BYTES = 16;

/** Only stored runs: nothing else is loaded or started. */
export const openArchive = async (directory: string): Promise<RunStore> => {
  const { root } = await locateRepository(directory);
  return openRunStore(root, { engineVersion: ENGINE_VERSION });
};

/** Caches on the disk, to list and prune. */
export const openStorageTools = async (
  directory: string,
): Promise<{ readonly cache: ResultCache; readonly storage: DiskUsage }> => {
  const [{ root, commonDir }, { openResultCache }, { openDiskUsage }] = await Promise.all([
    locateRepository(directory),
    import('../../shell/adapters/store/cache/file-result-cache.ts'),
    import('../../shell/adapters/disk-usage/open-disk-usage.ts'),
  ]);
  const storage = openDiskUsage({ home: join(root, '.hydra'), cacheDir: cacheFolder(commonDir) });
  return { cache: openResultCache(root), storage };
};

type Home = { readonly root: string; readonly commonDir: string };

/** Repositories that are copies of another one, by root: they use its caches, in every session. */
const originals = new Map<string, Home>();

/** Reads and prints code for all runs of a session, in one process that starts on first use. */
const openAnalysers = async (
  session: Session,
  signal: AbortSignal,
): Promise<Pick<Tools, 'formatters' | 'syntaxTrees' | 'syntaxReader' | 'bundledAnalysers'>> => {
  const [{ createAnalysisProcess }, formatters, syntax, reader] = await Promise.all([
    import('../../shell/adapters/analysers/analysis-process.ts'),
    import('../../shell/adapters/analysers/formatters.ts'),
    import('../../shell/adapters/analysers/syntax-trees.ts'),
    import('../../shell/adapters/analysers/syntax-reader.ts'),
  ]);
  const shared = await session.share('analysis', () => createAnalysisProcess());
  const analysis: typeof shared = {
    ...shared,
    async ask(task) {
      throwIfAborted(signal);
      const result = await shared.ask(task);
      throwIfAborted(signal);
      return result;
    },
  };
  return {
    formatters: formatters.createFormatters(analysis),
    syntaxTrees: syntax.createSyntaxTrees(analysis),
    syntaxReader: reader.createSyntaxReader(analysis),
    bundledAnalysers: async () =>
      (await import('../../shell/adapters/assess/bundled-analysers.ts')).createBundledAnalysers(analysis),
  };
};

/** The signal of one run: it ends with its session too. */
export const signalOf = (session: Session, signal: AbortSignal | undefined): AbortSignal => {
  const both = signal === undefined ? session.signal : AbortSignal.any([session.signal, signal]);
  // Every job and every piece of work listens to it: many listeners are not a leak.
  setMaxListeners(0, both);
  return both;
};

/** The real world behind every port, opened on the repository that holds `directory`, for one run. */
export const openTools = async (
  session: Session,
  directory: string,
  runSignal?: AbortSignal,
): Promise<Tools> => {
  const signal = signalOf(session, runSignal);
  throwIfAborted(signal);
  const [git, cache, { createOwnedFiles }, toml, secret, recall, analysers] = await Promise.all([
    import('../../shell/adapters/git/repository/git-repository.ts'),
    import('../../shell/adapters/store/cache/file-result-cache.ts'),
    import('../../shell/adapters/system/owned-files.ts'),
    import('../../shell/adapters/config/toml-config.ts'),
    import('../../shell/adapters/system/local-secret.ts'),
    import('./wiring-recall.ts'),
    openAnalysers(session, signal),
  ]);
  const repository = await git.openGitRepository(directory);
  const { root, commonDir } = repository;
  const home = originals.get(root) ?? { root, commonDir };
  const cacheDir = cacheFolder(home.commonDir);
  const openWorkspaces = workspacesOf(session, signal, repository, cacheDir);
  return {
    repository,
    store: openRunStore(root, { engineVersion: ENGINE_VERSION }),
    cache: cache.openResultCache(home.root),
    ...recall.openMemory({ root, commonDir, cacheDir }),
    files: (await session.share('files', createOwnedFiles)).files,
    ...analysers,
    conventions: () => openConventionTools(session, { directory: root, home: home.root, signal }),
    judgeTools: () => openAgentTools(signal),
    clock: systemClock,
    digest: sha256,
    secret: () => secret.readSecret(join(cacheDir, 'secret')),
    parseConfig: toml.parseHydraToml,
    openWorkspaces,
    openDispatcher: dispatcherOf(openWorkspaces, cacheDir),
    readEnvironment: recall.readEnvironment,
    signal,
    defaultJobs: availableParallelism(),
  };
};

/** Fresh copies of one commit for the user's programs: repositories with only that commit. */
export const openCopies = async (session: Session, directory: string): Promise<Copies> => {
  const [{ root, commonDir }, { createCopies }] = await Promise.all([
    locateRepository(directory),
    import('../../shell/adapters/workspaces/workspace/commit-copies.ts'),
  ]);
  const make = createCopies({ gitDir: commonDir, cacheDir: cacheFolder(commonDir) });
  return {
    async make(commit) {
      const copy = await make(commit);
      originals.set(copy.root, { root, commonDir });
      const remove = session.own(async () => {
        originals.delete(copy.root);
        await copy.remove(cacheFolder(copy.commonDir));
      });
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

/** Reads the text of a hydra.toml, such as the policy of a replay. */
export const readConfig = async (text: string, fileName: string): Promise<HydraConfig> =>
  (await import('../../shell/adapters/config/toml-config.ts')).parseHydraToml(text, fileName);

/** Models, workspaces for agents, and their traces. Providers are loaded with their first model. */
export const openAgentTools = async (signal?: AbortSignal): Promise<AgentTools> => {
  const [
    { openModels },
    { abortableModels },
    { openAgentPrograms },
    { openAgentWorkspace },
    { createEventsLog },
  ] = await Promise.all([
    import('../../shell/adapters/models/open-models.ts'),
    import('../../shell/adapters/models/abortable-models.ts'),
    import('../../shell/adapters/agent/agent-programs.ts'),
    import('../../shell/adapters/agent/agent-workspace.ts'),
    import('../../shell/adapters/store/runs/events-log.ts'),
  ]);
  const models = openModels(process.env);
  return {
    models: signal === undefined ? models : abortableModels(models, signal),
    programs: openAgentPrograms(process.env),
    openWorkspace: openAgentWorkspace,
    openTrace: async (path) => {
      await mkdir(dirname(path), { recursive: true });
      const log = await createEventsLog(path, Date.now);
      return { record: (event) => log.append(event), close: () => log.close() };
    },
    clock: systemClock,
    nonce: () => randomBytes(NONCE_BYTES).toString('hex'),
  };
};

/** What a panel needs if there is no repository. */
export const openPanelTools = async (
  signal: AbortSignal,
): Promise<Pick<AgentTools, 'models'> & { readonly digest: Digest }> => ({
  models: (await openAgentTools(signal)).models,
  digest: sha256,
});

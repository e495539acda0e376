import type { ExperimentTools } from '../../shell/experiment/compare-configurations.ts';
import type { LabTools } from '../../shell/experiment/trial/trial-lab.ts';
import type { PullRequests } from '../../shell/ports/pull-requests.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import { openBenchTools } from './wiring-bench.ts';
import { cacheFolder } from './wiring-folders.ts';
import { openTools } from './wiring.ts';

const verifyTests: LabTools['verifyTests'] = async (task, root) =>
  (await import('../../shell/experiment/trial/verify-hidden-tests.ts')).verifyHiddenTests(
    await openBenchTools(),
    task,
    root,
  );

const readGitTask: ExperimentTools['readGitTask'] = async (source) =>
  (await import('../../shell/bench/read-git-task.ts')).readGitTask(await openBenchTools(), source);

/** Where trials happen: an empty repository of our own, gone when it is closed. */
export const openLabTools = async (): Promise<LabTools & { readonly close: () => Promise<void> }> => {
  const [{ makeScratchRepository }, { lookAt }, { diffToOps }, { removeTree }] = await Promise.all([
    import('../../shell/adapters/git/repository/scratch-repository.ts'),
    import('../../shell/adapters/system/look-at.ts'),
    import('../../shell/adapters/git/objects/convert-diff.ts'),
    import('../../shell/adapters/workspaces/tree/remove-tree.ts'),
  ]);
  const scratch = await makeScratchRepository();
  const tools = await openTools(scratch.root);
  return {
    tools,
    look: lookAt,
    verifyTests,
    fromDiff: diffToOps,
    close: async () => {
      tools.close();
      await removeTree(cacheFolder(tools.repository.commonDir));
      await scratch.remove();
    },
  };
};

/** What experiments need beside the agents: the user's repository for its runs, and a lab. */
export const openExperimentTools = async (
  directory: string,
): Promise<Omit<ExperimentTools, 'openAgent' | 'openJudge'> & { readonly tools: Tools }> => {
  const [tools, { openTrialCache }, { parseToml }] = await Promise.all([
    openTools(directory),
    import('../../shell/adapters/store/cache/file-trial-cache.ts'),
    import('../../shell/adapters/config/parse-toml.ts'),
  ]);
  return { tools, cache: openTrialCache(tools.repository.root), parseToml, openLabTools, readGitTask };
};

/** Pull requests of the user's repository; loaded by whoever is to open one. */
export const openPullRequestTools = async (directory: string): Promise<PullRequests> =>
  (await import('../../shell/adapters/git/repository/pull-requests.ts')).openPullRequests(directory);

/** What tasks are validated with; no repository of the user's is needed. */
export const openSuiteTools = async () => {
  const [lab, { parseToml }] = await Promise.all([
    openLabTools(),
    import('../../shell/adapters/config/parse-toml.ts'),
  ]);
  return { ...lab, parseToml, readGitTask };
};

import type { ExperimentTools } from '../../shell/experiment/compare-configurations.ts';
import type { LabTools } from '../../shell/experiment/trial/trial-lab.ts';
import type { PullRequests } from '../../shell/ports/pull-requests.ts';
import type { Tools } from '../../shell/ports/tools.ts';
import type { Session } from './session.ts';
import { openBenchTools } from './wiring-bench.ts';
import { cacheFolder } from './wiring-folders.ts';
import { openTools } from './wiring.ts';

type Lab = LabTools & { readonly close: () => Promise<void> };

/** Where trials run: our own empty repository, removed on close. */
export const openLabTools = async (session: Session, signal?: AbortSignal): Promise<Lab> => {
  const [{ makeScratchRepository }, { lookAt }, { diffToOps }, { removeTree }] = await Promise.all([
    import('../../shell/adapters/git/repository/scratch-repository.ts'),
    import('../../shell/adapters/system/look-at.ts'),
    import('../../shell/adapters/git/objects/convert-diff.ts'),
    import('../../shell/adapters/workspaces/tree/remove-tree.ts'),
  ]);
  const scratch = await makeScratchRepository();
  const removeScratch = session.own(() => scratch.remove());
  const tools = await openTools(session, scratch.root, signal);
  const removeCache = session.own(() => removeTree(cacheFolder(tools.repository.commonDir)));
  return {
    tools,
    look: lookAt,
    verifyTests: async (task, root) => {
      const { verifyHiddenTests } = await import('../../shell/experiment/trial/verify-hidden-tests.ts');
      return verifyHiddenTests(await openBenchTools(session, signal), task, root);
    },
    fromDiff: diffToOps,
    close: async () => {
      await removeCache();
      await removeScratch();
    },
  };
};

const gitTasksOf =
  (session: Session, signal?: AbortSignal): ExperimentTools['readGitTask'] =>
  async (source, tests) => {
    const { readGitTask } = await import('../../shell/bench/tasks/read-git-task.ts');
    return readGitTask(await openBenchTools(session, signal), source, tests);
  };

/** What experiments need besides the agents: the user's repository for its runs, and a lab. */
export const openExperimentTools = async (
  session: Session,
  directory: string,
  signal?: AbortSignal,
): Promise<Omit<ExperimentTools, 'openAgent' | 'openJudge'> & { readonly tools: Tools }> => {
  const [tools, { openTrialCache }, { parseToml }] = await Promise.all([
    openTools(session, directory, signal),
    import('../../shell/adapters/store/cache/file-trial-cache.ts'),
    import('../../shell/adapters/config/parse-toml.ts'),
  ]);
  return {
    tools,
    cache: openTrialCache(tools.repository.root),
    parseToml,
    openLabTools: () => openLabTools(session, signal),
    readGitTask: gitTasksOf(session, signal),
  };
};

/** Pull requests of the user's repository. */
export const openPullRequestTools = async (directory: string): Promise<PullRequests> =>
  (await import('../../shell/adapters/git/repository/pull-requests.ts')).openPullRequests(directory);

/** Validates tasks; does not need the user's repository. */
export const openSuiteTools = async (session: Session, signal?: AbortSignal) => {
  const [lab, { parseToml }] = await Promise.all([
    openLabTools(session, signal),
    import('../../shell/adapters/config/parse-toml.ts'),
  ]);
  return { ...lab, parseToml, readGitTask: gitTasksOf(session, signal) };
};

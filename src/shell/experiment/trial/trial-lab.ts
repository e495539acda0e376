import { join } from 'node:path';
import type { SuiteFile, ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import type { SeenFile } from '../../../core/objective/check-files.ts';
import type { InspectionTools } from '../../evaluate/change/inspect-change.ts';
import type { DiffedOps } from '../../ports/patch-tools.ts';
import type { Base, ComposedTree } from '../../ports/git-repository.ts';
import type { Tools } from '../../ports/tools.ts';
import type { Workspace } from '../../ports/workspaces.ts';
import type { TrustPolicy } from '../../../core/domain/policy/trust-policy.ts';
import type { HiddenTestsOf, HiddenVerdict } from './verify-hidden-tests.ts';

export type LabTools = {
  /** Opened on our own empty repository. */
  readonly tools: Pick<Tools, 'repository' | 'openWorkspaces' | 'files' | 'clock' | 'digest' | 'signal'> &
    InspectionTools;
  /** A file below a folder of the host, without following a link. */
  readonly look: (root: string, path: string) => Promise<SeenFile>;
  /** Runs the hidden tests of a benchmark task on a host tree; a reason if the tree is not a change of the task. */
  readonly verifyTests: (task: HiddenTestsOf, root: string) => Promise<HiddenVerdict | string>;
  /** What flags of changes do; absent: their defaults. */
  readonly trust?: TrustPolicy | undefined;
  readonly fromDiff: (root: string, diff: Uint8Array) => Promise<DiffedOps>;
};

/** Where trials happen: workspaces with task trees overlaid with a configuration. */
export type TrialLab = LabTools & {
  readonly isolation: string;
  /** The empty tree that everything is laid on. */
  readonly base: Base;
  /** The task's fixture overlaid with files; equal trees are created once. */
  lay(
    task: Pick<ExperimentTask, 'hash' | 'fixture'>,
    over: readonly SuiteFile[],
    key: string,
  ): Promise<ComposedTree>;
  open(laid: ComposedTree, name: string): Promise<Workspace>;
};

const EXECUTABLE = '100755';
const PLAIN = '100644';

const overlaid = (fixture: readonly SuiteFile[], over: readonly SuiteFile[]): readonly SuiteFile[] => {
  const files = new Map(fixture.map((file) => [file.path, file]));
  for (const file of over) files.set(file.path, file);
  return [...files.values()];
};

/** The branch of the empty repository that trials happen in. */
const BRANCH = 'main';

export const openLab = async (given: LabTools): Promise<TrialLab> => {
  const { repository, openWorkspaces, files } = given.tools;
  const base = await repository.resolveBase(BRANCH);
  const workspaces = await openWorkspaces({ environment: {}, copies: true });
  const logs = await files.makeFolder('lab');
  const prepared = await workspaces
    .prepareBase(base.commit, null, join(logs, 'install.log'))
    .finally(() => files.removeFolder(logs));
  const made = new Map<string, Promise<ComposedTree>>();
  const compose = (
    task: Pick<ExperimentTask, 'fixture'>,
    over: readonly SuiteFile[],
  ): Promise<ComposedTree> =>
    repository.composeTree(
      base.tree,
      overlaid(task.fixture, over).map(({ path, bytes, executable }) => ({
        path,
        bytes,
        mode: executable ? EXECUTABLE : PLAIN,
      })),
    );
  return {
    ...given,
    base,
    isolation: workspaces.isolation.level,
    lay: (task, over, key) => {
      const name = `${task.hash} ${key}`;
      const laid = made.get(name) ?? compose(task, over);
      made.set(name, laid);
      return laid;
    },
    open: (laid, name) => workspaces.create(prepared, laid.changes, name),
  };
};

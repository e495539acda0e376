import { join } from 'node:path';
import type { ChangedLineCounts } from '../../../core/analyse/diff/parse-numstat.ts';
import type { Objective } from '../../../core/domain/experiment/experiment-facts.ts';
import {
  nameCheck,
  type CheckOf,
  type ObjectiveCheck,
} from '../../../core/domain/experiment/objective-check.ts';
import type { SuiteFile } from '../../../core/domain/experiment/experiment-task.ts';
import type { CheckVerdict } from '../../../core/domain/experiment/trial.ts';
import { type CommandEnd, checkCommand, checkTestSuite } from '../../../core/objective/check-commands.ts';
import { checkDiffWithin } from '../../../core/objective/check-diff-within.ts';
import {
  type CheckResult,
  checkFileContains,
  checkFileExists,
  checkJsonPath,
  type SeenFile,
} from '../../../core/objective/check-files.ts';
import type { Files } from '../../ports/files.ts';
import type { Ran, Workspace } from '../../ports/workspaces.ts';
import { InfrastructureError } from '../../errors/user-error.ts';

const MOST_OUTPUT = 4 * 1024 * 1024;

/** What checks read: the tree as the agent left it, and the changes in it. */
export type CheckedTree = {
  readonly workspace: Workspace;
  readonly files: Files;
  /** Files that only checks see. */
  readonly hidden: readonly SuiteFile[];
  readonly changed: ReadonlyMap<string, ChangedLineCounts>;
  /** A file of the tree; links are not followed. */
  readonly look: (path: string) => Promise<SeenFile>;
};

export type CheckedResult = Objective & { readonly checks: readonly CheckVerdict[] };

/** Quoted for the shell, as the folder's name is not ours. */
const placed = (command: string): string =>
  command
    .replaceAll('{checks}', '"$HYDRA_REPORT_DIR"/checks')
    .replaceAll('{hidden}', '"$HYDRA_REPORT_DIR"/checks')
    .replaceAll('{workspace}', '"$PWD"');

const endOf = (ran: Ran): Pick<CommandEnd, 'exitCode' | 'ended'> => {
  switch (ran.status) {
    case 'exited':
      return { exitCode: ran.exitCode, ended: '' };
    case 'timed-out':
      return { exitCode: null, ended: `stopped after ${ran.timeoutMs / 1000} s` };
    case 'killed':
      return { exitCode: null, ended: `killed by ${ran.signal}` };
    case 'not-started':
      throw new InfrastructureError('check-not-started', `A check could not be started: ${ran.reason}`, '');
  }
};

/** The hidden files are written again for each command, so that one cannot affect the next. */
const runCommand = async (
  { workspace, files, hidden }: CheckedTree,
  { run, timeout_seconds }: CheckOf<'command'> | CheckOf<'test_suite'>,
): Promise<CommandEnd> => {
  const folder = await files.makeFolder('checks');
  try {
    const reportDir = join(folder, 'report');
    await files.writeTree(join(reportDir, 'checks'), hidden);
    const [stdoutFile, stderrFile] = [join(folder, 'stdout'), join(folder, 'stderr')];
    const ran = await workspace.run({
      command: placed(run),
      env: {},
      timeoutMs: timeout_seconds * 1000,
      network: false,
      stdoutFile,
      stderrFile,
      reportDir,
    });
    const end = endOf(ran);
    const output = await Promise.all(
      [stdoutFile, stderrFile].map((at) => files.readBounded(at, MOST_OUTPUT)),
    );
    const documents = output.map((read, at) => ({
      name: at === 0 ? 'stdout' : 'stderr',
      text: read?.text ?? '',
    }));
    return { ...end, documents, root: workspace.root };
  } finally {
    await files.removeFolder(folder);
  }
};

const checkOne = async (tree: CheckedTree, check: ObjectiveCheck): Promise<CheckResult> => {
  switch (check.type) {
    case 'command':
      return checkCommand(check, await runCommand(tree, check));
    case 'test_suite':
      return checkTestSuite(check, await runCommand(tree, check));
    case 'file_exists':
      return checkFileExists(check, await tree.look(check.path));
    case 'file_contains':
      return checkFileContains(check, await tree.look(check.path));
    case 'json_path':
      return checkJsonPath(check, await tree.look(check.path));
    case 'diff_within':
      return checkDiffWithin(check, tree.changed);
  }
};

/** Read-only checks come first: a command may change the tree. */
const readOnlyFirst = (checks: readonly ObjectiveCheck[]): readonly ObjectiveCheck[] => {
  const runs = ({ type }: ObjectiveCheck): boolean => type === 'command' || type === 'test_suite';
  return [...checks.filter((check) => !runs(check)), ...checks.filter(runs)];
};

/** Runs every check on the agent's final tree: how many pass, of how many, and why others fail. */
export const runTaskChecks = async (
  tree: CheckedTree,
  checks: readonly ObjectiveCheck[],
): Promise<CheckedResult> => {
  const done = new Map<ObjectiveCheck, CheckVerdict>();
  for (const check of readOnlyFirst(checks))
    done.set(check, { name: nameCheck(check), ...(await checkOne(tree, check)) });
  const verdicts = checks.flatMap((check) => done.get(check) ?? []);
  return {
    passed: verdicts.filter(({ passed }) => passed).length,
    total: verdicts.length,
    checks: verdicts,
  };
};

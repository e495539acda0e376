import type { ObjectiveCheck } from '../../../core/domain/experiment/objective-check.ts';
import { UserError } from '../../errors/user-error.ts';
import { readSuiteFolder } from '../suite/load-suite.ts';
import { checkTree } from './check-tree.ts';
import type { CheckedResult } from './run-task-checks.ts';
import { type LabTools, openLab } from './trial-lab.ts';

export type ObjectiveCheckOptions = { readonly base?: string; readonly hidden?: string };

/** Runs checks on a copy of a folder, in the sandbox. */
export const runObjectiveChecks = async (
  lab: LabTools,
  folder: string,
  checks: readonly ObjectiveCheck[],
  { base, hidden }: ObjectiveCheckOptions = {},
): Promise<CheckedResult> => {
  const opened = await openLab(lab);
  const { files } = lab.tools;
  const read = (at: string | undefined) => (at === undefined ? [] : readSuiteFolder(files, at));
  const [made, before, own] = [await read(folder), await read(base ?? folder), await read(hidden)];
  const laid = (fixture: typeof made) => opened.lay({ hash: '', fixture }, [], String(fixture === made));
  const [from, to] = [await laid(before), await laid(made)];
  const workspace = await opened.open(to, 'checks');
  try {
    const done = await checkTree(opened, {
      workspace,
      from: from.tree,
      task: { checks, hidden: own, fixture: before },
    });
    if (typeof done !== 'string') return { passed: done.passed, total: done.total, checks: done.checks };
    throw new UserError('unreadable-folder', `${folder} ${done}`, 'Give a folder of plain files.');
  } finally {
    await workspace.dispose();
  }
};

import { checkHiddenTests } from '../../../core/objective/check-hidden-tests.ts';
import type { SuiteFile, ExperimentTask } from '../../../core/domain/experiment/experiment-task.ts';
import type { TaskFile } from '../../../core/domain/bench/bench-task.ts';
import type { Flag } from '../../../core/domain/flags/flag.ts';
import type { CheckVerdict } from '../../../core/domain/experiment/trial.ts';
import type { BenchTools } from '../../bench/bench-tools.ts';
import { inTaskRepository } from '../../bench/tasks/in-task-repository.ts';
import { verifyChanges } from '../../bench/verify-change.ts';
import { InfrastructureError } from '../../errors/user-error.ts';

const NAME = 'trial';

export type HiddenTestsOf = Pick<ExperimentTask, 'fixture' | 'hidden' | 'settings'> & {
  readonly tests: TaskFile['tests'];
};

export type HiddenVerdict = { readonly checks: readonly CheckVerdict[]; readonly flags: readonly Flag[] };

const under = (folder: string, files: readonly SuiteFile[]): readonly SuiteFile[] =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));

/**
 * Runs the benchmark's verifier on the tree that an agent left. The task is written again as it was read: changes to
 * its folder since then do not matter. Returns a reason if the tree is not a change of the task's repository.
 */
export const verifyHiddenTests = async (
  bench: Pick<BenchTools, 'reader' | 'repositories' | 'openTools'>,
  { fixture, hidden, tests, settings }: HiddenTestsOf,
  root: string,
): Promise<HiddenVerdict | string> => {
  const { files } = bench.reader;
  const folder = await files.makeFolder('task');
  try {
    await files.writeTree(folder, [...under('repo', fixture), ...under('tests', hidden)]);
    return await inTaskRepository(bench, { folder }, async (place) => {
      const { tools, base } = place;
      const made = await tools.repository.importCandidate(base, { kind: 'folder', at: root });
      if (!made.ok) return made.reason;
      const change = { name: NAME, tree: made.tree === base.tree ? null : made.tree };
      const verified = (await verifyChanges(place, { tests, ...settings }, [change])).get(NAME)!;
      const checked = checkHiddenTests(tests, verified);
      if (checked.known) return { checks: checked.value, flags: verified.flags };
      throw new InfrastructureError(
        'verifier-lost',
        `The hidden tests gave no result: ${checked.reason}`,
        '',
      );
    });
  } finally {
    await files.removeFolder(folder);
  }
};

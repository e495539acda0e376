import { cellOf } from '../../../core/decide/test-cell.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { Cell } from '../../../core/domain/evidence/matrix.ts';
import { mapMeasured, measured, type Measured, missing } from '../../../core/domain/measured.ts';
import type { FieldContext } from '../field/field-context.ts';
import { layered } from '../lanes/layered.ts';
import type { CellRequest } from '../lanes/run-cells.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { HiddenTests } from '../../plan/load-hidden-tests.ts';
import { HIDDEN_FOLDER } from '../../../core/analyse/harness/harness-paths.ts';
import { needsOwnInstall } from '../field/trees-under-test.ts';

export const HIDDEN_NOT_RUN = missing('infrastructure', 'the hidden tests were not run');

const commandOf = ({ command }: HiddenTests): string | null =>
  command === null
    ? null
    : command
        .replaceAll('{hidden}', () => `"$PWD/${HIDDEN_FOLDER}"`)
        .replaceAll('{workspace}', () => '"$PWD"');

/** A source with the hidden tests laid over it. */
export const hiddenCell = (
  context: FieldContext,
  hidden: HiddenTests,
  {
    id,
    owner,
    changes: own,
  }: { readonly id: string; readonly owner: string; readonly changes: readonly TreeChange[] },
): CellRequest => {
  const changes = layered(own, hidden.changes);
  const command = commandOf(hidden);
  return {
    id,
    owner,
    name: 'hidden',
    changes,
    files: hidden.files,
    ownInstall: needsOwnInstall(context.plan, changes),
    readOnly: hidden.changes.map(({ path }) => path),
    ...(command === null ? {} : { command: `${context.plan.hiddenPrelude ?? ''}${command}` }),
  };
};

/** By test id if the runner reports tests; the result of a hidden command is its exit code. */
export const hiddenResult = (
  hidden: HiddenTests,
  seen: TreeEvidence | undefined,
  checkName = 'hidden',
): Measured<Cell> => {
  if (seen === undefined) return HIDDEN_NOT_RUN;
  if (hidden.command === null) return mapMeasured(seen.tests, (report) => cellOf(report, hidden.files, null));
  const last = seen.runs.find(({ check }) => check.name === checkName)?.outcome;
  if (last === undefined) return missing('candidate', 'the hidden command was not reached');
  if (last.status === 'not-started') return missing('infrastructure', last.reason);
  const holds = last.status === 'exited' && last.exitCode === 0;
  return measured({ passed: holds ? ['hidden'] : [], failed: holds ? [] : ['hidden'], skipped: [] });
};

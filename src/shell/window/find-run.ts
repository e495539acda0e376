import type { RunRow } from '../../core/domain/window/run-row.ts';
import { UserError } from '../errors/user-error.ts';
import type { StoredRun } from '../ports/run-store.ts';
import type { WindowTools } from './window-tools.ts';

const unknownRun = (wanted: string): UserError =>
  new UserError(
    'run-unknown',
    `There is no run ${JSON.stringify(wanted.slice(0, 60))} here.`,
    '`hydra runs` lists the runs of this repository.',
  );

/** A run of any kind by its id, a unique prefix, or `latest`. */
export const findRow = async (
  { store, window }: Pick<WindowTools, 'store' | 'window'>,
  wanted: string,
): Promise<RunRow> => {
  const exact = await window.row(wanted.toUpperCase());
  if (exact !== null) return exact;
  const row = await window.row(await store.resolve(wanted));
  if (row === null) throw unknownRun(wanted);
  return row;
};

/** The full id of an evaluation or race, with everything stored for it. */
export const findStored = async (tools: WindowTools, wanted: string): Promise<StoredRun> =>
  tools.runs.get((await findRow(tools, wanted)).id);

import { BASELINE } from '../../core/domain/evidence/baseline.ts';
import type { TreeEvidence } from '../../core/domain/evidence/evidence.ts';
import { UserError } from '../errors/user-error.ts';
import type { RunStore, StoredRun } from '../ports/run-store.ts';
import { readCheckLog } from './read-check-log.ts';

/** The evidence of a candidate or of `baseline`; a UserError if the run has none. */
export const treeOf = ({ captured }: StoredRun, owner: string): TreeEvidence => {
  const found =
    owner === BASELINE
      ? captured.baseline
      : captured.evidence.find(({ candidate }) => candidate.name === owner);
  if (found !== undefined) return found;
  const rejected = captured.rejected.find(({ candidate }) => candidate.name === owner);
  if (rejected !== undefined)
    throw new UserError(
      'rejected',
      `${owner} was rejected: ${rejected.reason}`,
      'It has no logs and no diff.',
    );
  const names = [BASELINE, ...captured.evidence.map(({ candidate }) => candidate.name)].join(', ');
  throw new UserError('unknown-candidate', `The run has no candidate called ${owner}`, `It has: ${names}.`);
};

/** The whole log of a check. */
export const readLog = async (
  store: RunStore,
  stored: StoredRun,
  owner: string,
  check: string,
): Promise<string> => {
  const { runs } = treeOf(stored, owner);
  const log = await readCheckLog(store, stored.id, runs, check);
  if (log !== null) return log;
  throw new UserError(
    'no-log',
    `${owner} has no log of ${check}`,
    `It has: ${runs.map(({ check: { name } }) => name).join(', ') || 'none'}.`,
  );
};

/** The candidate to look at by default: the winner, or the first in the ranking. */
export const foremost = ({ conclusion: { winner, rankings } }: Pick<StoredRun, 'conclusion'>): string =>
  winner ?? rankings[0]?.agent ?? BASELINE;

import { BASELINE } from '../../core/domain/evidence/baseline.ts';
import type { Outcome, RunOutcome } from '../../core/domain/run/outcome.ts';
import { UserError } from '../errors/user-error.ts';
import type { RunStore } from '../ports/run-store.ts';
import { treeOf } from './read-stored.ts';

/** Only of a candidate that the run examined; the sealed folder of the run does not change. */
export const recordOutcome = async (
  store: RunStore,
  wanted: string,
  outcome: Outcome,
): Promise<RunOutcome> => {
  const run = await store.resolve(wanted);
  const stored = await store.load(run);
  treeOf(stored, outcome.candidate);
  if (outcome.candidate === BASELINE)
    throw new UserError(
      'unknown-candidate',
      'The baseline is not a candidate.',
      `\`hydra show ${run}\` lists them.`,
    );
  await store.recordOutcome(run, outcome);
  return { run, ...outcome };
};

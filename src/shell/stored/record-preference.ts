import { BASELINE } from '../../core/domain/evidence/baseline.ts';
import { Preference, type RunPreference } from '../../core/domain/run/preference.ts';
import { UserError } from '../errors/user-error.ts';
import type { RunStore } from '../ports/run-store.ts';
import { treeOf } from './read-stored.ts';

/** Only between two candidates that the run examined; the sealed folder of the run does not change. */
export const recordPreference = async (
  store: RunStore,
  wanted: string,
  given: Preference,
): Promise<RunPreference> => {
  const run = await store.resolve(wanted);
  const stored = await store.load(run);
  const names = [given.preferred, given.over];
  for (const name of names) treeOf(stored, name);
  if (names.includes(BASELINE))
    throw new UserError(
      'unknown-candidate',
      'The baseline is not a candidate.',
      `\`hydra show ${run}\` lists them.`,
    );
  if (given.preferred === given.over)
    throw new UserError('preference', 'A candidate cannot be preferred to itself.', 'Name two candidates.');
  const preference = Preference.parse(given);
  await store.recordPreference(run, preference);
  return { run, ...preference };
};

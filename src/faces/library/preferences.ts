import type { Preference, RunPreference } from '../../core/domain/run/preference.ts';
import type { Tuning } from '../../core/tune/fit-weights.ts';
import { loadConfig } from '../../shell/plan/plan-evaluation.ts';
import { recordPreference } from '../../shell/stored/record-preference.ts';
import { tuneStored } from '../../shell/stored/tune-weights.ts';
import { withSession } from '../wiring/session.ts';
import { openArchive, openTools } from '../wiring/wiring.ts';

type InRepo = { readonly repo?: string };

/** Records which of two candidates of a run a person prefers. */
export const prefer = async (
  run: string,
  choice: Pick<Preference, 'preferred' | 'over'> & Partial<Pick<Preference, 'blind' | 'note'>>,
  { repo = '.' }: InRepo = {},
): Promise<RunPreference> =>
  recordPreference(await openArchive(repo), run, {
    blind: false,
    ...choice,
    by: 'choice',
    at: new Date().toISOString(),
  });

/** Weights fitted to the recorded choices, with those in effect; writes nothing. */
export const tune = ({ repo = '.' }: InRepo = {}): Promise<Tuning> =>
  withSession(async (session) => {
    const tools = await openTools(session, repo);
    const { config } = await loadConfig(tools, await tools.repository.resolveBase('HEAD'));
    return tuneStored(tools.store, config);
  });

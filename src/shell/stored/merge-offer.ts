import { needsConsent } from '../../core/conclude/integrity.ts';
import type { Flag } from '../../core/domain/flags/flag.ts';
import type { Ranking } from '../../core/domain/run/conclusion.ts';
import type { MergeOffer } from '../../core/domain/window/run-view.ts';
import type { StoredRun } from '../ports/run-store.ts';

/** The gates that failed, each with its reason. */
export const closedGates = ({ gates, reasons }: Ranking): string =>
  gates.map((gate) => `${gate}: ${reasons[gate] ?? 'failed'}`).join('; ');

/** Flags of files that run elsewhere or decide about other changes: a merge needs explicit consent. */
export const flagsForConsent = ({ config }: Pick<StoredRun, 'config'>, { flags }: Ranking): readonly Flag[] =>
  flags.filter(({ id }) => needsConsent(id, config.trust));

export const isDegraded = ({ captured }: Pick<StoredRun, 'captured'>): boolean =>
  captured.isolation.level === 'degraded';

/** Whether a merge can be offered without force, what it needs, and if not, why. */
export const mergeOffer = (stored: StoredRun, ranking: Ranking): MergeOffer => {
  const consents = [...new Set(flagsForConsent(stored, ranking).map(({ id }) => id))];
  const degraded = isDegraded(stored);
  const refused = (reason: string): MergeOffer => ({ allowed: false, reason, consents, degraded });
  if (!ranking.mergeable) return refused(closedGates(ranking) || 'it could not be scored');
  if (stored.captured.base.branch === null)
    return refused(
      `the base ${stored.captured.base.ref} is not a branch; merge with hydra merge --into BRANCH`,
    );
  return { allowed: true, reason: null, consents, degraded };
};

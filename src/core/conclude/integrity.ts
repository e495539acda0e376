import type { Flag, FlagSeverity } from '../domain/flags/flag.ts';
import { findFlagKind } from '../analyse/flags/flag-catalogue.ts';
import type { TrustPolicy } from '../domain/policy/trust-policy.ts';

const FLAGS_SHOWN = 3;

/** The policy's setting, else the catalogue's; a flag that neither knows blocks. */
export const severityOf = (id: string, policy: TrustPolicy | undefined): FlagSeverity => {
  const configured = policy !== undefined && Object.hasOwn(policy.flags, id) ? policy.flags[id] : undefined;
  return configured ?? findFlagKind(id)?.standard ?? 'block';
};

/** Whether a merge needs consent; a policy that sets the flag itself has decided. */
export const needsConsent = (id: string, policy: TrustPolicy | undefined): boolean =>
  findFlagKind(id)?.consent === true && !(policy !== undefined && Object.hasOwn(policy.flags, id));

/** Flags that are not off. */
export const activeFlags = (flags: readonly Flag[], policy: TrustPolicy | undefined): Flag[] =>
  flags.filter(({ id }) => severityOf(id, policy) !== 'off');

const sentenceOf = ({ id, sentence, file, line }: Flag): string => {
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  return `${id}: ${sentence}${place}`;
};

/** Null: no flag blocks this candidate. */
export const integrityGate = (flags: readonly Flag[], policy: TrustPolicy | undefined): string | null => {
  const blocking = flags.filter(({ id }) => severityOf(id, policy) === 'block');
  if (blocking.length === 0) return null;
  const more = blocking.length - FLAGS_SHOWN;
  return blocking.slice(0, FLAGS_SHOWN).map(sentenceOf).join('; ') + (more > 0 ? `; and ${more} more` : '');
};

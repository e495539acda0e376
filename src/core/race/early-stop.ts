import type { EarlyStop } from '../domain/race/race-request.ts';

/** The first candidate that passes every gate with proof, and what it took. */
export type GoodAttempt = {
  readonly name: string;
  readonly tokens: number | null;
  readonly wallMs: number;
};

/** What another agent has taken so far. */
export type Underway = { readonly tokens: number | null; readonly workedMs: number };

/** Why an agent need not go on; null: it may. Time replaces tokens if one of the two does not report them. */
export const behindGood = (
  when: EarlyStop,
  { name, tokens, wallMs }: GoodAttempt,
  other: Underway,
): string | null => {
  const reason = `${name} already passes every gate with proof`;
  if (when === 'never') return null;
  if (when === 'first-good') return reason;
  if (tokens === null || other.tokens === null)
    return other.workedMs >= wallMs ? `${reason}, and this one has worked as long` : null;
  return other.tokens >= tokens ? `${reason}, and this one has used as many tokens` : null;
};

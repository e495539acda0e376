import { measured, missing, type Measured } from '../domain/measured.ts';

export type Pair<Base, Own = Base> = { readonly base: Base; readonly own: Own };

/**
 * A candidate's measurement beside the baseline's. What the baseline lacks is inactive for all candidates;
 * what only the candidate lacks is the candidate's fault, whatever cause it reports.
 */
export const pairMeasured = <Base, Own>(
  base: Measured<Base>,
  own: Measured<Own>,
): Measured<Pair<Base, Own>> => {
  if (!base.known)
    return base.cause === 'infrastructure'
      ? missing('infrastructure', `the baseline has none: ${base.reason}`)
      : missing('not-configured', base.reason);
  if (!own.known) return own.cause === 'infrastructure' ? own : missing('candidate', own.reason);
  return measured({ base: base.value, own: own.value });
};

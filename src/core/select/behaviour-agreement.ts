import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Probes } from '../domain/evidence/probes.ts';
import { mean } from '../math/mean.ts';
import { isOwnCrash, waysOf } from '../probe/behaviour.ts';
import { authorKey, type Authors } from './authors.ts';

/** How far other authors' candidates behave alike on inputs that distinguish candidates. */
export type BehaviourAgreement = {
  /** Mean share of the other authors who behave the same, over the ways in which candidates differ. */
  readonly share: number;
  /** Other authors that count. */
  readonly others: number;
  /** Only on calls observed in a test: a made-up input may be one that the function should reject. */
  readonly crashesAlone: boolean;
};

/** With one other author, agreement is mutual and distinguishes nothing. */
const FEWEST_OTHERS = 2;

/** Candidates that behave like the base on every input have no opinion on what to change. */
const behaveLikeBase = (probes: Probes): ReadonlySet<string> => {
  const ways = waysOf(probes);
  return new Set(
    probes.names.filter((name) =>
      ways.every((groups) =>
        groups.some((group) => group.names.includes(name) && group.names.includes(BASELINE)),
      ),
    ),
  );
};

/** Name → agreement; empty if nothing distinguishes the candidates or too few authors count; `excluded` do not. */
export const behaviourIn = (
  probes: Probes,
  authors: Authors,
  excluded: ReadonlySet<string>,
): ReadonlyMap<string, BehaviourAgreement> => {
  // Scripts are counted separately (ScriptStanding).
  const ways = waysOf({ ...probes, leftovers: [] });
  const idle = behaveLikeBase(probes);
  const candidates = probes.names.filter((name) => name !== BASELINE);
  const counts = (name: string): boolean => !excluded.has(name) && !idle.has(name);
  const found = new Map<string, BehaviourAgreement>();
  for (const name of candidates) {
    const own = authorKey(authors, name);
    const authorsAmong = (names: readonly string[]): number =>
      new Set(
        names
          .filter(counts)
          .map((other) => authorKey(authors, other))
          .filter((key) => key !== own),
      ).size;
    const others = authorsAmong(candidates);
    if (ways.length === 0 || others < FEWEST_OTHERS) continue;
    // A call that was not played on a candidate shows nothing about it, nor about how the others compare with it.
    const shares = ways.flatMap((groups) => {
      const alike = groups.find(({ names }) => names.includes(name))?.names;
      const present = authorsAmong(groups.flatMap(({ names }) => names));
      return alike === undefined || present === 0 ? [] : [authorsAmong(alike) / present];
    });
    if (shares.length === 0) continue;
    const isSame = (other: string): boolean => authorKey(authors, other) === own;
    const crashesAlone = probes.calls.some(
      (call) => call.origin === 'observed' && isOwnCrash(call, name, isSame),
    );
    found.set(name, { share: mean(shares) ?? 0, others, crashesAlone });
  }
  return found;
};

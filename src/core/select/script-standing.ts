import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Leftover, LeftoverOutcome, Probes } from '../domain/evidence/probes.ts';
import { authorKey, type Authors } from './authors.ts';

/**
 * What a script that reproduces the problem shows about one candidate, the most informative first.
 * - `breaks`: it works on the base and fails with the candidate;
 * - `still-fails`: it fails on the base and with the candidate, and works with another author's change;
 * - `leaves`: it prints the same as on the base, and something else with another author's change;
 * - `fixes`: it fails on the base and works with the candidate;
 * - `differs`: it prints something that no other author's change makes it print, while two others agree;
 * - `agrees`: the candidate alters its output in the same way as another author.
 */
export type ScriptStanding = {
  readonly kind: 'breaks' | 'still-fails' | 'leaves' | 'fixes' | 'differs' | 'agrees';
  readonly path: string;
  /** The script fails on the base, and works with the changes of two authors. */
  readonly confirmed: boolean;
};

const works = ({ kind, exitCode }: LeftoverOutcome): boolean => kind === 'answer' && exitCode === 0;

type AnsweredScript = {
  readonly leftover: Leftover;
  readonly base: LeftoverOutcome;
  /** Authors of those of these candidates that count. */
  authorsOf(names: readonly string[]): ReadonlySet<string>;
  readonly authors: Authors;
};

/** Candidates with which a script works but prints something else than on the base. */
const altered = ({ leftover, base }: AnsweredScript): readonly string[] =>
  leftover.outcomes.flatMap((outcome) => (outcome !== base && works(outcome) ? outcome.names : []));

const without = (authors: ReadonlySet<string>, ...left: readonly string[]): ReadonlySet<string> =>
  new Set([...authors].filter((author) => !left.includes(author)));

/** What one script shows about one candidate; null: nothing. */
const standingFor = (script: AnsweredScript, name: string): ScriptStanding | null => {
  const { leftover, base, authors, authorsOf } = script;
  const { path, outcomes } = leftover;
  const own = outcomes.find(({ names }) => names.includes(name));
  if (own === undefined || own.kind === 'unstable') return null;
  const [writer, author] = [authorKey(authors, leftover.author), authorKey(authors, name)];
  const others = authorsOf(altered(script));
  const confirmed = !works(base) && others.size > 1;
  const standing = (kind: ScriptStanding['kind']): ScriptStanding => ({ kind, path, confirmed });
  // A script that runs out of time counts only if it ends with two other authors: a machine may be busy.
  const ended = outcomes.filter(({ kind }) => kind === 'answer').flatMap(({ names }) => names);
  if (own.kind === 'timeout' && without(authorsOf(ended), author).size < 2) return null;
  if (works(base) && !works(own)) {
    // One author's word against another's proves nothing: the script must work with a third.
    const fine = outcomes.filter(works).flatMap(({ names }) => names);
    // An error that two authors raise in the same way may be intended.
    const isMeant = without(authorsOf(own.names), author).size > 0;
    return !isMeant && without(authorsOf(fine), writer, author).size > 0 ? standing('breaks') : null;
  }
  if (own === base || !works(own))
    return without(others, writer).size > 0 ? standing(works(base) ? 'leaves' : 'still-fails') : null;
  if (author === writer) return null;
  if (!works(base)) return standing('fixes');
  if (without(authorsOf(own.names), author).size > 0) return standing('agrees');
  const apart = outcomes.some(
    (outcome) => outcome !== own && outcome !== base && without(authorsOf(outcome.names), author).size > 1,
  );
  return apart ? standing('differs') : null;
};

const ORDER = ['breaks', 'still-fails', 'leaves', 'fixes', 'differs', 'agrees'] as const;

/**
 * By candidate, the most informative result of all scripts. Only results with `counted` candidates count, which change
 * source; scripts of `excluded` candidates are ignored.
 */
export const scriptStandings = (
  { names, leftovers }: Pick<Probes, 'names' | 'leftovers'>,
  authors: Authors,
  { counted, excluded }: { readonly counted: ReadonlySet<string>; readonly excluded: ReadonlySet<string> },
): ReadonlyMap<string, ScriptStanding> => {
  const authorsOf = (some: readonly string[]): ReadonlySet<string> =>
    new Set(some.filter((name) => counted.has(name)).map((name) => authorKey(authors, name)));
  const scripts = leftovers.flatMap((leftover): AnsweredScript[] => {
    const base = leftover.outcomes.find((outcome) => outcome.names.includes(BASELINE));
    return base?.kind === 'answer' && !excluded.has(leftover.author)
      ? [{ leftover, base, authors, authorsOf }]
      : [];
  });
  const found = new Map<string, ScriptStanding>();
  for (const name of names) {
    const standings = scripts.flatMap((script) => standingFor(script, name) ?? []);
    const [first] = standings.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
    if (name !== BASELINE && first !== undefined) found.set(name, first);
  }
  return found;
};

import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Leftover, LeftoverOutcome, Probes } from '../domain/evidence/probes.ts';
import { authorKey, type Authors } from './authors.ts';

/**
 * What scripts that reproduce the problem say about one candidate, the most telling first.
 * - `breaks`: one that works on the base fails with it;
 * - `still-fails`: one fails on the base and with it, and works with another author's change;
 * - `leaves`: one says the same as on the base, and something else with another author's change;
 * - `fixes`: one that fails on the base works;
 * - `differs`: what it makes one say, no other author does, while two others agree;
 * - `agrees`: it alters what one says as another author does.
 */
export type ScriptStanding = {
  readonly kind: 'breaks' | 'still-fails' | 'leaves' | 'fixes' | 'differs' | 'agrees';
  readonly path: string;
  /** The script fails on the base, and works with the changes of two authors. */
  readonly confirmed: boolean;
};

const works = ({ kind, exitCode }: LeftoverOutcome): boolean => kind === 'answer' && exitCode === 0;

type Judged = {
  readonly leftover: Leftover;
  readonly base: LeftoverOutcome;
  /** Authors of candidates among these names that change source and may speak. */
  authorsOf(names: readonly string[]): ReadonlySet<string>;
  readonly authors: Authors;
};

/** With whom a script works, and says something else than on the base. */
const altered = ({ leftover, base }: Judged): readonly string[] =>
  leftover.outcomes.flatMap((outcome) => (outcome !== base && works(outcome) ? outcome.names : []));

const without = (authors: ReadonlySet<string>, ...left: readonly string[]): ReadonlySet<string> =>
  new Set([...authors].filter((author) => !left.includes(author)));

/** What one script says about one candidate; null: nothing. */
const judge = (script: Judged, name: string): ScriptStanding | null => {
  const { leftover, base, authors, authorsOf } = script;
  const { path, outcomes } = leftover;
  const own = outcomes.find(({ names }) => names.includes(name));
  if (own === undefined || own.kind === 'timeout' || own.kind === 'unstable') return null;
  const [writer, author] = [authorKey(authors, leftover.author), authorKey(authors, name)];
  const others = authorsOf(altered(script));
  const confirmed = !works(base) && others.size > 1;
  const says = (kind: ScriptStanding['kind']): ScriptStanding => ({ kind, path, confirmed });
  if (works(base) && !works(own)) {
    // The word of one author against another is none: a third has to get along with the script.
    const fine = outcomes.filter(works).flatMap(({ names }) => names);
    // An error that two authors raise alike may be meant.
    const isMeant = without(authorsOf(own.names), author).size > 0;
    return !isMeant && without(authorsOf(fine), writer, author).size > 0 ? says('breaks') : null;
  }
  if (own === base || !works(own))
    return without(others, writer).size > 0 ? says(works(base) ? 'leaves' : 'still-fails') : null;
  if (author === writer) return null;
  if (!works(base)) return says('fixes');
  if (without(authorsOf(own.names), author).size > 0) return says('agrees');
  const apart = outcomes.some(
    (outcome) => outcome !== own && outcome !== base && without(authorsOf(outcome.names), author).size > 1,
  );
  return apart ? says('differs') : null;
};

const ORDER = ['breaks', 'still-fails', 'leaves', 'fixes', 'differs', 'agrees'] as const;

/**
 * By candidate, the most telling of all scripts. `voices`: candidates that change source and may speak; of `barred`
 * candidates no script is heard.
 */
export const scriptStandings = (
  { names, leftovers }: Pick<Probes, 'names' | 'leftovers'>,
  authors: Authors,
  { voices, barred }: { readonly voices: ReadonlySet<string>; readonly barred: ReadonlySet<string> },
): ReadonlyMap<string, ScriptStanding> => {
  const authorsOf = (some: readonly string[]): ReadonlySet<string> =>
    new Set(some.filter((name) => voices.has(name)).map((name) => authorKey(authors, name)));
  const scripts = leftovers.flatMap((leftover): Judged[] => {
    const base = leftover.outcomes.find((outcome) => outcome.names.includes(BASELINE));
    return base?.kind === 'answer' && !barred.has(leftover.author)
      ? [{ leftover, base, authors, authorsOf }]
      : [];
  });
  const found = new Map<string, ScriptStanding>();
  for (const name of names) {
    const said = scripts.flatMap((script) => judge(script, name) ?? []);
    const [first] = said.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
    if (name !== BASELINE && first !== undefined) found.set(name, first);
  }
  return found;
};

import type { ChangeSketch } from '../domain/candidate/change-sketch.ts';
import { mean } from '../math/mean.ts';
import { authorKey, type Authors } from './authors.ts';
import { contains, nearlySame, readSketch, type Sketched, tokenOverlap } from './compare-sketches.ts';

/** How far other authors made the same change. Both from 0 to 1. */
export type Agreement = {
  /** Overlap of added tokens with the candidates of other authors, each author counted once. */
  readonly tokens: number;
  /** Share of the places changed by other authors that this candidate changes too. */
  readonly coverage: number;
};

export type Sketch = { readonly name: string; readonly sketch: ChangeSketch };

const average = (values: readonly number[]): number => mean(values) ?? 0;

/** Name → candidates whose whole change it includes, besides changes to other files. */
export const containedIn = (sketches: readonly Sketch[]): ReadonlyMap<string, readonly string[]> => {
  const read = sketches.map(({ name, sketch }) => ({ name, sketched: readSketch(sketch) }));
  return new Map(
    read.map(({ name, sketched }) => [
      name,
      read.flatMap((other) => (contains(sketched, other.sketched) ? [other.name] : [])),
    ]),
  );
};

/** Name → the first candidate that makes nearly the same change, by any author. */
export const sameChanges = (sketches: readonly Sketch[]): ReadonlyMap<string, string> => {
  const firsts: { readonly name: string; readonly sketched: Sketched }[] = [];
  return new Map(
    sketches.map(({ name, sketch }) => {
      const sketched = readSketch(sketch);
      const first = firsts.find((other) => nearlySame(other.sketched, sketched));
      if (first === undefined) firsts.push({ name, sketched });
      return [name, first?.name ?? name];
    }),
  );
};

type Known = { readonly name: string; readonly author: string; readonly sketched: Sketched };

const byAuthor = (others: readonly Known[]): readonly (readonly Known[])[] => {
  const groups = new Map<string, Known[]>();
  for (const one of others) groups.set(one.author, [...(groups.get(one.author) ?? []), one]);
  return [...groups.values()];
};

const coverageOf = ({ places }: Sketched, groups: readonly (readonly Known[])[]): number => {
  let [covered, all] = [0, 0];
  for (const runs of groups)
    for (const { sketched } of runs)
      for (const place of sketched.places) {
        all += 1 / runs.length;
        if (places.has(place)) covered += 1 / runs.length;
      }
  return all === 0 ? 0 : covered / all;
};

/** With one other author, agreement is mutual and distinguishes nothing. */
const FEWEST_OTHERS = 2;

type Uncounted = {
  /** A gate shows that their change does not work. */
  readonly failing: ReadonlySet<string>;
  /** They break base tests and rewrite them: agreement among them is not evidence, since a few accomplices suffice. */
  readonly rewriters: ReadonlySet<string>;
};

const NONE: Uncounted = { failing: new Set(), rewriters: new Set() };

/** Name → agreement with the other authors; empty if too few authors count. */
export const agreementIn = (
  sketches: readonly Sketch[],
  authors: Authors,
  { failing, rewriters }: Uncounted = NONE,
): ReadonlyMap<string, Agreement> => {
  const known = sketches.map(({ name, sketch }) => ({
    name,
    author: authorKey(authors, name),
    sketched: readSketch(sketch),
  }));
  const agreement = new Map<string, Agreement>();
  for (const { name, author, sketched } of known) {
    const groups = byAuthor(
      known.filter(
        (other) =>
          other.author !== author &&
          !failing.has(other.name) &&
          other.sketched.places.size > 0 &&
          !(rewriters.has(name) && rewriters.has(other.name)),
      ),
    );
    if (groups.length < FEWEST_OTHERS) continue;
    const overlaps = groups.map((runs) =>
      average(runs.map((other) => tokenOverlap(sketched, other.sketched))),
    );
    agreement.set(name, { tokens: average(overlaps), coverage: coverageOf(sketched, groups) });
  }
  return agreement;
};

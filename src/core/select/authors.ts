import type { ChangeSketch } from '../domain/candidate/change-sketch.ts';
import { nearlySame, readSketch } from './compare-sketches.ts';

export type Submission = {
  readonly name: string;
  /** Who made it, if the user says so. */
  readonly author?: string | undefined;
  readonly sketch?: ChangeSketch | undefined;
  /** The tree of its source without tests: equal sources are one opinion. */
  readonly source?: string | undefined;
};

export type Author = {
  /** Shared by all candidates of one author. */
  readonly key: string;
  /** The user says who it is. */
  readonly declared: boolean;
};

/** Candidate's name → author. Opinions are counted by author. */
export type Authors = ReadonlyMap<string, Author>;

export const authorKey = (authors: Authors, name: string): string => authors.get(name)?.key ?? name;

/**
 * Which candidates are independent of each other. Declared authors are believed; without them, candidates with the same
 * or nearly the same source are one author, since copies of one idea must not outvote another.
 */
export const authorsOf = (submissions: readonly Submission[]): Authors => {
  const authors = new Map<string, Author>();
  const sketches = submissions.map(({ sketch }) => (sketch === undefined ? null : readSketch(sketch)));
  const declared = (at: number): string | undefined => submissions[at]?.author;
  submissions.forEach(({ name, source }, at) => {
    const own = declared(at);
    if (own !== undefined) return void authors.set(name, { key: `author ${own}`, declared: true });
    const mine = sketches[at];
    const twin = submissions.findIndex((other, index) => {
      if (index >= at || declared(index) !== undefined) return false;
      if (source !== undefined && other.source === source) return true;
      const theirs = sketches[index];
      return mine !== null && mine !== undefined && theirs !== null && theirs !== undefined
        ? nearlySame(mine, theirs)
        : false;
    });
    const original = submissions[twin]?.name;
    const known = original === undefined ? undefined : authors.get(original);
    authors.set(name, known ?? { key: `candidate ${name}`, declared: false });
  });
  return authors;
};

import type { ChangeSketch } from '../domain/candidate/change-sketch.ts';
import { nearlySame, readSketch, type Sketched } from './compare-sketches.ts';

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

const isCopy = (
  one: Submission,
  other: Submission,
  mine: Sketched | null,
  theirs: Sketched | null,
): boolean =>
  (one.source !== undefined && one.source === other.source) ||
  (mine !== null && theirs !== null && nearlySame(mine, theirs));

/**
 * Which candidates are independent. What the user says counts. Otherwise candidates whose source is the same or nearly
 * so, directly or by way of others, are one author, since copies of one idea must not outvote another; a copy of a
 * candidate whose author is known is by that author.
 */
export const authorsOf = (submissions: readonly Submission[]): Authors => {
  const sketches = submissions.map(({ sketch }) => (sketch === undefined ? null : readSketch(sketch)));
  const groupOf = submissions.map((_, at) => at);
  submissions.forEach((one, at) => {
    for (let earlier = 0; earlier < at; earlier += 1) {
      const other = submissions[earlier] as Submission;
      if (one.author !== undefined || other.author !== undefined || groupOf[earlier] === groupOf[at])
        continue;
      if (!isCopy(one, other, sketches[at] ?? null, sketches[earlier] ?? null)) continue;
      const [kept = at, joined] = [groupOf[earlier], groupOf[at]];
      groupOf.forEach((group, index) => {
        if (group === joined) groupOf[index] = kept;
      });
    }
  });
  const declaredCopy = (at: number): string | undefined =>
    submissions.find(
      (other, index) =>
        other.author !== undefined &&
        submissions.some(
          (one, member) =>
            groupOf[member] === groupOf[at] &&
            isCopy(one, other, sketches[member] ?? null, sketches[index] ?? null),
        ),
    )?.author;
  return new Map(
    submissions.map(({ name, author }, at): [string, Author] => {
      if (author !== undefined) return [name, { key: `author ${author}`, declared: true }];
      const copied = declaredCopy(at);
      const key =
        copied === undefined ? `candidate ${submissions[groupOf[at] as number]?.name}` : `author ${copied}`;
      return [name, { key, declared: false }];
    }),
  );
};

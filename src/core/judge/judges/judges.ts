import type { Judge } from './judge.ts';
import { correctness } from './correctness.ts';
import { maintainability } from './maintainability.ts';
import { readability } from './readability.ts';

export const JUDGES = [correctness, readability, maintainability] as const;

export type JudgeId = (typeof JUDGES)[number]['id'];

/** The given number of judges, the kinds in turn; further ones of a kind are numbered. */
export const panelOf = (count: number = JUDGES.length): readonly Judge[] =>
  Array.from({ length: count }, (_, at) => {
    const judge = JUDGES[at % JUDGES.length]!;
    const nth = Math.floor(at / JUDGES.length) + 1;
    return nth === 1 ? judge : { ...judge, id: `${judge.id}-${nth}` };
  });

import type { Change } from '../flag-rule.ts';
import { isProgram } from './sightings.ts';

/** Whether the program becomes smaller: tested code may be gone. */
export const codeShrinks = ({ files }: Change): boolean => {
  const programs = files.filter(isProgram);
  const sum = (count: 'added' | 'removed'): number =>
    programs.reduce((total, file) => total + file[count], 0);
  return sum('removed') > sum('added');
};

const WORD = /[A-Za-z_]\w{3,}/g;

/** Words that the program no longer contains: a test that uses one tested removed code. */
export const vanishedWords = ({ files }: Change): ReadonlySet<string> => {
  const programs = files.filter(isProgram);
  const words = (side: 'before' | 'after'): ReadonlySet<string> =>
    new Set(programs.flatMap((file) => file[side]?.code.match(WORD) ?? []));
  const left = words('after');
  return new Set([...words('before')].filter((word) => !left.has(word)));
};

export const usesAny = (text: string, words: ReadonlySet<string>): boolean =>
  words.size > 0 && (text.match(WORD) ?? []).some((word) => words.has(word));

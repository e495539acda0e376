import type { Change } from './flag-rule.ts';
import { isProgram } from './reading/sightings.ts';

/** Whether the program becomes smaller: what was tested may be gone with it. */
export const codeShrinks = ({ files }: Change): boolean => {
  const programs = files.filter(isProgram);
  const sum = (count: 'added' | 'removed'): number =>
    programs.reduce((total, file) => total + file[count], 0);
  return sum('removed') > sum('added');
};

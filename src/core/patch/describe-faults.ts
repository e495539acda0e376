import type { PatchFault } from '../domain/candidate/patch-op.ts';

const MOST_SHOWN = 5;

const place = ({ op, field }: PatchFault): string =>
  `ops${op === null ? '' : `[${op}]`}${field === null ? '' : `.${field}`}`;

/** One line: `ops[2].find: …`. */
export const describeFaults = (faults: readonly PatchFault[]): string => {
  const shown = faults.slice(0, MOST_SHOWN).map((fault) => `${place(fault)}: ${fault.reason}`);
  const more = faults.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
};

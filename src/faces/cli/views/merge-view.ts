import { printableLine } from '../../../core/report/text/printable.ts';
import type { Merged } from '../../../shell/stored/merge-winner.ts';
import type { Terminal } from '../console/terminal.ts';

const short = (branch: string): string => branch.replace(/^refs\/heads\//, '');

export const printMerged = (
  { print, paint }: Terminal,
  { candidate, overridden, capabilities, outcome }: Merged,
): void => {
  const branch = short(outcome.branch);
  for (const { sentence, file, line } of capabilities)
    print(
      paint.dim(
        `+ ${printableLine(`${sentence} (${file ?? 'the run'}${line === undefined ? '' : `:${line}`})`)}`,
      ),
    );
  if (overridden.length > 0) print(paint.warn(`Forced past: ${overridden.join(', ')}`));
  switch (outcome.status) {
    case 'merged':
      return print(
        `${paint.good('✓')} ${candidate} is merged into ${branch} as ${outcome.commit.slice(0, 10)}${outcome.how === 'three-way' ? ' (three-way: the branch had moved)' : ''}`,
      );
    case 'would-merge':
      print(
        `${candidate} would be merged into ${branch}${outcome.how === 'three-way' ? ' (three-way: the branch has moved)' : ''}, changing:`,
      );
      return outcome.files.forEach((file) => print(`  ${printableLine(file)}`));
    case 'conflict':
      print(`${paint.bad('✗')} ${candidate} conflicts with the current ${branch}; nothing was changed:`);
      return outcome.files.forEach((file) => print(`  ${printableLine(file)}`));
  }
};

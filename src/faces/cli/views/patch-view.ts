import type { PatchFault } from '../../../core/domain/candidate/patch-op.ts';
import { describeFaults } from '../../../core/patch/describe-faults.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { PatchedFile } from '../../../shell/ports/patch-tools.ts';
import type { Terminal } from '../console/terminal.ts';

type PatchSummary = {
  readonly operations: number;
  readonly bytes: number;
  readonly changes: readonly PatchedFile[];
};

const MARKS = { added: '+', modified: '~', removed: '-' } as const;

const count = (many: number, one: string, more: string): string => `${many} ${many === 1 ? one : more}`;

export const printRefusal = ({ print, paint }: Terminal, faults: readonly PatchFault[]): void => {
  for (const fault of faults) print(`${paint.bad('✗')} ${printableLine(describeFaults([fault]))}`);
};

/** What a patch changes, one line per file. */
export const printPatch = (
  { print, paint }: Terminal,
  action: 'check' | 'apply',
  summary: PatchSummary,
): void => {
  const { operations, bytes, changes } = summary;
  const files = count(changes.length, 'file', 'files');
  const what = action === 'apply' ? `${files} changed` : `${files} would change`;
  print(
    `${paint.good('✓')} ${what} ${paint.dim(`(${count(operations, 'operation', 'operations')}, ${count(bytes, 'byte', 'bytes')})`)}`,
  );
  const paints = { added: paint.good, modified: paint.warn, removed: paint.bad } as const;
  for (const { path, change, bytes: size } of changes)
    print(
      `  ${paints[change](MARKS[change])} ${printableLine(path)}${change === 'removed' ? '' : paint.dim(`  ${count(size, 'byte', 'bytes')}`)}`,
    );
};

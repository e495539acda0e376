import type { ChangedFile } from '../../domain/candidate/diff-facts.ts';
import { classifyHarnessPath, type HarnessPart } from '../harness/harness-paths.ts';

const OF_TESTS: ReadonlySet<HarnessPart | null> = new Set<HarnessPart>(['test', 'fixture', 'snapshot']);

const NONE = { added: 0, removed: 0 };

/**
 * The base's tests replace a candidate's while its source is examined, so nothing can be hidden in them.
 * A generated file is left out if the base has it: a new one could be source under another name.
 */
const isApart = ({ path, role, change }: ChangedFile): boolean =>
  OF_TESTS.has(classifyHarnessPath(path)) ||
  ((role === 'generated' || role === 'lockfile') && change === 'modified');

/** Changed lines, after formatting, of the code that a candidate changes for the task. */
export const sourceChurn = (files: readonly ChangedFile[]): number =>
  files
    .filter((file) => !isApart(file))
    .reduce(
      (sum, { effectiveAdded, effectiveRemoved, inside = NONE }) =>
        sum + effectiveAdded - inside.added + effectiveRemoved - inside.removed,
      0,
    );

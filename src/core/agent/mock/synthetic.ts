import type { MockBrief, MockTurn } from '../../domain/agent/mock-brief.ts';
import type { PatchOp } from '../../domain/candidate/patch-op.ts';

const turn = (text: string, name: string, input: unknown): MockTurn => ({ text, calls: [{ name, input }] });

/** A file is read once before its first change, unless it is new. */
export const editingTurns = (solution: readonly PatchOp[]): readonly MockTurn[] => {
  const known = new Set<string>();
  return solution.flatMap((op) => {
    const reading =
      known.has(op.path) || op.kind === 'add' ? [] : [turn('Reading.', 'read_file', { path: op.path })];
    known.add(op.path);
    return [...reading, turn('Changing it.', 'edit_file', op)];
  });
};

export const LOOK: MockTurn = turn('Looking around.', 'list_files', {});
export const TEST: MockTurn = turn('Testing.', 'run_tests', {});
export const DONE: MockTurn = { text: 'The task is done.', calls: [] };

/** Solves the task by its gold patch, step by step. */
export const synthetic = ({ task }: MockBrief): readonly MockTurn[] => [
  LOOK,
  ...editingTurns(task.solution),
  TEST,
  DONE,
];

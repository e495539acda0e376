import type { Measured } from '../measured.ts';
import type { Cell } from '../evidence/matrix.ts';

/** What the hidden tests of a task said about one tree: by id, or by commands of their own. */
export type TaskCells = {
  readonly fail_to_pass: Measured<Cell>;
  readonly pass_to_pass: Measured<Cell>;
};

import type { Measured } from '../measured.ts';
import type { Cell } from '../evidence/matrix.ts';

/** Results of a task's hidden tests on one tree: by id, or by commands of their own. */
export type TaskCells = {
  readonly fail_to_pass: Measured<Cell>;
  readonly pass_to_pass: Measured<Cell>;
};

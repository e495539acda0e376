import type { TaskEstimate, TaskFile } from '../domain/bench/bench-task.ts';

const LINE_STEPS = [5, 20, 60];
const FILE_STEPS = [1, 3];
const HUNK_STEPS = [1, 4];
const COMPLEXITY_STEPS = [10, 25];
const MEDIUM_FROM = 3;
const HARD_FROM = 6;

const above = (steps: readonly number[], value: number): number =>
  steps.filter((step) => value > step).length;

/** How hard a task is likely to be, by the size of its solution and what its text gives away. An estimate, no measurement. */
export const estimateDifficulty = ({
  lines,
  files,
  hunks,
  complexity,
  named,
}: TaskEstimate): TaskFile['difficulty'] => {
  const points =
    above(LINE_STEPS, lines) +
    above(FILE_STEPS, files) +
    above(HUNK_STEPS, hunks) +
    above(COMPLEXITY_STEPS, complexity ?? 0) +
    (named ? 0 : 1);
  if (points >= HARD_FROM) return 'hard';
  return points >= MEDIUM_FROM ? 'medium' : 'easy';
};

const HUNK = /^@@ /;
const CHANGED = /^[+-](?!\+\+ |-- )/;

/** Counts a solution; `text` is what the agent is told. */
export const measureSolution = (
  patch: string,
  paths: readonly string[],
  text: string,
): Omit<TaskEstimate, 'complexity'> => {
  const lines = patch.split('\n');
  const stems = paths.map((path) => (path.split('/').at(-1) ?? path).replace(/\.\w+$/, ''));
  return {
    lines: lines.filter((line) => CHANGED.test(line)).length,
    files: paths.length,
    hunks: lines.filter((line) => HUNK.test(line)).length,
    named:
      paths.some((path) => text.includes(path)) ||
      stems.some((stem) => stem.length > 3 && text.includes(stem)),
  };
};

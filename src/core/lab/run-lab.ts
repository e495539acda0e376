import type { LabOptions, LabReport } from '../domain/lab/lab-report.ts';
import { measureSelector } from './measure-selector.ts';
import type { LabelledTask, Selector } from './selector.ts';

/** Measures selectors on one pool. */
export const runLab = (
  selectors: readonly Selector[],
  tasks: readonly LabelledTask[],
  options: LabOptions,
): LabReport => ({
  tasks: tasks.length,
  repositories: new Set(tasks.map(({ repo }) => repo)).size,
  candidates: tasks.reduce((sum, { candidates }) => sum + candidates.length, 0),
  options,
  selectors: selectors.map((selector) => measureSelector(selector, tasks, options)),
});

import { openLab, type LabTools } from '../trial/trial-lab.ts';
import { loadSuite, type SuiteReader } from './load-suite.ts';
import { type TaskValidation, validateExperimentTask } from './validate-experiment-task.ts';

/** Validates every task of a folder, one after the other. */
export const validateSuite = async (
  lab: LabTools & Pick<SuiteReader, 'parseToml' | 'readGitTask'>,
  folder: string,
  onEach: (validation: TaskValidation) => void = () => undefined,
): Promise<readonly TaskValidation[]> => {
  const suite = await loadSuite(
    { ...lab.tools, parseToml: lab.parseToml, readGitTask: lab.readGitTask },
    folder,
  );
  const opened = await openLab(lab);
  const all: TaskValidation[] = [];
  for (const task of suite) {
    const validation = await validateExperimentTask(opened, task);
    onEach(validation);
    all.push(validation);
  }
  return all;
};

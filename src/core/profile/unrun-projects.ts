import type { UnrunProject } from '../domain/evidence/unrun-project.ts';
import { type OwnedSource, runnerOf } from './projects.ts';

/** Changed sources of projects that none of the folders with a test command runs, by project. */
export const unrunProjects = (
  owned: readonly OwnedSource[],
  tested: ReadonlySet<string>,
  hasTests: (folder: string) => boolean,
): readonly UnrunProject[] => {
  // Without any test command there is nothing that a change could be mistaken for having passed.
  if (tested.size === 0) return [];
  const left = owned.filter(({ folders }) => !folders.some((folder) => tested.has(folder)));
  return [...new Set(left.map(runnerOf))].map((folder) => ({
    folder: folder || '.',
    tests: hasTests(folder),
    files: left.filter((source) => runnerOf(source) === folder).map(({ path }) => path),
  }));
};

export const unrunNote = ({ folder, tests }: UnrunProject): string => {
  const place = folder === '.' ? 'the root' : folder;
  return tests
    ? `candidates change ${place}, whose tests are not run (set [scoring] projects to choose)`
    : `candidates change ${place}, a separate project without tests that can be run`;
};

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders of whole runs, the longest first; a worker that starts one of them last keeps all others waiting. */
const LONG = ['red-team/', 'fuzz/', 'faults/', 'trust/', 'docs/', 'faces/'];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((folder) => moduleId.includes(`/test/${folder}`));
  return at < 0 ? LONG.length : at;
};

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lastTimes, root } from '../../scripts/test-report.mjs';

/** A file that takes longer starts after all light ones, the longest first, so that no long one is left for the end. */
const LIGHT_SECONDS = 5;
/** Folders of whole runs: long unless the last report says otherwise. */
const USUALLY_LONG = ['red-team/', 'faults/', 'fuzz/', 'trust/', 'docs/', 'faces/', 'contributing/'];
const USUALLY_SECONDS = 20;

export default class LightFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = new Map(lastTimes().map(({ file, seconds }) => [file, seconds]));
    const expected = ({ moduleId }: TestSpecification): number => {
      const usual = USUALLY_LONG.findIndex((folder) => moduleId.includes(`/test/${folder}`));
      return known.get(relative(root, moduleId)) ?? (usual < 0 ? 0 : USUALLY_SECONDS - usual);
    };
    const light = files.filter((file) => expected(file) < LIGHT_SECONDS);
    const long = files.filter((file) => expected(file) >= LIGHT_SECONDS);
    return [...(await super.sort(light)), ...long.toSorted((one, other) => expected(other) - expected(one))];
  }
}

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lastTimes, root } from '../../scripts/test-report.mjs';

/** Slow files start after all light ones, the longest first, so that no long one is left for the end. */
const LIGHT_SECONDS = 5;
/** Seconds if there is no report yet, as on a fresh checkout; the first that fits. */
const USUALLY: readonly (readonly [path: string, seconds: number])[] = [
  ['red-team/red-team', 400],
  ['trust/runners', 200],
  ['tasks.test', 180],
  ['web/pages', 150],
  ['languages/', 90],
  ['workspaces/workspaces.contract', 90],
  ['faces/bench.test', 80],
  ['faults/', 30],
  ['experiment/', 30],
  ['trust/', 25],
  ['docs/', 25],
  ['faces/', 20],
  ['contributing/', 20],
  ['fuzz/', 10],
];

export default class LightFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = new Map(lastTimes().map(({ file, seconds }) => [file, seconds]));
    const expected = ({ moduleId }: TestSpecification): number => {
      const [, seconds = 0] = USUALLY.find(([path]) => moduleId.includes(`/${path}`)) ?? [];
      return known.get(relative(root, moduleId)) ?? seconds;
    };
    const light = files.filter((file) => expected(file) < LIGHT_SECONDS);
    const long = files.filter((file) => expected(file) >= LIGHT_SECONDS);
    return [...(await super.sort(light)), ...long.toSorted((one, other) => expected(other) - expected(one))];
  }
}

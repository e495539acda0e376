import { join } from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTask, type MadeSuite, SUM_TASK } from '../../support/made-task.ts';
import { has, unless } from '../../support/needs.ts';
import { runHydra } from '../../support/run-hydra.ts';

let suite: MadeSuite | undefined;
beforeAll(async () => {
  suite = await makeTask();
});
afterAll(async () => suite?.remove());

const WRITES = [
  "import { writeFileSync } from 'node:fs';",
  'writeFileSync(new URL(\'./package.json\', import.meta.url), \'{ "name": "sum", "type": "module" }\');',
];

/** Solves the task, and does this when it is loaded. */
const grade = async (lines: readonly string[]) => {
  const folder = await mkdtemp(join(suite!.folder, '..', 'hydra-change-'));
  await writeFile(join(folder, 'package.json'), SUM_TASK['repo/package.json']!);
  await writeFile(join(folder, 'sum.js'), [...lines, 'export const sum = (a, b) => a + b;', ''].join('\n'));
  const asked = ['bench', 'grade', folder, '--suite', suite!.folder, '--json'];
  const { stdout, stderr } = await runHydra(asked);
  await rm(folder, { recursive: true });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as {
    readonly solved: boolean;
    readonly scores: Readonly<Record<string, number | null>>;
    readonly flags?: readonly { readonly id: string }[];
  };
};

describe.skipIf(!has.sandbox)(`the grade of a change that solves a task${unless('sandbox')}`, () => {
  test('counts', { timeout: 120_000 }, async () => {
    expect(await grade([])).toMatchObject({ solved: true, scores: { functional: 1 } });
  });

  test('is nothing if its run writes to the harness', { timeout: 120_000 }, async () => {
    const { solved, scores, flags = [] } = await grade(WRITES);
    expect(flags.map(({ id }) => id)).toContain('harness-altered');
    expect({ solved, functional: scores['functional'], total: scores['total'] }).toEqual({
      solved: false,
      functional: 0,
      total: 0,
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExperimentRecord } from '../../../src/core/domain/experiment-record.ts';
import type { ComparisonRequest } from '../../../src/shell/experiment/start-experiment.ts';
import { addTrials, resumeExperiment, startExperiment } from '../../../src/shell/experiment/start-experiment.ts';
import { has, unless } from '../../support/needs.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { config, openWorld, policy, scriptedAgent, suiteFiles } from './experiment-builders.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await makeProject({
    'README.md': 'a repository\n',
    'CLAUDE.md': 'do something\n',
    ...suiteFiles(5),
    'old/CLAUDE.md': 'do something\n',
    'new/CLAUDE.md': 'solve it\n',
    'broken/CLAUDE.md': 'solve it, but not t3\n',
  });
});
afterAll(() => project.remove());

const at = (path: string): string => `${project.root}/${path}`;
const asked = (said: Partial<ComparisonRequest> = {}): ComparisonRequest => ({
  baseline: at('old'),
  candidates: [at('new')],
  tasks: at('tasks'),
  policy: policy(),
  config,
  ...said,
});

const verdictOf = ({ verdicts }: ExperimentRecord) => verdicts[0]!;

describe.skipIf(!has.sandbox)(`an experiment in real workspaces${unless('sandbox')}`, () => {
  test('runs every task under both, hides checks from the agent, and stores the record', async () => {
    const world = await openWorld(project.root, scriptedAgent());
    const record = await startExperiment(world, asked());
    expect(verdictOf(record)).toMatchObject({ verdict: 'improved', rule: 'strict', promote: true });
    expect(record.trials).toHaveLength(10);
    expect(record.trials[1]).toMatchObject({
      configuration: 'new',
      objective: { known: true, value: { passed: 2, total: 2 } },
      checks: [{ passed: true }, { passed: true, reason: 'exit code 0, expected 0' }],
    });
    expect(await world.tools.store.loadExperiment(record.id)).toEqual(record);
    expect(await world.tools.store.verify(record.id)).toEqual([]);
    expect((await world.tools.store.list())[0]).toMatchObject({ state: 'complete', winner: 'new' });
  });
});

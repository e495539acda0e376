import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExperimentRecord } from '../../../../src/core/domain/experiment/experiment-record.ts';
import { compareConfigurations } from '../../../../src/faces/library/experiments.ts';
import { openLabTools } from '../../../../src/faces/wiring/wiring-experiments.ts';
import { startExperiment } from '../../../../src/shell/experiment/start-experiment.ts';
import type { TrialJob } from '../../../../src/shell/ports/configured-agent.ts';
import { InfrastructureError } from '../../../../src/shell/errors/user-error.ts';
import { makeTask, type MadeSuite, SUM_TASK } from '../../../support/made-task.ts';
import { has, unless } from '../../../support/needs.ts';
import { runHydra } from '../../../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../../../support/scratch-project.ts';
import { config, openTestSession, openWorld, policy, scriptedAgent } from '../experiment-builders.ts';

const session = openTestSession();

let [project, elsewhere]: ScratchProject[] = [];
let [suite, fromGit]: MadeSuite[] = [];
const at = (path: string): string => join(project!.root, path);

beforeAll(async () => {
  project = await makeProject({
    'old/CLAUDE.md': 'old\n',
    'new/CLAUDE.md': 'new\n',
  });
  elsewhere = await makeProject({
    'package.json': SUM_TASK['repo/package.json']!,
    'sum.js': SUM_TASK['repo/sum.js']!,
  });
  suite = await makeTask();
  fromGit = await makeTask({
    'task.toml': `${SUM_TASK['task.toml']}\n[repo]\ngit = "${elsewhere.root}"\nref = "HEAD"\n`,
    'repo/package.json': undefined,
    'repo/sum.js': undefined,
  });
});
afterAll(async () => {
  for (const made of [project, elsewhere, suite, fromGit]) await made?.remove();
});

const compare = (agent: Parameters<typeof compareConfigurations>[0]['agent'], tasks = suite!.folder) =>
  compareConfigurations({
    repo: project!.root,
    baseline: at('old'),
    candidates: [at('new')],
    tasks,
    policy: { trials: 1 },
    ...(agent === undefined ? {} : { agent }),
  });
const outcomes = ({ trials }: ExperimentRecord) =>
  trials.map(({ configuration, status, objective, checks }) => [configuration, status, objective, checks]);

const CHECK = 'hidden.test.js > adds';
const objective = (passed: number) => ({ known: true, value: { passed, total: 1 } });

describe.skipIf(!has.sandbox)(`a task of the benchmark in a comparison${unless('sandbox')}`, () => {
  test('is measured by its hidden tests by id, under each configuration', async () => {
    const record = await compare('builtin:mock:synthetic');
    const solved = [objective(1), [{ name: CHECK, passed: true, reason: 'passes' }]];
    expect(outcomes(record)).toEqual([
      ['old', 'completed', ...solved],
      ['new', 'completed', ...solved],
    ]);
    expect(record.verdicts[0]).toMatchObject({ verdict: 'neutral' });
  });

  test('fails its checks if nothing was done, also with a repository elsewhere', async () => {
    const failed = [objective(0), [{ name: CHECK, passed: false, reason: 'the test fails' }]];
    expect(outcomes(await compare('builtin:mock:empty', fromGit!.folder))).toEqual([
      ['old', 'completed', ...failed],
      ['new', 'completed', ...failed],
    ]);
  });

  test('hides its tests, lays a configuration over the repository, and does not let an agent rewrite how tests run', async () => {
    const seen: (readonly string[])[] = [];
    const work = async ({ workspace, configuration }: TrialJob) => {
      const root = workspace.hostTree ?? '';
      seen.push((await readdir(root)).filter((name) => name !== '.git').sort());
      // One fixes the source, the other has its own idea of what a test is.
      if (configuration.name === 'new')
        await writeFile(join(root, 'sum.js'), 'export const sum = (a, b) => a + b;\n');
      else
        await writeFile(
          join(root, 'package.json'),
          '{ "name": "sum", "type": "module", "scripts": { "test": "echo \'ok 1 - adds\'" } }\n',
        );
      const cost = { tokens: 1, tool_calls: 1, steps: 1, wall_clock_ms: 1, usd: 0 };
      return { status: 'completed', reason: 'done', cost, transcript: '' } as const;
    };
    const record = await compare(scriptedAgent({ work }));
    expect(seen).toEqual([
      ['CLAUDE.md', 'package.json', 'sum.js'],
      ['CLAUDE.md', 'package.json', 'sum.js'],
    ]);
    expect(record.trials.map((trial) => [trial.configuration, trial.objective])).toEqual([
      ['old', objective(0)],
      ['new', objective(1)],
    ]);
    expect(record.verdicts[0]).toMatchObject({ verdict: 'improved', promote: true });
  });

  test('respects the flags as the project sets them', async () => {
    const lines = [
      "import { writeFileSync } from 'node:fs';",
      "writeFileSync(new URL('./more.test.js', import.meta.url), 'export {};');",
      'export const sum = (a, b) => a + b;',
    ];
    const work = async ({ workspace }: TrialJob) => {
      await writeFile(join(workspace.hostTree ?? '', 'sum.js'), `${lines.join('\n')}\n`);
      const cost = { tokens: 1, tool_calls: 1, steps: 1, wall_clock_ms: 1, usd: 0 };
      return { status: 'completed', reason: 'done', cost, transcript: '' } as const;
    };
    const agent = scriptedAgent({ work, version: 'flagged' });
    const flagsOf = ({ trials }: ExperimentRecord) =>
      trials.map(({ flags = [] }) => flags.some(({ id }) => id === 'special-casing'));
    expect(flagsOf(await compare(agent))).toEqual([true, true]);
    await project!.write({ 'hydra.toml': '[trust.flags]\nspecial-casing = "off"\n' });
    await project!.commit('flags');
    expect(flagsOf(await compare(agent))).toEqual([false, false]);
  });

  test('a failure of the verifier is not a failed check', async () => {
    const world = await openWorld(session, project!.root, scriptedAgent({ version: 'lost' }));
    const lost = async () => {
      throw new InfrastructureError('hidden-tests', 'no verifier today', '');
    };
    const record = await startExperiment(
      { ...world, openLabTools: async () => ({ ...(await openLabTools(session)), verifyTests: lost }) },
      { baseline: at('old'), candidates: [at('new')], tasks: suite!.folder, policy: policy(), config },
    );
    for (const trial of record.trials)
      expect(trial).toMatchObject({
        status: 'errored',
        objective: { known: false, cause: 'infrastructure', reason: 'no verifier today' },
      });
    expect(record.verdicts[0]?.promote).toBe(false);
  });

  test('is validated by its reference and by doing nothing', async () => {
    const { code, stdout } = await runHydra(['tasks', 'validate', suite!.folder]);
    expect([code, stdout]).toEqual([0, '✓ sum  reference 1/1, nothing done 0/1\n']);
  });
});

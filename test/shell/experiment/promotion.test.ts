import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExperimentRecord } from '../../../src/core/domain/experiment/experiment-record.ts';
import { carryOutPromotion } from '../../../src/shell/experiment/promote/promote-experiment.ts';
import type { ExperimentTools } from '../../../src/shell/experiment/compare-configurations.ts';
import {
  planFromRecord,
  promotableCandidate,
} from '../../../src/shell/experiment/promote/promote-experiment.ts';
import { startExperiment } from '../../../src/shell/experiment/start-experiment.ts';
import { openPullRequestTools } from '../../../src/faces/wiring/wiring-experiments.ts';
import { has, unless } from '../../support/needs.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import {
  config,
  openTestSession,
  openWorld,
  policy,
  scriptedAgent,
  suiteFiles,
} from './experiment-builders.ts';

const session = openTestSession();

/** Records its arguments, and answers as gh does. */
const GH = `#!/bin/sh
if [ "$1" = --version ]; then echo 'gh version 2'; exit 0; fi
printf '%s\\n' "$@" > "$GH_RECORD/words"
cat > "$GH_RECORD/body"
echo 'https://github.invalid/shop/pull/7'
`;

let project: ScratchProject;
let folder: string;
let record: ExperimentRecord;
let world: ExperimentTools;
const before = { PATH: process.env['PATH'], GH_RECORD: process.env['GH_RECORD'] };

const git = async (cwd: string, ...words: string[]): Promise<string> =>
  (await promisify(execFile)('git', words, { cwd })).stdout.trim();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-promotion-'));
  await git(folder, 'init', '--quiet', '--bare', 'remote.git');
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/gh'), GH);
  await chmod(join(folder, 'bin/gh'), 0o755);
  process.env['PATH'] = `${join(folder, 'bin')}:${before.PATH ?? ''}`;
  process.env['GH_RECORD'] = folder;
  project = await makeProject({
    'README.md': 'a repository\n',
    ...suiteFiles('tasks', 1),
    'agent/CLAUDE.md': 'do something\n',
    'agent/rules/old.md': 'an old rule\n',
    'next/CLAUDE.md': 'solve it\n',
    'next/skills/new.sh': 'echo new\n',
  });
  await project.git('remote', 'add', 'origin', join(folder, 'remote.git'));
  if (!has.sandbox) return;
  world = await openWorld(session, project.root, scriptedAgent());
  record = await startExperiment(world, {
    baseline: 'HEAD:agent',
    candidates: [join(project.root, 'next')],
    tasks: join(project.root, 'tasks'),
    policy: policy(),
    config,
  });
});
afterAll(async () => {
  process.env['PATH'] = before.PATH;
  if (before.GH_RECORD === undefined) delete process.env['GH_RECORD'];
  await project.remove();
  await rm(folder, { recursive: true, force: true });
});

const plan = (said: Partial<ExperimentRecord> = {}, base = 'main') =>
  planFromRecord(world, { ...record, ...said }, { candidate: 'next', base });

describe.skipIf(!has.sandbox)(`a promotion${unless('sandbox')}`, () => {
  test('is a plan with exactly the files of the candidate', async () => {
    expect(promotableCandidate(record)).toBe('next');
    const { changes, title, base } = await plan();
    expect(changes.map(({ path, file }) => [path, file !== null])).toEqual([
      ['agent/CLAUDE.md', true],
      ['agent/skills/new.sh', true],
      ['agent/rules/old.md', false],
    ]);
    expect([title, base.branch]).toEqual(['Promote the agent configuration next', 'refs/heads/main']);
  });

  test.each([
    ['a mock', { agent: { spec: 'x', kind: 'builtin', mock: true, version: null } }],
    ['an obstacle', { obstacles: [{ kind: 'changed_task', sentence: 'changed' }] }],
    ['no trials', { trials: [] }],
    ['no tasks', { tasks: [] }],
  ] as const)('is refused on %s, whatever the record says about itself', async (_, said) => {
    await expect(plan(said as Partial<ExperimentRecord>)).rejects.toMatchObject({ code: 'not-promoted' });
  });

  test('is refused on errored, missing, failed or changed trials', async () => {
    const spoilt = record.trials.map((trial) =>
      trial.configuration === 'next' ? { ...trial, status: 'errored' as const } : trial,
    );
    const other = record.trials.map((trial) => ({ ...trial, task_hash: 'b'.repeat(64) }));
    const worse = record.trials.map((trial) => ({
      ...trial,
      objective: { known: true as const, value: { passed: 0, total: 2 } },
    }));
    for (const trials of [spoilt, other, worse, record.trials.slice(1)])
      await expect(plan({ trials })).rejects.toMatchObject({ code: 'not-promoted' });
  });

  test('opens a branch, a commit and a pull request, and touches nothing else', async () => {
    const head = await git(project.root, 'rev-parse', 'HEAD');
    const tools = await openPullRequestTools(project.root);
    const planned = await plan();
    const { url, commit } = await carryOutPromotion(world.tools.repository, tools, planned);
    expect(url).toBe('https://github.invalid/shop/pull/7');
    expect(await git(join(folder, 'remote.git'), 'rev-parse', `refs/heads/${planned.branch}`)).toBe(commit);
    expect(await git(project.root, 'diff', '--name-status', head, commit)).toBe(
      'M\tagent/CLAUDE.md\nD\tagent/rules/old.md\nA\tagent/skills/new.sh',
    );
    expect(await git(project.root, 'rev-parse', 'HEAD', `${commit}^`)).toBe(`${head}\n${head}`);
    expect(await git(project.root, 'status', '--porcelain')).toBe('');
    const words = (await readFile(join(folder, 'words'), 'utf8')).split('\n');
    expect(words.slice(0, 6)).toEqual(['pr', 'create', '--base', 'main', '--head', planned.branch]);
    expect(await readFile(join(folder, 'body'), 'utf8')).toContain('improved');
    await expect(carryOutPromotion(world.tools.repository, tools, planned)).rejects.toMatchObject({
      code: 'branch-exists',
    });
  });

  test('is refused if gh or the remote is missing, before anything is made', async () => {
    const tools = await openPullRequestTools(project.root);
    const planned = { ...(await plan()), branch: 'hydra/another' };
    await expect(carryOutPromotion(world.tools.repository, tools, planned, 'nowhere')).rejects.toMatchObject({
      code: 'no-remote',
    });
    await rm(join(folder, 'bin/gh'));
    await expect(carryOutPromotion(world.tools.repository, tools, planned)).rejects.toMatchObject({
      code: 'no-gh',
    });
    expect(await git(project.root, 'branch', '--list', 'hydra/another')).toBe('');
  });

  test('is refused if the base branch has moved on, or the candidate has changed', async () => {
    await project.git('switch', '--quiet', '-c', 'later');
    await project.write({ 'agent/CLAUDE.md': 'somebody else was here\n' });
    await project.commit('later');
    await expect(plan({}, 'later')).rejects.toMatchObject({ code: 'promotion-moved' });
    await project.git('switch', '--quiet', 'main');
    await project.write({ 'next/CLAUDE.md': 'solve it differently\n' });
    await expect(plan()).rejects.toMatchObject({ code: 'experiment-changed' });
  });
});

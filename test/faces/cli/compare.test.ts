import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runObjectiveChecks } from '../../../src/faces/library/experiments.ts';
import { ExperimentRecord } from '../../../src/core/domain/experiment/experiment-record.ts';
import { ObjectiveCheck } from '../../../src/core/domain/experiment/objective-check.ts';
import { suiteFiles } from '../../shell/experiment/experiment-builders.ts';
import { has, unless } from '../../support/needs.ts';
import { runHydra } from '../../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await makeProject({
    ...suiteFiles('tasks', 2),
    'tasks/bench/task.toml':
      'title = "x"\n[tests]\nfail_to_pass = { command = "sh {hidden}/t.sh {workspace}" }\n',
    'tasks/bench/issue.md': 'Say yes.\n',
    'tasks/bench/repo/said.txt': 'no\n',
    'tasks/bench/tests/t.sh': 'grep -q yes "$1/said.txt"\n',
    'tasks/bench/gold.patch':
      'diff --git a/said.txt b/said.txt\n--- a/said.txt\n+++ b/said.txt\n@@ -1 +1 @@\n-no\n+yes\n',
    'unsound/free/task.toml': 'prompt = "x"\n[[checks]]\ntype = "file_exists"\npath = "a"\n',
    'unsound/free/fixture/a': 'x\n',
    'good/config.toml': '[mock]\nskill = 1\n',
    'bad/config.toml': '[mock]\nskill = 0\n',
    'hydra.toml':
      '[agents.mine]\ncommand = ["sh", "-c", "if grep -q solve CLAUDE.md; then echo right > answer.txt; fi"]\n',
    'open.toml': '[sandbox]\nmode = "degraded"\n[agents.mine]\ncommand = ["true"]\n',
    'plain/CLAUDE.md': 'plain\n',
    'plainer/CLAUDE.md': 'solve it\n',
    'tools/config.toml': 'tools = ["read_file"]\n',
  });
});
afterAll(() => project.remove());

const compare = (...words: string[]) =>
  runHydra(['compare', '--tasks', 'tasks', ...words], { cwd: project.root });
const SCRIPTED = ['--agent', 'builtin:mock:flaky', '--trials', '1'];

describe('errors before anything runs', () => {
  test.each([
    ['an agent without its key', ['--agent', 'builtin:anthropic:x'], 'ANTHROPIC_API_KEY'],
    ['an unknown agent', ['--agent', 'nobody'], 'There is no agent "nobody"'],
    ['an unknown setting', ['--agent', 'claude', '--candidate', 'tools'], 'would ignore tools'],
    ['an invalid threshold', ['--set', 'significance=2'], 'significance'],
    ['trials added to nothing', ['--add-trials', '2'], 'The experiment to extend is missing'],
  ])('%s', async (_, words, said) => {
    const env = { ANTHROPIC_API_KEY: '' };
    const all = ['compare', '--tasks', 'tasks', '--baseline', 'plain', '--candidate', 'plainer', ...words];
    const { code, stderr, stdout } = await runHydra(all, { cwd: project.root, env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  });
});

describe.skipIf(!has.sandbox)(`hydra compare${unless('sandbox')}`, () => {
  test('answers with an exit code, JSON alone on standard output, and never promotes on a script', async () => {
    const better = await compare(
      '--baseline',
      'bad',
      '--candidate',
      'good',
      ...SCRIPTED,
      '--json',
      '--require',
      'improved',
    );
    const record = ExperimentRecord.parse(JSON.parse(better.stdout));
    expect([better.code, record.verdicts[0]?.verdict, record.verdicts[0]?.promote]).toEqual([
      0,
      'improved',
      false,
    ]);
    expect(record.verdicts[0]?.obstacles.map(({ kind }) => kind)).toEqual(['mock_agent']);
    expect(record.trials.filter(({ task }) => task === 'bench').map(({ objective }) => objective)).toEqual([
      { known: true, value: { passed: 0, total: 1 } },
      { known: true, value: { passed: 1, total: 1 } },
    ]);
    const worse = await compare('--baseline', 'good', '--candidate', 'bad', ...SCRIPTED, '--open-pr');
    expect(worse.code).toBe(1);
    expect(worse.stdout).toContain('regressed  bad against good (strict rule)');
    expect(worse.stderr).toContain('known');
    expect(worse.stderr).toContain('No pull request: nothing may be promoted.');
    const shown = await runHydra(['show', record.id], { cwd: project.root });
    expect(shown.stdout).toContain('improved  good against bad');
  });

  test('a program of the user’s own is an agent too, and its improvement may be promoted', async () => {
    const words = ['--baseline', 'HEAD:plain', '--candidate', 'plainer', '--agent', 'mine', '--trials', '1'];
    const { code, stdout, stderr } = await compare(...words, '--markdown', 'report.md', '--plot', 'plot.svg');
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'improved  plainer against HEAD-plain (strict rule)']);
    expect(stdout).toContain('may be promoted');
    expect(stderr).toContain('write  plain/CLAUDE.md');
    expect(await readFile(join(project.root, 'report.md'), 'utf8')).toContain('improved');
    expect(await readFile(join(project.root, 'plot.svg'), 'utf8')).toContain('<svg');
    const opened = await runHydra(['compare', '--resume', 'latest', '--open-pr'], {
      cwd: project.root,
      env: { PATH: dirname(process.execPath) + ':/usr/bin:/bin', GH_TOKEN: '' },
    });
    expect([opened.code, opened.stderr.includes('error')]).toEqual([2, true]);
  });

  test('agents without a sandbox are refused before a run is made, unless the user allows it, and then this is reported', async () => {
    const open = (...words: string[]) =>
      runHydra(['compare', '--tasks', 'unsound', '--config', 'open.toml', '--trials', '1', ...words], {
        cwd: project.root,
      });
    const mine = ['--baseline', 'plain', '--candidate', 'plainer', '--agent', 'mine'];
    const runs = () => readdir(join(project.root, '.hydra/runs')).catch(() => []);
    const before = await runs();
    const refused = await open(...mine);
    expect([refused.code, refused.stdout, await runs()]).toEqual([2, '', before]);
    expect(refused.stderr).toMatch(/There is no sandbox for the agents[^]*--allow-degraded/);
    const allowed = await open(...mine, '--allow-degraded', '--json');
    expect(allowed.stderr).toContain('they can read and change everything that you can');
    expect(ExperimentRecord.parse(JSON.parse(allowed.stdout)).notes).toContain(
      'agents and checks ran without a sandbox',
    );
    // A script of ours needs none.
    const scripted = ['--baseline', 'bad', '--candidate', 'good', '--agent', 'builtin:mock:flaky'];
    expect((await open(...scripted)).stderr).not.toContain('no sandbox');
  });

  test('tasks are sound if their reference passes and doing nothing does not', async () => {
    const sound = await runHydra(['tasks', 'validate', 'tasks'], { cwd: project.root });
    expect([sound.code, sound.stdout]).toEqual([
      0,
      '✓ bench  reference 1/1, nothing done 0/1\n✓ t0  reference 2/2, nothing done 0/2\n✓ t1  reference 2/2, nothing done 0/2\n',
    ]);
    const unsound = await runHydra(['tasks', 'validate', 'unsound', '--json'], { cwd: project.root });
    expect(unsound.code).toBe(1);
    expect(JSON.parse(unsound.stdout)).toMatchObject([
      {
        task: 'free',
        sound: false,
        problems: [/reference/, /asks for nothing/].map((text) => expect.stringMatching(text)),
      },
    ]);
  });

  test('the library runs checks on a folder', async () => {
    const check = (said: object) => ObjectiveCheck.parse(said);
    const { passed, total } = await runObjectiveChecks(
      `${project.root}/tasks/t0/reference`,
      [
        check({ type: 'command', run: 'grep -q right answer.txt && grep -q secret {checks}/key.txt' }),
        check({ type: 'diff_within', paths: ['answer.txt'] }),
        check({ type: 'file_exists', path: 'nothing' }),
      ],
      { base: `${project.root}/tasks/t0/fixture`, hidden: `${project.root}/tasks/t0/checks` },
    );
    // The fixture's own file is gone in the reference, so the diff is not within.
    expect([passed, total]).toEqual([1, 3]);
  });
});

describe.skipIf(!has.sandbox)(`hydra demo compare${unless('sandbox')}`, () => {
  test('distinguishes a better, an equal and a broken configuration, with reasons', async () => {
    const { code, stdout } = await runHydra(['demo', 'compare']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^improved {2}clearer against today/m);
    expect(stdout).toMatch(/^inconclusive {2}reworded against today/m);
    expect(stdout).toMatch(/^regressed {2}forgetful against today/m);
    expect(stdout).toContain('remove-secret: a confirmed regression');
    expect(stdout.match(/^ {2}Why: /gm)).toHaveLength(3);
    expect(stdout).toMatch(/^ {2}1 clearer/m);
  });
});

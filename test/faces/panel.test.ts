import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EvaluatedJson, LabJson } from '../../scripts/docs/json-schemas.ts';
import { answerPanel } from '../support/answer-panel.ts';
import { has, unless } from '../support/needs.ts';
import { runHydra } from '../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

const TEST = `import test from 'node:test';
import assert from 'node:assert';
import { hours } from '../src/hours.js';
test('reads hours', () => assert.equal(hours('2h'), 2));
test('nothing is zero', () => assert.equal(hours('x'), 0));
`;
const source = (pattern: string, otherwise = '0'): string =>
  `export const hours = (text) => {\n  const found = /^(${pattern})h$/.exec(text);\n  return found === null ? ${otherwise} : Number(found[1]);\n};\n`;

/** One test of each kind: it counts, the base passes it, and no candidate passes it. */
const WRITTEN = `import test from 'node:test';
import assert from 'node:assert';
import { hours } from '../src/hours.js';
test('panel reads 1.5h', () => assert.equal(hours('1.5h'), 1.5));
test('panel reads 3h', () => assert.equal(hours('3h'), 3));
test('panel reads words', () => assert.equal(hours('two hours'), 2));
`;

/** The candidate that reads fractions is right. */
const answerAll = (folder: string): Promise<number> =>
  answerPanel(folder, {
    isRight: (candidate) => candidate.includes('\\.'),
    reason: 'Only it reads 1.5h.',
    tests: { path: 'test/hours.panel.test.js', text: WRITTEN },
  });

describe.skipIf(!has.sandbox)(`a panel asked through files${unless('sandbox')}`, () => {
  let project: ScratchProject;
  const hydra = (...words: readonly string[]) => runHydra(words, { cwd: project.root });
  const evaluate = (...more: readonly string[]) =>
    hydra('evaluate', '--base', 'main', '--candidates', project.patches, '--task', '../task.md', ...more);
  beforeAll(async () => {
    project = await makeProject({
      'package.json':
        '{ "name": "p", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/hours.js': source('\\d+'),
      'test/hours.test.js': TEST,
      'hydra.toml': '[selection]\nmodel = "file:../asks"\ntask = "Read hours."\n',
    });
    await project.commit('base');
    await project.git('branch', '-M', 'main');
    await project.patch('other', { 'src/hours.js': source('[0-9]+') });
    await project.patch('fractions', { 'src/hours.js': source('\\d+(?:\\.\\d+)?') });
    await project.patch('broken', { 'src/hours.js': source('\\d+', 'null') });
    await writeFile(join(project.root, '../task.md'), "hours('1.5h') must be 1.5.\n\nIt is 0 now.\n");
  });
  afterAll(() => project.remove());

  test('waits with exit code 4, continues once replies are there, and is replayed without asking', async () => {
    const asks = join(project.root, '../asks');
    const waiting = await evaluate('--panel');
    expect(waiting.code, waiting.stderr).toBe(4);
    expect(waiting.stderr).toMatch(/4 requests of the panel wait in .*asks/);
    expect(waiting.stdout).toContain("task: hours('1.5h') must be 1.5.");
    // Two panellists, each also with the checks' findings.
    expect(await answerAll(asks)).toBe(4);
    const prompts = await Promise.all(
      (await readdir(asks))
        .filter((name) => name.endsWith('.md'))
        .map((name) => readFile(join(asks, name), 'utf8')),
    );
    for (const prompt of prompts) {
      expect(prompt).toContain('It is 0 now.');
      expect(prompt).toContain('BASE CODE of src/hours.js');
      expect(prompt).not.toMatch(/fractions|broken/);
    }
    expect(prompts.filter((prompt) => prompt.includes('nothing is zero'))).toHaveLength(2);

    const answered = await evaluate('--panel', '--json');
    expect(answered.code, answered.stderr).toBe(0);
    expect(EvaluatedJson.safeParse(JSON.parse(answered.stdout)).error?.issues ?? []).toEqual([]);
    const report = JSON.parse(answered.stdout) as {
      run_id: string;
      task: string;
      panel: { panellists: object[] };
    };
    expect(report.task).toBe("hours('1.5h') must be 1.5.\n\nIt is 0 now.");
    const opinion = { known: true, value: { pick: 'fractions', reason: 'Only it reads 1.5h.' } };
    expect(report.panel.panellists).toMatchObject([
      { opinion, revised: opinion },
      { opinion, revised: opinion },
    ]);

    const shown = await hydra('show', 'latest');
    expect(shown.stdout).toContain('Panel: 2 of 2 panellists gave a valid opinion');
    expect(shown.stdout).toContain('all pick fractions');
    expect((await hydra('verify', 'latest')).code).toBe(0);
    const stored = await readdir(join(project.root, '.hydra/runs', report.run_id, 'panel'));
    expect(stored.filter((name) => name.endsWith('.request.md'))).toHaveLength(4);
    await rm(asks, { recursive: true });
    const replayed = await hydra('replay', 'latest', '--json');
    expect(JSON.parse(replayed.stdout)).toMatchObject({ panel: report.panel, run_id: report.run_id });
    await expect(readdir(asks)).rejects.toThrow(/ENOENT/);
  });

  test('writes tests from the task alone, which run on every candidate', async () => {
    const asks = join(project.root, '../asked-tests');
    const words = ['--panel-tests', `file:${asks}`, '--json'];
    const waiting = await evaluate(...words);
    expect(waiting.code, waiting.stderr).toBe(4);
    expect(waiting.stderr).toMatch(/1 request of the panel waits in .*asked-tests/);
    const [request = ''] = await readdir(asks);
    const prompt = await readFile(join(asks, request), 'utf8');
    for (const part of ['It is 0 now.', 'BASE CODE of src/hours.js', 'reads hours', 'hours.panel.test.js'])
      expect(prompt).toContain(part);
    // What any candidate does, or what it is called.
    expect(prompt).not.toMatch(/CANDIDATE|fractions|broken|\[0-9\]\+|\(\?:/);

    expect(await answerAll(asks)).toBe(1);
    const answered = await evaluate(...words);
    // One author alone passes them: that is a lean.
    expect(answered.code, answered.stderr).toBe(1);
    expect(EvaluatedJson.safeParse(JSON.parse(answered.stdout)).error?.issues ?? []).toEqual([]);
    const report = JSON.parse(answered.stdout) as { run_id: string; panel_tests: object };
    expect(report).toMatchObject({
      decision: { kind: 'leaning', candidates: ['fractions'] },
      panel_tests: {
        files: ['test/hours.panel.test.js'],
        tests: {
          known: true,
          value: [
            { id: expect.stringContaining('panel reads 1.5h'), state: 'admitted', passed: ['fractions'] },
            { id: expect.stringContaining('panel reads 3h'), state: 'passes-on-base' },
            { id: expect.stringContaining('panel reads words'), state: 'passes-nowhere', passed: [] },
          ],
        },
      },
    });
    const { rankings } = report as unknown as { rankings: { agent: string; gates: string[] }[] };
    // Failing such a test closes no gate.
    expect(rankings.find(({ agent }) => agent === 'other')?.gates).toEqual([]);
    await rm(asks, { recursive: true });
    const replayed = await hydra('replay', 'latest', '--json');
    expect(JSON.parse(replayed.stdout)).toMatchObject({ panel_tests: report.panel_tests });
    await expect(readdir(asks)).rejects.toThrow(/ENOENT/);
    const shown = await hydra('show', 'latest');
    expect(shown.stdout).toContain('1 of 3 tests count');
    expect(shown.stdout).toMatch(/panel reads 1\.5h: passes with fractions; fails with .*other/);
    expect((await hydra('verify', 'latest')).code).toBe(0);
  });

  test('a panel sees their results in its second round', async () => {
    const asks = join(project.root, '../asked-both');
    const words = ['--panel', `file:${asks}`, '--panel-tests'];
    // Without the tests' results there is no second round yet.
    expect((await evaluate(...words)).stderr).toContain('3 requests of the panel wait');
    await answerAll(asks);
    expect((await evaluate(...words)).stderr).toContain('2 requests of the panel wait');
    await answerAll(asks);
    const done = await evaluate(...words);
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain('Winner: fractions');
    const prompts = await Promise.all(
      (await readdir(asks))
        .filter((name) => name.endsWith('.md'))
        .map((name) => readFile(join(asks, name), 'utf8')),
    );
    expect(
      prompts.filter((prompt) => prompt.includes('without seeing any change, and that pass here')),
    ).toHaveLength(2);
  });

  test('calls that a model proposes are played on every candidate', async () => {
    const asks = join(project.root, '../asked-inputs');
    const words = ['--panel-inputs', `file:${asks}`];
    const waiting = await evaluate(...words);
    expect([waiting.code, waiting.stderr]).toEqual([
      4,
      expect.stringMatching(/1 request of the panel waits in .*asked-inputs/),
    ]);
    const [request = ''] = await readdir(asks);
    const prompt = await readFile(join(asks, request), 'utf8');
    expect(prompt).toMatch(/1\. src\/hours\.js:hours, for example hours\(/);
    expect(prompt).toContain('CANDIDATE B');
    expect(prompt).not.toMatch(/fractions|broken/);
    const calls = [{ function: 1, arguments: '["17.25h"]' }];
    await writeFile(join(asks, request.replace('.request.md', '.reply.json')), JSON.stringify({ calls }));
    const answered = await evaluate(...words);
    expect(answered.code, answered.stderr).toBe(1);
    const probes = JSON.parse((await hydra('probe', 'latest', '--json')).stdout) as { calls: object[] };
    expect(probes.calls).toContainEqual(
      expect.objectContaining({
        origin: 'proposed',
        from: 'the panel',
        call: expect.stringContaining('17.25h'),
      }),
    );
    const shown = await hydra('probe', 'latest');
    expect(shown.stdout).toMatch(/17\.25h.*fractions returns? 17\.25/);
    expect(shown.stdout).toContain('1 call proposed by a model');
  });

  test('tests cannot be written without a task', async () => {
    const words = ['evaluate', '--base', 'main', '--candidates', project.patches, '--task', ' '];
    const refused = await hydra(...words, '--panel-tests');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--task')]);
  });

  test('outcomes are recorded, measured and verified', async () => {
    const plain = await evaluate();
    // Without the panel nothing distinguishes two of them.
    expect(plain.code, plain.stderr).toBe(1);
    expect(plain.stdout).toMatch(
      /Evidence is thin, and a panel of 2 \(file:.*asks\) would cost about \$0: rerun with --panel/,
    );
    const recorded = await Promise.all(
      [
        ['fractions', 'right'],
        ['other', 'wrong'],
        ['broken', 'right'],
      ].map(([name = '', outcome = '']) => hydra('outcome', 'latest', name, outcome)),
    );
    expect(recorded.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await hydra('outcome', 'latest', 'broken', 'wrong')).stdout).toContain('recorded as wrong');
    expect((await hydra('outcome', 'latest', 'nobody', 'right')).stderr).toContain(
      'no candidate called nobody',
    );
    expect((await hydra('outcome', 'latest', 'other', 'good')).code).toBe(2);

    const measured = await hydra('lab', '--mine', '--json', '--explain');
    expect(measured.code, measured.stderr).toBe(0);
    expect(LabJson.safeParse(JSON.parse(measured.stdout)).error?.issues ?? []).toEqual([]);
    const report = JSON.parse(measured.stdout) as { tasks: number; selectors: { selector: string }[] };
    expect(report.tasks).toBe(1);
    expect(report.selectors.find(({ selector }) => selector === 'decision')).toMatchObject({
      decisive: 1,
      random: 0.3333,
      named: { winners: 0, abstentions: 1 },
    });

    expect((await hydra('verify', 'latest')).code).toBe(0);
    const journal = join(project.root, '.hydra/journal.jsonl');
    const text = await readFile(journal, 'utf8');
    // No other line vouches for the last one.
    const at = text.lastIndexOf('"right":false');
    await writeFile(journal, `${text.slice(0, at)}"right":true${text.slice(at + '"right":false'.length)}`);
    const verified = await hydra('verify', 'latest');
    expect(verified.code).toBe(1);
    expect(verified.stdout).toContain('an outcome is not what was recorded');
    expect((await hydra('lab', '--mine')).stderr).toContain('outcomes and preferences cannot be trusted');
    await writeFile(journal, text);
  });

  test('the task comes from hydra.toml, and a missing file is not used as text', async () => {
    const words = ['evaluate', '--base', 'main', '--candidates', project.patches];
    const configured = await hydra(...words, '--json');
    expect(JSON.parse(configured.stdout)).toMatchObject({ task: 'Read hours.' });
    const typed = await runHydra([...words, '--json', '--task', '-'], {
      cwd: project.root,
      input: 'From a pipe.\n',
    });
    expect(JSON.parse(typed.stdout)).toMatchObject({ task: 'From a pipe.' });
    const missing = await hydra(...words, '--task', 'tsak.md');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('There is no file tsak.md')]);
  });
});

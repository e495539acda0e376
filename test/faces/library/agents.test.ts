import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PatchOp } from '../../../src/core/domain/candidate/patch-op.ts';
import type { MockTurn } from '../../../src/core/domain/agent/mock-brief.ts';
import {
  comparePair,
  judgeChange,
  judgeRubric,
  resolveModel,
  runAgent,
} from '../../../src/faces/library/agents.ts';
import type { RunEvent } from '../../../src/core/domain/run/run-event.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { has, unless } from '../../support/needs.ts';

let project: ScratchProject;
beforeAll(async () => {
  project = await makeProject({
    'sum.js': 'export const sum = (a, b) => a - b;\n',
    'sum.test.js': "import { sum } from './sum.js';\nif (sum(1, 2) !== 3) throw new Error('wrong sum');\n",
    'package.json': '{"type": "module"}\n',
  });
});
afterAll(() => project.remove());

const solution: readonly PatchOp[] = [{ kind: 'edit', path: 'sum.js', find: 'a - b', replace: 'a + b' }];
const task = { id: 'sum', solution };

const run = async (model: string, script?: readonly MockTurn[]) => {
  const events: RunEvent[] = [];
  const work = await runAgent({
    repo: project.root,
    base: 'main',
    agent: `builtin:${model}`,
    prompt: 'Mend sum.',
    commands: { tests: 'node sum.test.js' },
    mock: { task, ...(script === undefined ? {} : { script }) },
    record: async (event) => void events.push(event),
  });
  const answers = events.filter((event) => event.event === 'tool_result');
  return { ...work, patch: Buffer.from(work.patch).toString('utf8'), events, answers };
};

describe.skipIf(!has.sandbox)(`the agent in a real workspace${unless('sandbox')}`, () => {
  test('mock:synthetic solves the task step by step', async () => {
    const { result, patch, answers } = await run('mock:synthetic');
    expect(result).toMatchObject({
      ended: 'finished',
      steps: { value: 5 },
      toolCalls: { value: 4 },
      invalidCalls: { value: 0 },
    });
    expect(patch).toContain('+export const sum = (a, b) => a + b;');
    expect(answers.map(({ name, failed }) => [name, failed])).toEqual([
      ['list_files', false],
      ['read_file', false],
      ['edit_file', false],
      ['run_tests', false],
    ]);
    expect(answers.at(-1)).toMatchObject({ text: '[exit code 0]\n' });
    expect(await project.git('status', '--porcelain')).toBe('');
  });

  test('security_scan is the scoring assessment, on the changes so far', async () => {
    const evil = 'import subprocess\n\n\ndef run(x):\n    subprocess.call(x, shell=True)\n';
    const turn = (name: string, input: unknown) => ({ text: '', calls: [{ name, input }] });
    const { answers } = await run('mock:script', [
      turn('security_scan', {}),
      turn('edit_file', { kind: 'add', path: 'run.py', content: evil }),
      turn('security_scan', {}),
      { text: 'Done.', calls: [] },
    ]);
    const [before, , after] = answers;
    expect(before).toMatchObject({ failed: false, text: expect.stringMatching(/^Not assessed: /) });
    expect(after).toMatchObject({
      failed: false,
      text: expect.stringMatching(/^Security of what was changed: 0\.\d\d of 1, [^]*run\.py:5 /),
    });
  });

  test('mock:empty changes nothing', async () => {
    expect(await run('mock:empty')).toMatchObject({
      patch: '',
      result: { ended: 'finished', steps: { value: 1 } },
    });
  });

  test('files are reached inside the workspace only, and commands have no network', async () => {
    const calls: readonly [string, unknown][] = [
      ['run_command', { command: 'ln -s /etc/passwd link; ln -s / root; ls link; echo new > made.txt' }],
      ['read_file', { path: 'link' }],
      ['read_file', { path: 'root/etc/passwd' }],
      ['list_files', { path: 'root' }],
      ['read_file', { path: '../outside' }],
      ['read_file', { path: '/etc/passwd' }],
      ['read_file', { path: '.git/config' }],
      ['edit_file', { kind: 'add', path: '.git/hooks/post-commit', content: 'x' }],
      ['edit_file', { kind: 'edit', path: 'link', find: 'root', replace: 'x' }],
      ['search_code', { text: 'root', path: '../../..' }],
      ['search_code', { text: '(', regex: true }],
      ['read_file', { path: './made.txt' }],
      ['search_code', { text: "a - b'; touch pwned" }],
      ['search_code', { text: 'a - b' }],
      ['run_command', { command: 'cat < /dev/tcp/1.1.1.1/80 || getent hosts example.com; ls pwned' }],
    ];
    const script = calls.map(([name, input]) => ({ text: '', calls: [{ name, input }] }));
    const { answers, patch } = await run('mock:script', [...script, { text: 'Done.', calls: [] }]);
    const seen = answers.map(({ failed, text }) => `${String(failed)} ${text.split('\n').join('|')}`);
    expect(seen.slice(1, 11).every((answer) => answer.startsWith('true'))).toBe(true);
    expect(seen[4]).toContain('outside the tree');
    expect(seen[6]).toContain('.git');
    expect(seen[11]).toBe('false new|');
    expect(seen[12]).toBe('false [nothing found]');
    expect(seen[13]).toBe('false sum.js:1:export const sum = (a, b) => a - b;|');
    expect(seen[14]).toMatch(/^false \[exit code [12]\]/);
    expect(patch).toContain('made.txt');
    expect(patch).not.toContain('pwned');
  });
});

describe('judges by name', () => {
  const change = { issue: 'Mend sum.', patch: '+a + b', verifier: 'passed' };

  test('mock judges answer 80, whatever the change', async () => {
    const events: RunEvent[] = [];
    const assessed = await judgeChange('mock:empty', change, {
      record: async (event) => void events.push(event),
    });
    expect(assessed).toMatchObject({
      score: { known: true, value: expect.closeTo(0.8) },
      median: 0.8,
      notes: [],
    });
    expect(assessed.costUsd).toEqual({ known: true, value: 0 });
    const named = events.map((event) => [event.event, 'persona' in event ? event.persona : null]);
    expect(named).toEqual([
      ['judge_asked', null],
      ['judge_vote', 'correctness'],
      ['judge_vote', 'readability'],
      ['judge_vote', 'maintainability'],
    ]);
  });

  test('mock judges prefer neither', async () => {
    expect(await comparePair('mock:empty', 'Mend sum.', [change, change])).toMatchObject({
      better: { known: true, value: 'neither' },
    });
  });

  test('a judge without a key is a reason, not an exception', async () => {
    const judged = await judgeChange('mock:nobody', change);
    expect(judged).toMatchObject({
      score: { known: false, reason: expect.stringContaining('There is no scripted model') },
      median: null,
      usage: { known: false },
    });
    expect(judged.notes).toHaveLength(3);
  });

  test('custom criteria are weighed', async () => {
    const rubric = [
      { name: 'It mends sum.', weight: 3 },
      { name: 'It is short.', weight: 1 },
    ];
    expect(await judgeRubric('mock:empty', { ...change, transcript: 'did it' }, rubric)).toMatchObject({
      score: { known: true, value: expect.closeTo(0.8) },
      criteria: { known: true, value: [0.8, 0.8] },
      rationale: 'mock judge',
    });
  });
});

describe('a missing part is an error before anything runs', () => {
  test.each([
    ['mock:nobody', 'mock-unknown'],
    ['nobody:x', 'model-name'],
    ['compatible:ftp://x#y', 'model-name'],
  ])('%s', async (name, code) => {
    await expect(resolveModel(name)).rejects.toMatchObject({ code, name: 'UserError' });
  });

  test('an unknown agent', async () => {
    const asked = runAgent({ repo: project.root, base: 'main', agent: 'mine', prompt: '' });
    await expect(asked).rejects.toMatchObject({ code: 'agent-unknown' });
  });
});

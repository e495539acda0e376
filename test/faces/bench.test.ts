import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BenchSummary } from '../../src/core/domain/bench/bench-summary.ts';
import { type MadeSuite, makeTask } from '../support/made-task.ts';
import { has, unless } from '../support/needs.ts';
import { runHydra } from '../support/run-hydra.ts';

let out: string;
let suite: MadeSuite;
const suites: MadeSuite[] = [];

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'hydra-bench-out-'));
  suite = await makeTask();
});
afterAll(async () => {
  await rm(out, { recursive: true, force: true });
  await suite.remove();
});
afterEach(async () => {
  for (const one of suites.splice(0)) await one.remove();
});

const made = async (changes: Parameters<typeof makeTask>[0]): Promise<string> => {
  const one = await makeTask(changes);
  suites.push(one);
  return one.folder;
};

const bench = (words: readonly string[], folder = suite.folder, env: Record<string, string> = {}) =>
  runHydra(['bench', ...words, '--suite', folder], { env });

const run = async (words: readonly string[], folder?: string) => {
  const { code, stdout, stderr } = await bench(['run', '--json', '--out', out, ...words], folder);
  if (code !== 0 && code !== 1) throw new Error(stderr);
  const summary = BenchSummary.parse(JSON.parse(stdout));
  const trace = (await readFile(join(out, summary.run_id, 'trace.jsonl'), 'utf8')).trim().split('\n');
  return { code, summary, events: trace.map((line) => JSON.parse(line) as { event: string }) };
};

describe.skipIf(!has.sandbox)(`Verification${unless('sandbox')}`, () => {
  test('a run of mock:synthetic has five metrics, their details and a trace of how they were computed', async () => {
    const { summary, events } = await run(['--model', 'mock:synthetic']);
    const { total, ...metrics } = summary.scores;
    expect(Object.values(metrics).every((score) => score !== null)).toBe(true);
    expect(total).toBeGreaterThan(0.9);
    expect(summary).toMatchObject({ solved: true, status: 'scored', task: 'sum' });
    expect(Object.keys(summary.weights)).toHaveLength(5);
    expect(Object.keys(summary.metric_details).sort()).toEqual(Object.keys(summary.scores).sort());
    const names = new Set(events.map(({ event }) => event));
    for (const name of ['verification', 'quality_detail', 'security_detail', 'judge_vote', 'metric_computed'])
      expect(names, name).toContain(name);
    expect(events.filter(({ event }) => event === 'judge_vote')).toHaveLength(3);
    const patch = await readFile(join(out, summary.run_id, 'final.patch'), 'utf8');
    expect(patch).toContain('+export const sum = (a, b) => a + b;');
  });

  test('--no-judges leaves human_like null and redistributes its weight', async () => {
    const judged = await run(['--model', 'mock:synthetic', '--only-missing']);
    const { summary } = await run(['--model', 'mock:synthetic', '--no-judges']);
    expect(summary.scores.human_like).toBeNull();
    expect(summary.reasons['human_like']).toBe('judges are off');
    expect(Object.keys(summary.weights)).toHaveLength(4);
    expect(Object.values(summary.weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 3);
    // Judge tokens never inflate or deflate efficiency.
    expect(summary.scores.efficiency).toBe(judged.summary.scores.efficiency);
  });

  test('a dangerous line drops security below 1', async () => {
    const content =
      "import { exec } from 'node:child_process';\nexport const run = (x) => exec(`ls ${x}`);\n";
    const script = [
      { text: '', calls: [{ name: 'edit_file', input: { kind: 'add', path: 'run.js', content } }] },
    ];
    const folder = await made({ 'mock.json': JSON.stringify(script) });
    const { summary } = await run(['--model', 'mock:script', '--no-judges'], folder);
    expect(summary.solved).toBe(false);
    expect(summary.scores.security).toBeLessThan(1);
  });
});

describe.skipIf(!has.sandbox)(`Honesty and degradation${unless('sandbox')}`, () => {
  test('a judge without a key costs human_like, with the reason, and nothing else', async () => {
    const { summary } = await run(['--model', 'mock:synthetic', '--judge-model', 'openai:some-model']);
    expect(summary.scores.human_like).toBeNull();
    expect(summary.reasons['human_like']).toContain('OPENAI_API_KEY');
    expect(summary.scores.total).not.toBeNull();
  });

  test('an agent that does nothing solves nothing, and files it did not write are not judged good', async () => {
    const { summary, code } = await run(['--model', 'mock:empty', '--no-judges', '--fail-under', '0.5']);
    expect(summary).toMatchObject({
      solved: false,
      scores: { functional: 0, quality: null, security: null, total: 0 },
      reasons: { total: 'not solved, so only its functional part counts' },
      metric_details: { total: { rule: 'solved' } },
    });
    expect((summary.metric_details['total'] as { documented: number }).documented).toBeGreaterThan(0.1);
    expect(code).toBe(1);
  });

  test('a change that no longer builds or runs has passed nothing', async () => {
    const { summary } = await run(['--model', 'mock:broken', '--no-judges']);
    expect(summary.scores.functional).toBe(0);
  });

  test('a change that rewrites how tests are run is checked with the originals', async () => {
    const manifest = '{ "name": "sum", "type": "module", "scripts": { "test": "echo \'# pass 2\'" } }\n';
    const calls = [
      { name: 'edit_file', input: { kind: 'add', path: 'package.json', content: manifest } },
      { name: 'edit_file', input: { kind: 'add', path: 'hidden.test.js', content: '' } },
    ];
    const folder = await made({ 'mock.json': JSON.stringify([{ text: '', calls }]) });
    const { summary } = await run(['--model', 'mock:script', '--no-judges'], folder);
    expect(summary).toMatchObject({ solved: false, scores: { functional: 0 } });
  });

  test('a change that is blocked anywhere else is blocked here too, with the reason', async () => {
    const content = "import { test } from 'node:test';\ntest.only = () => undefined;\nprocess.exit(0);\n";
    const hook =
      'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n';
    const calls = [
      { name: 'edit_file', input: { kind: 'add', path: 'conftest.py', content: hook } },
      { name: 'edit_file', input: { kind: 'add', path: 'forge.js', content } },
    ];
    const folder = await made({ 'mock.json': JSON.stringify([{ text: '', calls }]) });
    const { summary } = await run(['--model', 'mock:script', '--no-judges'], folder);
    expect(summary).toMatchObject({ solved: false, scores: { functional: 0, total: 0 } });
    expect(summary.flags?.map(({ id }) => id)).toContain('harness-patched');
    expect(summary.reasons['total']).toContain('conftest.py');
  });

  test('a model without a key is an error before anything runs', async () => {
    const { code, stderr } = await bench([
      'run',
      '--model',
      'anthropic:some-model',
      '--out',
      join(out, 'none'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('ANTHROPIC_API_KEY');
    expect(await readdir(join(out, 'none')).catch(() => [])).toEqual([]);
  });
});

describe.skipIf(!has.sandbox)(`a stored run${unless('sandbox')}`, () => {
  test('is regraded to the same scores, and left out if a byte of it differs', async () => {
    const { summary } = await run(['--model', 'mock:half', '--no-judges']);
    const again = await bench(['regrade', summary.run_id, '--out', out, '--json']);
    const [regraded] = JSON.parse(again.stdout) as BenchSummary[];
    expect(regraded?.scores).toEqual(summary.scores);
    await writeFile(join(out, summary.run_id, 'final.patch'), 'something else');
    const board = await bench(['leaderboard', '--out', out, '--json']);
    expect(board.stderr).toContain(`${summary.run_id}: final.patch was changed`);
  });

  test('is compared by judges in both orders if it is a close call', async () => {
    await run(['--model', 'mock:synthetic', '--no-judges', '--only-missing']);
    const pairwise = ['--judge-mode', 'pairwise', '--judge-model', 'mock:empty'];
    const asked = ['compare', 'mock:synthetic', 'mock:synthetic', '--out', out, '--json', ...pairwise];
    const { pairs } = JSON.parse((await bench(asked)).stdout) as {
      pairs: { task: string; better: unknown; choices: unknown[] }[];
    };
    expect(pairs).toMatchObject([{ task: 'sum', better: { known: true, value: 'neither' } }]);
    expect(pairs[0]?.choices).toHaveLength(3);
    expect((await bench(['compare', 'a', 'b', '--out', out, '--judge-mode', 'pairwise'])).code).toBe(2);
  });

  test('reports how far judges agree', async () => {
    const { judges } = JSON.parse((await bench(['leaderboard', '--out', out, '--json'])).stdout) as {
      judges: { alpha: number | null; reason: string | null };
    };
    expect(judges.alpha === null).toBe(judges.reason !== null);
  });

  test('is stale once the task has changed', async () => {
    await run(['--model', 'mock:synthetic', '--no-judges', '--only-missing']);
    const folder = await made({ 'issue.md': 'Another text.\n' });
    const board = await bench(['leaderboard', '--out', out], folder);
    expect(board.stdout).toContain('stale: the task has changed since');
    expect(board.stdout).toContain('No run can be compared.');
  });
});

describe.skipIf(!has.sandbox)(`agents, judges and budgets${unless('sandbox')}`, () => {
  const mine = `
[agents.mine]
command = ["sh", "-c", "sed -i 's/a - b/a + b/' sum.js; printf '%s' \\"$USED\\" > \\"$HYDRA_USAGE_FILE\\""]
env = ["USED"]
network = false

[agents.stuck]
command = ["sh", "-c", "trap '' TERM INT HUP; sed -i 's/a - b/a + b/' sum.js; while :; do sleep 98761; done"]
network = false

[benchmark]
judges = 5
[benchmark.weights]
efficiency = 0
[benchmark.efficiency]
tokens = 2000
`;
  const many = async (words: readonly string[], env: Record<string, string> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'hydra-bench-mine-'));
    try {
      const file = join(folder, 'hydra.toml');
      await writeFile(file, mine);
      const to = ['run', '--json', '--out', join(folder, 'out'), '--config', file];
      const { code, stdout, stderr } = await bench([...to, ...words], suite.folder, env);
      const text = stdout.trim();
      const read = text === '' ? [] : (JSON.parse(text) as BenchSummary | BenchSummary[]);
      return { code, stderr, summaries: Array.isArray(read) ? read : [read] };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const USED = '{"input_tokens": 900, "output_tokens": 100, "cost_usd": 0.4, "steps": 10}';

  test('an agent without a sandbox is refused before it starts, unless the user allows it, and then this is reported', async () => {
    const open = await made({ 'repo/hydra.toml': '[sandbox]\nmode = "degraded"\n' });
    const words = ['run', '--json', '--no-judges', '--out', join(open, 'out'), '--config', 'hydra.toml'];
    const folder = await mkdtemp(join(tmpdir(), 'hydra-bench-open-'));
    try {
      await writeFile(
        join(folder, 'hydra.toml'),
        `[agents.mine]\ncommand = ["sh", "-c", "touch ${folder}/started"]\n`,
      );
      const start = (...more: readonly string[]) =>
        runHydra(['bench', ...words, '--agent', 'mine', '--suite', open, ...more], { cwd: folder });
      const refused = await start();
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain('There is no sandbox for the agents');
      expect(refused.stderr).toContain('--allow-degraded');
      expect(await readdir(folder)).toEqual(['hydra.toml']);
      const allowed = await start('--allow-degraded');
      expect([allowed.code, await readdir(folder)]).toEqual([0, ['hydra.toml', 'started']]);
      expect(allowed.stderr).toContain('they can read and change everything that you can');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('a program of the user’s own works on tasks, in parallel, until the budget of its reported usage is used up', async () => {
    const words = [
      '--agent',
      'mine',
      '--repeat',
      '4',
      '--jobs',
      '2',
      '--budget',
      '1',
      '--judge-model',
      'mock:empty',
    ];
    const { code, stderr, summaries } = await many(words, { USED });
    expect(code).toBe(0);
    expect(summaries.map(({ repeat, cost_usd: usd }) => [repeat, usd])).toEqual([
      [0, 0.4],
      [1, 0.4],
    ]);
    expect(stderr).toContain('stopped by the budget of $1: 2 of 4 runs done, $0.8000 spent');
    const [first] = summaries;
    expect(first).toMatchObject({ model: 'mine', solved: true, settings: { max_steps: null, judges: 5 } });
    // Half of the tokens and a tenth of the steps, at scales of the file; its weight is 0 there.
    expect(first?.scores.efficiency).toBeCloseTo(0.7 * 0.5 + 0.3 * 0.9, 4);
    expect(first?.weights).not.toHaveProperty('efficiency');
    expect(first?.metric_details['human_like']).toMatchObject({ votes: { length: 5 } });
  });

  test('a cost that is not reported ends a budget, and an unenforceable limit is an error', async () => {
    const words = ['--agent', 'mine', '--repeat', '2', '--budget', '1', '--no-judges', '--fail-under', '0.5'];
    const { code, stderr, summaries } = await many(words, { USED: '{}' });
    expect([code, summaries.length]).toEqual([1, 1]);
    expect(stderr).toContain('the cost of 1 of 1 was not reported');
    expect(summaries[0]?.scores.efficiency).toBeNull();
    expect(summaries[0]?.reasons['efficiency']).toContain('tokens are not known');
    const limited = await many(['--agent', 'mine', '--max-steps', '5', '--no-judges'], { USED });
    expect([limited.code, limited.stderr]).toEqual([
      2,
      expect.stringContaining('cannot be limited in steps'),
    ]);
    expect((await many(['--agent', 'mine', '--model', 'mock:empty'])).stderr).toContain('contradict');
  });

  test('an agent that hangs is ended by --max-time with everything it started, and graded by what it left', async () => {
    const { code, summaries } = await many(['--agent', 'stuck', '--max-time', '2', '--no-judges']);
    expect(code).toBe(0);
    expect(summaries).toMatchObject([
      { solved: true, status: 'scored', settings: { max_seconds: 2 }, ended: { how: 'time' } },
    ]);
    const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(
      processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
    );
    expect(lines.filter((line) => line.startsWith('sleep\0'.concat('98761')))).toEqual([]);
  });

  test('two models run with defaults are judged alike and compared', async () => {
    const to = ['--out', join(out, 'pair')];
    await bench(['run', '--model', 'mock:synthetic', ...to]);
    const second = await bench(['run', '--model', 'mock:wasteful', ...to]);
    expect(second.stderr).toContain('judged by mock:synthetic, as the runs stored in the same folder are');
    const { stdout } = await bench(['compare', 'mock:synthetic', 'mock:wasteful', ...to]);
    expect(stdout).toContain('1 task in common');
    expect(stdout).toContain('human_like  0.800 → 0.800');
  });

  test('a change from any source is graded', async () => {
    const { code, stdout } = await bench(['grade', join(suite.folder, 'sum/gold.patch'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      task: 'sum',
      solved: true,
      scores: { functional: 1, efficiency: null, human_like: null },
      reasons: { efficiency: 'tokens are not known: no agent was run' },
    });
  });
});

describe('tasks', () => {
  test.each([
    ['task.toml', 'title = ', /task\.toml is not TOML/],
    [
      'task.toml',
      'title = "x"\nlanguage = "cobol"\nkind = "bug"\n[tests]\nfail_to_pass = ["a"]\n',
      /language/,
    ],
    ['issue.md', undefined, /there is no issue\.md/],
    ['tests/hidden.test.js', undefined, /no hidden tests/],
    ['mock.json', '{}', /mock\.json is not a list of turns/],
  ])('if invalid, are listed with the reason: %s', async (path, text, said) => {
    const { code, stderr } = await bench(['list'], await made({ [path]: text }));
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });

  test('if missing, are distinguished from those present', async () => {
    const { code, stderr } = await bench(['list', '--task', 'other']);
    expect(code).toBe(2);
    expect(stderr).toContain('The suite has: sum.');
  });

  test.skipIf(!has.sandbox)(`are proven by their tests${unless('sandbox')}`, async () => {
    expect((await bench(['validate'])).code).toBe(0);
    const folder = await made({
      'gold.patch': 'diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+x\n',
    });
    const { code, stdout } = await bench(['validate'], folder);
    expect(code).toBe(1);
    expect(stdout).toContain('hidden.test.js > adds does not pass with gold.patch');
  });

  test.skipIf(!has.sandbox || !has.python)(
    `are installed, run and served as task.toml specifies${unless('sandbox')}${unless('python')}`,
    async () => {
      const setup = `
[setup]
install = "mkdir -p node_modules; echo \\"module.exports = '$WHO'\\" > node_modules/who.js"
test = "node --test --test-name-pattern=."
timeout_seconds = 60
environment = { WHO = "me" }

[services.web]
command = "python3 -m http.server --bind 127.0.0.1 {port}"

[tests]
fail_to_pass = ["hidden.test.js > adds"]
pass_to_pass = ["hidden.test.js > is set up"]
`;
      const hidden = `import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import { sum } from './sum.js';
test('adds', () => assert.equal(sum(1, 2), 3));
test('is set up', async () => {
  assert.deepEqual([process.env.WHO, createRequire(import.meta.url)('who')], ['me', 'me']);
  assert.equal((await fetch('http://127.0.0.1:' + process.env.WEB_PORT)).status, 200);
});
`;
      const head = 'title = "Sums subtract"\nlanguage = "javascript"\nkind = "bug"\n';
      const folder = await made({ 'task.toml': head + setup, 'tests/hidden.test.js': hidden });
      expect(await bench(['validate'], folder)).toMatchObject({ code: 0, stdout: '✓ sum\n' });
    },
  );
});

import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BenchSummary } from '../../src/core/domain/bench/bench-summary.ts';
import { has, unless } from '../support/needs.ts';
import { runHydra } from '../support/run-hydra.ts';
import { makeProject } from '../support/scratch-project.ts';

/** Two agents of the user's own: one repairs what it finds, one breaks working code. */
const AGENTS = `
[agents.fixer]
command = ["sh", "-c", "sed -i 's/a - b/a + b/' sums.py lib/sum.js 2>/dev/null; true"]
network = false
[agents.breaker]
command = ["sh", "-c", "sed -i 's/a - b/a + b + 1/' sums.py lib/sum.js 2>/dev/null; true"]
network = false
`;

const TEST = 'from sums import add\n\n\ndef test_zero():\n    assert add(0, 0) == 0\n';
const HARBOR = {
  'instruction.md': 'sum(1, 2) is -1. Fix /app/lib/sum.js.\n',
  'task.toml': 'version = "1.0"\n[metadata]\ndifficulty = "easy"\n[verifier]\ntimeout_sec = 90.0\n',
  'environment/Dockerfile': 'FROM hydra.invalid/none:1\nWORKDIR /app\nCOPY sources lib\n',
  'environment/sources/sum.js': 'exports.sum = (a, b) => a - b;\n',
  'solution/solve.sh': 'sed -i "s/a - b/a + b/" /app/lib/sum.js\n',
  'tests/test.sh':
    '#!/bin/bash\ncd /app\nif node /tests/check.js; then echo 1; else echo 0; fi > /logs/verifier/reward.txt\n',
  'tests/check.js': "require('node:assert').equal(require('/app/lib/sum.js').sum(1, 2), 3);\n",
} as const;

let folder: string;
const at = (...path: string[]): string => join(folder, ...path);

/** A clone of octo/sums at the looked-up address of a row, and the row. */
const makeRow = async (): Promise<unknown> => {
  const project = await makeProject({
    'sums.py': 'def add(a, b):\n    return a - b\n',
    'conftest.py': '',
    'tests/test_sums.py': TEST,
  });
  try {
    const read = async (name: string, files: Record<string, string>): Promise<string> =>
      readFile(await project.patch(name, files), 'utf8');
    const row = {
      instance_id: 'octo__sums-1',
      repo: 'octo/sums',
      base_commit: (await project.git('rev-parse', 'HEAD')).trim(),
      patch: await read('gold.patch', { 'sums.py': 'def add(a, b):\n    return a + b\n' }),
      test_patch: await read('tests.patch', {
        'tests/test_sums.py': `${TEST}\n\ndef test_two():\n    assert add(1, 2) == 3\n`,
      }),
      problem_statement: 'Sums subtract.',
      FAIL_TO_PASS: '["tests/test_sums.py::test_two"]',
      PASS_TO_PASS: '["tests/test_sums.py::test_zero"]',
    };
    await mkdir(at('mirrors'));
    await rename(project.root, at('mirrors', 'octo+sums'));
    return row;
  } finally {
    await project.remove();
  }
};

const hydra = (...words: string[]) =>
  runHydra(['bench', ...words], { env: { HYDRA_TASK_MIRRORS: at('mirrors') } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hydra-imported-'));
  await writeFile(at('hydra.toml'), AGENTS);
  await writeFile(at('rows.jsonl'), `${JSON.stringify(await makeRow())}\n`);
  for (const [path, text] of Object.entries(HARBOR)) {
    await mkdir(dirname(at('harbor', 'fix-sum', path)), { recursive: true });
    await writeFile(at('harbor', 'fix-sum', path), text);
  }
  const swe = await hydra('import', at('rows.jsonl'), '--out', at('tasks'));
  const harbor = await hydra('import', at('harbor'), '--out', at('tasks'), '--no-image');
  expect([swe.code, harbor.code]).toEqual([0, 0]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (agent: string) => {
  const settings = ['--agent', agent, '--no-judges', '--config', at('hydra.toml'), '--out', at('out')];
  const { stdout, stderr, code } = await hydra('run', '--suite', at('tasks'), '--json', ...settings);
  if (code !== 0) throw new Error(stderr);
  const found = BenchSummary.array().parse(JSON.parse(stdout));
  return Object.fromEntries(found.map((one) => [one.task, { solved: one.solved, status: one.status }]));
};

describe.skipIf(!has.sandbox || !has.pytest)(
  `tasks of other benchmarks${unless('sandbox')}${unless('pytest')}`,
  () => {
    test('are worked on and graded: a row of SWE-bench by its tests, a Harbor folder by its script', async () => {
      const [good, bad] = [
        { solved: true, status: 'scored' },
        { solved: false, status: 'scored' },
      ];
      expect(await run('fixer')).toEqual({ 'fix-sum': good, 'octo__sums-1': good });
      expect(await run('breaker')).toEqual({ 'fix-sum': bad, 'octo__sums-1': bad });
    });

    test('a row is proven by its patches; a text that names /app says where that is', async () => {
      const { code, stdout } = await hydra('validate', '--suite', at('tasks'), '--task', 'octo__sums-1');
      expect([code, stdout]).toEqual([0, expect.stringContaining('✓ octo__sums-1')]);
      expect(await readFile(at('tasks/fix-sum/issue.md'), 'utf8')).toContain(
        'Paths below `/app` are in the folder that you work in.',
      );
    });

    test('a row whose image or repository is unavailable says so, and the others run', async () => {
      const [suite, out] = [at('mixed'), at('mixed-out')];
      const row = JSON.parse(await readFile(at('rows.jsonl'), 'utf8')) as object;
      const gone = { ...row, instance_id: 'a-gone', base_commit: 'f'.repeat(40) };
      await writeFile(at('mixed.jsonl'), [row, gone].map((one) => JSON.stringify(one)).join('\n'));
      await hydra('import', at('mixed.jsonl'), '--out', suite);
      await hydra('import', at('harbor'), '--out', suite);
      const proofs = await hydra('validate', '--suite', suite);
      expect(proofs.code).toBe(1);
      expect(proofs.stdout).toMatch(/✗ a-gone\n.*✗ fix-sum\n.*✓ octo__sums-1\n/s);
      expect(proofs.stdout).toContain('fix-sum needs the container image hydra.invalid/none:1.');
      expect(proofs.stdout).toContain('hydra bench import --no-image');
      const ran = await hydra(
        'run',
        '--suite',
        suite,
        '--model',
        'mock:synthetic',
        '--no-judges',
        '--json',
        '--out',
        out,
      );
      expect(ran.code).toBe(3);
      const found = BenchSummary.array().parse(JSON.parse(ran.stdout));
      expect(found.map(({ task, status, solved }) => [task, status, solved])).toEqual([
        ['a-gone', 'infrastructure', null],
        ['fix-sum', 'infrastructure', null],
        ['octo__sums-1', 'scored', true],
      ]);
      expect(found[1]?.ended.reason).toContain('needs the container image');
    });
  },
);

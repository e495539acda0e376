import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QualityResult, SecurityResult } from '../../../src/core/domain/evidence/assessment.ts';
import { missing } from '../../../src/core/domain/measured.ts';
import { scoreBenchmark } from '../../../src/core/score/benchmark/model.ts';
import { openTools } from '../../../src/faces/wiring/wiring.ts';
import type { Base } from '../../../src/shell/ports/git-repository.ts';
import type { Tools } from '../../../src/shell/ports/tools.ts';
import { assessTrees } from '../../../src/shell/assess/assess-trees.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';
import { openSession } from '../../../src/faces/wiring/session.ts';

const OLD_SIN = 'def old(x):\n    return eval(x)\n';
const CLEAN = 'def add(a, b):\n    return a + b\n';

/** Not formatted, and with an obsolete function. */
const OLD_GO = `package c

func Old(a int) int {
${Array.from({ length: 30 }, (_, at) => `  if a == ${at} { return ${at} }\n`).join('')}  return colour
}

var colour = 1
`;
const tangled = (branches: number): string =>
  `def tangled(a):\n    """Says what it does.\n\n    At length.\n    """\n${Array.from({ length: branches }, (_, at) => `    if a == ${at}:\n        return ${at}\n`).join('')}    return None\n`;

let project: ScratchProject;
const session = openSession();
let tools: Tools;
let base: Base;
beforeAll(async () => {
  project = await makeProject({
    'old.py': OLD_SIN,
    'broken.py': 'def broken(:\n',
    'vendor/x.py': 'a = 1\n',
    'go.mod': 'module example.com/c\n',
    'old.go': OLD_GO,
    'tangled.py': tangled(30),
  });
  tools = await openTools(session, project.root);
  base = await tools.repository.resolveBase('main');
});
afterAll(async () => {
  await session.close();
  await project.remove();
});

type Content = string | Uint8Array;

/** With the bundled analysers, and no others. */
const assess = async (files: Readonly<Record<string, Content>>) => {
  const replacements = Object.entries(files).map(([path, content]) =>
    typeof content === 'string'
      ? { path, mode: '100644', text: content }
      : { path, mode: '100644', bytes: content },
  );
  const { tree } = await tools.repository.composeTree(base.tree, replacements);
  return assessTrees(tools, { base, tree, programs: false });
};

const UNKNOWN = missing('not-configured', 'not asked');

describe('scores of a change', () => {
  test('a pattern that bandit flags drops security below 1 (document 2, verification 4)', async () => {
    const { security } = await assess({
      'run.py': 'import subprocess\n\n\ndef run(x):\n    subprocess.call(x, shell=True)\n',
    });
    expect(security.score).toBeCloseTo(0.55);
    expect(security.details.findings).toMatchObject([
      { rule: 'S404', level: 'low', path: 'run.py', line: 1 },
      { rule: 'S602', level: 'high', path: 'run.py', line: 5 },
    ]);
    expect(security.details.tools).toEqual([
      expect.stringMatching(/^ruff [\d.]+ \(bundled\), rules of bandit$/),
      expect.stringMatching(/^secretlint [\d.]+ \(bundled\) and hydra-secrets \d+$/),
    ]);
  });

  test('the same in JavaScript, by rules on the syntax tree', async () => {
    const { security, quality } = await assess({
      'run.ts':
        "import { exec } from 'node:child_process';\nexport const run = (x: string) => {\n  debugger;\n  exec('ls ' + x);\n};\n",
    });
    expect(security.details.findings).toMatchObject([{ rule: 'shell-command', line: 4 }]);
    expect(quality.details.findings).toMatchObject([
      { rule: 'eslint(no-debugger)', path: 'run.ts', line: 3 },
    ]);
    expect(quality.details.tools).toEqual([
      expect.stringMatching(/^oxlint [\d.]+ \(bundled\)$/),
      'syntax tree',
    ]);
  });

  test('only changed lines count: the base’s faults cost nothing', async () => {
    const { quality, security } = await assess({ 'old.py': `${OLD_SIN}\n\n${CLEAN}` });
    expect(security.score).toBe(1);
    expect(quality.details.languages['python']).toMatchObject({ violations: 0, changed_loc: 2, cc: 1 });
  });

  test('a suppression that the change brings hides nothing', async () => {
    const { security, quality } = await assess({
      'new.py': 'import os  # noqa\n\n\ndef run(x):\n    return eval(x)  # noqa: S307\n',
    });
    expect(security.details.findings).toMatchObject([{ rule: 'S307' }]);
    expect(quality.details.findings).toMatchObject([{ rule: 'F401' }]);
  });

  test('its facts give the same scores in the benchmark model', async () => {
    const { facts, quality, security } = await assess({
      'a.py': 'import os\n\n\ndef run(x):\n    return eval(x)\n',
      'B.java': 'class B { int f(int x) { return x; } }\n',
    });
    const asked = { tests: UNKNOWN, tokens: UNKNOWN, steps: UNKNOWN, judges: UNKNOWN };
    const weights = { functional: 0.5, quality: 0.15, security: 0.15, efficiency: 0.1, human_like: 0.1 };
    const { breakdown } = scoreBenchmark({ ...asked, ...facts, weights });
    expect(breakdown.quality).toBeCloseTo(quality.score ?? Number.NaN, 3);
    expect(breakdown.security).toBeCloseTo(security.score ?? Number.NaN, 3);
    expect(QualityResult.parse(quality)).toEqual(quality);
    expect(SecurityResult.parse(security)).toEqual(security);
  });
});

describe('honesty', () => {
  test('a missing toolchain makes the metric of that language null with a reason; the others alone are averaged', async () => {
    const python = { 'a.py': 'def run(x):\n    return eval(x)\n' };
    const [alone, beside] = [
      await assess(python),
      await assess({ ...python, 'B.java': 'class B { }\n', 'c.go': 'package c\n' }),
    ];
    expect(beside.security.score).toBe(alone.security.score);
    for (const language of ['java', 'go']) {
      const one = beside.security.details.languages[language];
      expect(one).toMatchObject({ score: null, high: null, medium: null, low: null });
      expect(one?.tools).toEqual([expect.stringMatching(/^secretlint/)]);
      expect(one?.reasons['language']).toContain('were not asked');
    }
  });

  test('all missing: the metric is null with a reason', async () => {
    const { security, facts } = await assess({
      'B.java': 'class B { int f() { return Runtime.getRuntime().hashCode(); } }\n',
    });
    expect(security.score).toBeNull();
    expect(security.details.reason).toContain('programs of the machine were not asked');
    expect(facts.security.known && facts.security.value.get('java')?.known).toBe(false);
  });

  test('no source at all: null, not full marks', async () => {
    const { quality, security } = await assess({ 'README.md': '# eval(x)\n' });
    expect([quality.score, security.score]).toEqual([null, null]);
    expect(quality.details.reason).toContain('no analyser available');
  });

  test('without a linter the violations are missing, and complexity and maintainability still count', async () => {
    const { quality } = await assess({
      'B.java': 'class B {\n  int f(int x) {\n    return x > 1 ? 2 : x;\n  }\n}\n',
    });
    expect(quality.details.languages['java']).toMatchObject({
      violations: null,
      cc: 2,
      tools: ['syntax tree'],
    });
    expect(quality.details.languages['java']?.reasons['violations']).toContain('were not asked');
  });

  test('no function among the changed lines: complexity is missing, not perfect', async () => {
    const { quality } = await assess({ 'a.py': 'A = 1\n' });
    expect(quality.details.languages['python']).toMatchObject({ cc: null });
    expect(quality.details.languages['python']?.reasons['cc']).toContain('no function');
  });

  test('code that the change made unparsable scores 0 in its language; code that already was costs nothing', async () => {
    const { quality, security } = await assess({
      'a.py': `${CLEAN}\ndef broken(:\n    eval(x)\n`,
      'b.go': 'package b\n\nfunc B() int { return 1 }\n',
    });
    expect(quality.details.languages['python']?.score).toBe(0);
    expect(security.details.languages['python']?.score).toBe(0);
    expect(quality.details.languages['go']?.score).toBeGreaterThan(0.9);
    const still = await assess({ 'broken.py': 'def broken(:\n\n' });
    expect(still.quality.details.languages['python']?.score).not.toBe(0);
  });

  test('vendored code and links are left out, which is reported', async () => {
    const { quality } = await assess({ 'vendor/x.py': 'a = eval(b)\n' });
    expect(quality.score).toBeNull();
    expect(quality.details.notes).toEqual(['vendor/x.py was left out: it is generated']);
  });
});

describe('hostile sources', () => {
  const HUGE = `x = [${'1,'.repeat(600_000)}]\n`;
  const hostile: readonly (readonly [string, string, Content])[] = [
    ['a huge file', 'huge.py', HUGE],
    ['a file with NUL bytes', 'nul.js', Uint8Array.from([0x61, 0, 0x62, 10])],
    ['a text that is not code', 'noise.rs', '\u{1F4A9}{{{(((<<<"\'`\n'.repeat(200)],
  ];
  test.each(hostile)('%s scores 0 in its language, with its name in the reason', async (_, path, content) => {
    const { quality, security } = await assess({ [path]: content });
    expect([quality.score, security.score]).toEqual([0, 0]);
    expect(JSON.stringify(quality.details)).toContain(path);
  });

  test.each([
    ['deeply nested brackets', 'deep.py', `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n`],
    ['deeply nested blocks', 'deep.js', `${'{'.repeat(5_000)}${'}'.repeat(5_000)}\n`],
    ['bytes that are not UTF-8', 'latin.py', Uint8Array.from([0x61, 0x3d, 0x22, 0xe9, 0xff, 0x22, 10])],
    ['an empty file, after all of them', 'empty.py', ''],
    ['names of prototypes', '__proto__.py', 'constructor = __proto__ = 1\n'],
  ] as const)('%s: a result with a valid score', async (_, path, content) => {
    const { quality, security } = await assess({ [path]: content });
    for (const { score } of [quality, security]) if (score !== null) expect(score).toBeGreaterThanOrEqual(0);
    expect(QualityResult.safeParse(quality).success && SecurityResult.safeParse(security).success).toBe(true);
  });
});

describe('the repository’s own configuration of ruff', () => {
  const CODE = 'def addAll(a, b):\n    import os\n    return a + b\n';

  test('chooses the rules, unless the change brings it or ruff does not know it', async () => {
    const own = await makeProject({
      'ruff.toml':
        'line-length = 100\n[lint]\nselect = ["N"]\n[lint.per-file-ignores]\n"legacy/*" = ["N8"]\n',
      'a.py': 'a = 1\n',
    });
    const session = openSession();
    try {
      const tools = await openTools(session, own.root);
      const base = await tools.repository.resolveBase('main');
      const rulesOf = async (files: Readonly<Record<string, string>>) => {
        const replacements = Object.entries(files).map(([path, text]) => ({ path, mode: '100644', text }));
        const { tree } = await tools.repository.composeTree(base.tree, replacements);
        const { quality } = await assessTrees(tools, { base, tree, programs: false });
        return {
          rules: quality.details.findings.map(({ rule, path }) => `${rule} ${path}`),
          tools: quality.details.tools.join(),
        };
      };
      const chosen = await rulesOf({ 'b.py': CODE, 'legacy/c.py': CODE });
      expect(chosen.rules).toEqual(['N802 b.py']);
      expect(chosen.tools).toContain('(bundled), rules of ruff.toml');
      for (const config of ['[lint]\nselect = []\n', '[lint]\nselect = ["NO-SUCH-RULE"]\n']) {
        const fixed = await rulesOf({ 'ruff.toml': config, 'b.py': CODE });
        expect(fixed.rules).toEqual(['F401 b.py']);
        expect(fixed.tools).not.toContain('ruff.toml');
      }
    } finally {
      await session.close();
      await own.remove();
    }
  });
});

describe('quality of a change', () => {
  const qualityOf = async (files: Readonly<Record<string, Content>>) => (await assess(files)).quality;

  test('an old file costs nothing: one word changed in it, and a docstring shortened', async () => {
    const go = await qualityOf({ 'old.go': OLD_GO.replace('colour = 1', 'colour = 2') });
    expect(go.score).toBe(1);
    expect(go.details.languages['go']).toMatchObject({ added: { mi: 0 }, mi: expect.any(Number) });
    const python = await qualityOf({ 'tangled.py': tangled(30).replace('\n\n    At length.', '') });
    expect(python.score).toBeGreaterThan(0.95);
    expect(python.details.languages['python']).toMatchObject({ added: { violations: 0, cc: null } });
    expect(python.details.languages['python']?.absolute_score).toBeLessThan(0.5);
  });

  test('worse findings cost, and a finding that was there before does not', async () => {
    const { score, details } = await qualityOf({ 'tangled.py': tangled(42) });
    expect(details.languages['python']).toMatchObject({ added: { violations: 0, cc: 12 } });
    expect(score).toBeLessThan(0.85);
    const sinner = await qualityOf({ 'old.py': 'import os\n\n\ndef old(x):\n    return eval(x)  # kept\n' });
    expect(sinner.details.findings).toMatchObject([{ rule: 'F401', line: 1 }]);
  });

  test('new code is measured as it is', async () => {
    const [plain, knotty] = [
      await qualityOf({ 'new.py': CLEAN }),
      await qualityOf({ 'new.py': tangled(40) }),
    ];
    expect(plain.score).toBe(1);
    expect(knotty.details.languages['python']).toMatchObject({ added: { cc: 36 } });
    expect(knotty.score).toBeLessThan(0.7);
  });

  test('the documented formula stays available by name', async () => {
    const { tree } = await tools.repository.composeTree(base.tree, [
      { path: 'old.go', mode: '100644', text: OLD_GO.replace('colour = 1', 'colour = 2') },
    ]);
    const { quality } = await assessTrees(tools, { base, tree, programs: false, formula: 'absolute' });
    expect(quality.details.languages['go']).not.toHaveProperty('added');
    expect(quality.score).toBeLessThan(0.5);
  });
});

test('a secret is found in any text that a change writes, and counts in security', async () => {
  const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`;
  const { security } = await assess({ 'deploy/config.yml': `token: ${token}\n`, 'new.go': 'package c\n' });
  expect(security.details.findings).toMatchObject([
    { rule: 'hardcoded-secret', level: 'high', path: 'deploy/config.yml', line: 1 },
  ]);
  expect(security.details.languages['go']).toMatchObject({ score: null });
  expect(security.score).toBeCloseTo(0.6);
});

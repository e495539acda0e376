import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const sandboxed = has.sandbox;
const crate = (name: string, rest = ''): string =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${rest}`;
const count = (body: string): string => `pub fn count(text: &str) -> usize {\n    ${body}\n}\n`;
const counts = (name: string, text: string, expected: number): string =>
  `#[test]\nfn ${name}() {\n    assert_eq!(words::count("${text}"), ${expected});\n}\n`;

describe.skipIf(!sandboxed || !has.cargo)(
  `a package and its workspace${unless('sandbox')}${unless('cargo')}`,
  () => {
    let field: EvaluatedField;
    beforeAll(async () => {
      field = await evaluateField(
        {
          '.gitignore': 'target\n',
          'Cargo.toml': crate('app', '[workspace]\nmembers = ["crates/core"]\n'),
          'src/lib.rs': 'pub const NAME: &str = "app";\n',
          'crates/core/Cargo.toml': crate('words'),
          'crates/core/src/lib.rs': count("text.split(' ').count()"),
          'crates/core/tests/words.rs': counts('counts_words', 'a b', 2),
        },
        {
          right: {
            'crates/core/src/lib.rs': count('text.split_whitespace().count()'),
            'crates/core/tests/spaces.rs': counts('counts_several_spaces', 'a  b', 2),
          },
          breaks: { 'crates/core/src/lib.rs': count('text.len()') },
        },
      );
    });

    test('the tests of a member are run: one is proven, and a break is seen', () => {
      expect(field.evidenceOf('right').matrix?.proven?.join()).toContain('counts_several_spaces');
      expect(field.gatesOf('breaks')).toContain('tests');
      expect(field.conclusion.winner).toBe('right');
    });
  },
);

describe.skipIf(!sandboxed || !has.go)(`a module in a module${unless('sandbox')}${unless('go')}`, () => {
  const sum = (start: number, loop = 'total += n'): string =>
    `package sub\n\nfunc Sum(all []int) int {\n\ttotal := ${start}\n\tfor _, n := range all {\n\t\t${loop}\n\t}\n\treturn total\n}\n`;
  const goTest = (name: string, input: string, expected: number): string =>
    `package sub\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {\n\tif Sum([]int{${input}}) != ${expected} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`;
  let field: EvaluatedField;
  beforeAll(async () => {
    field = await evaluateField(
      {
        'go.mod': 'module example.com/all\n\ngo 1.20\n',
        'all.go': 'package all\n\nconst Name = "all"\n',
        'sub/go.mod': 'module example.com/all/sub\n\ngo 1.20\n',
        'sub/sum.go': sum(0, 'if n > 0 {\n\t\t\ttotal += n\n\t\t}'),
        'sub/sum_test.go': goTest('Sum', '1, 2', 3),
      },
      {
        right: { 'sub/sum.go': sum(0), 'sub/negative_test.go': goTest('Negative', '1, -2', -1) },
        breaks: { 'sub/sum.go': sum(1) },
      },
    );
  });

  test('its tests are run: one is proven, and a break is seen', () => {
    expect(field.evidenceOf('right').matrix?.proven?.join()).toMatch(/^sub > .*TestNegative$/);
    expect(field.gatesOf('breaks')).toContain('tests');
    expect(field.conclusion.winner).toBe('right');
  });
});

describe.skipIf(!sandboxed || !has.pytest)(
  `a package below settings of tools${unless('sandbox')}${unless('pytest')}`,
  () => {
    const sum = (body: string): string => `def total(numbers):\n    return ${body}\n`;
    const pyTest = (name: string, input: string, expected: number): string =>
      `from apart import total\n\n\ndef test_${name}():\n    assert total(${input}) == ${expected}\n`;
    let field: EvaluatedField;
    beforeAll(async () => {
      field = await evaluateField(
        {
          'hydra.toml': '[scoring.commands]\ninstall = false\nlint = false\n',
          'pyproject.toml': '[tool.ruff]\nline-length = 99\n',
          'packages/a/pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n[tool.poetry]\n',
          'packages/a/src/apart.py': sum('sum(n for n in numbers if n > 0)'),
          'packages/a/tests/test_total.py': pyTest('total', '[1, 2]', 3),
        },
        {
          right: {
            'packages/a/src/apart.py': sum('sum(numbers)'),
            'packages/a/tests/test_negative.py': pyTest('negative', '[1, -2]', -1),
          },
          breaks: { 'packages/a/src/apart.py': sum('len(numbers)') },
        },
      );
    });

    test('its tests are run: one is proven, and a break is seen', () => {
      expect(field.evidenceOf('right').matrix?.proven?.join()).toContain('test_negative');
      expect(field.gatesOf('breaks')).toContain('tests');
      expect(field.conclusion.winner).toBe('right');
    });
  },
);

describe.skipIf(!sandboxed)(`a project that was not chosen${unless('sandbox')}`, () => {
  const script = JSON.stringify({ type: 'module', scripts: { test: 'node --test test' } });
  const double = (body: string): string => `export const double = (n) => ${body};\n`;
  const nodeTest = (input: number, expected: number): string =>
    `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { double } from '../double.js';\ntest('double ${input}', () => assert.equal(double(${input}), ${expected}));\n`;
  const evaluate = (chosen: string) =>
    evaluateField(
      {
        'hydra.toml': `[scoring]\nprojects = ${chosen}\n[trust]\nrequires_progress = false\n[decision]\nmin_probability = 0.1\n`,
        'package.json': script,
        'double.js': double('n + n'),
        'test/double.test.js': nodeTest(2, 4),
        'b/package.json': script,
        'b/double.js': double('n * n'),
        'b/test/double.test.js': nodeTest(2, 4),
      },
      {
        there: { 'b/double.js': double('n * 2') },
        both: { 'b/double.js': double('2 * n'), 'double.js': double('n * 2') },
      },
    );

  test('tests of the root are no evidence for changes there', async () => {
    const { conclusion, captured, replays } = await evaluate('["."]');
    expect(captured.unrun).toEqual([{ folder: 'b', tests: true, files: ['b/double.js'] }]);
    expect(conclusion.decision).toMatchObject({ kind: 'none' });
    expect(conclusion.decision?.reason).toContain('no test command ran in b');
    expect(conclusion.decision?.settle.join()).toContain('[scoring] projects');
    for (const { likelihood } of conclusion.rankings)
      expect(JSON.stringify(likelihood)).not.toContain('passes the tests of the base');
    expect(replays).toBe(true);
  });

  test('those of both are', async () => {
    const { conclusion, captured } = await evaluate('[".", "b"]');
    expect(captured.unrun).toBeUndefined();
    expect(JSON.stringify(conclusion.rankings)).toContain('passes the tests of the base');
  });
});

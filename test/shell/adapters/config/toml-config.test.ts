import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HydraConfig } from '../../../../src/core/domain/policy/hydra-config.ts';
import { PROFILE_IDS } from '../../../../src/core/languages/profile-ids.ts';
import { parseHydraToml } from '../../../../src/shell/adapters/config/toml-config.ts';
import { UserError } from '../../../../src/shell/errors/user-error.ts';

const problemsOf = async (text: string): Promise<string[]> => {
  try {
    await parseHydraToml(text, 'hydra.toml');
  } catch (error) {
    if (error instanceof UserError && error.code === 'config') return error.message.split('\n');
    throw error;
  }
  return [];
};

const DOCUMENTED = `
[scoring]
profile = "js-node"
timeout_per_check_seconds = 300

[scoring.weights]
build = 30
tests = 30
lint = 15
diff_scope = 15
speed = 10

[scoring.gates]
require_build_pass = true
max_test_regression_percent = 0

[scoring.diff_scope]
max_files_soft = 20
max_churn_soft = 800
protected_paths = ["infra/", "scripts/release/"]
`;

test('the documented example', async () => {
  const { scoring } = await parseHydraToml(DOCUMENTED, 'hydra.toml');
  expect(scoring).toMatchObject({
    profile: 'js-node',
    timeout_per_check_seconds: 300,
    weights: { build: 30, tests: 30, lint: 15, diff_scope: 15, speed: 10 },
    diff_scope: { protected_paths: ['infra/', 'scripts/release/'] },
  });
});

test('an empty file is the default, with a byte order mark and Windows line ends too', async () => {
  const standard = HydraConfig.parse({});
  expect(await parseHydraToml('', 'x')).toEqual(standard);
  expect(await parseHydraToml('\uFEFF# nothing\r\n[scoring]\r\n', 'x')).toEqual(standard);
});

describe('an error has its line', () => {
  test.each([
    ['[scoring.weights]\n\ntest = 1', 'hydra.toml:3: unknown key scoring.weights.test (did you mean tests?)'],
    ['a = ', 'hydra.toml:1: not TOML: invalid value'],
    ['[a]\n[a]', 'hydra.toml:2: not TOML: trying to redefine an already defined table or value'],
    [
      '[scoring.weights]\nbuild = 0\ntests = 0\nlint = 0\ndiff_scope = 0\nspeed = 0',
      'hydra.toml:1: every weight is 0, so nothing would be scored: set at least one above 0',
    ],
    ['weights = 1', 'hydra.toml:1: unknown key weights (did you mean scoring.weights?)'],
    [
      '[agents.mine]\ncommand = ["x"]\nnetwrk = true',
      'hydra.toml:3: unknown key agents.mine.netwrk (did you mean network?)',
    ],
    [
      '[agents.mine]\ncommand = "x"',
      'hydra.toml:2: agents.mine.command must be an array of strings, not "x"',
    ],
    ['[agents.mine]\ncommand = []', 'hydra.toml:2: agents.mine.command must be at least 1, not an array'],
    ['[agents.mine]', 'hydra.toml:1: agents.mine.command is missing'],
    [
      '[agents."My Agent"]\ncommand = ["x"]',
      'hydra.toml:1: agents.My Agent is not a name: use a-z, 0-9, dots and dashes',
    ],
    [
      '[agents.mine]\ncommand = ["x"]\nenv = ["a b"]',
      'hydra.toml:3: agents.mine.env.0 must be of the form /^[A-Za-z_][A-Za-z0-9_]*$/, not "a b"',
    ],
    ['x = 1', 'hydra.toml:1: unknown key x'],
    ['scoring = 3', 'hydra.toml:1: scoring must be a table, not 3'],
    ['\nscoring.weights.tests = "x"', 'hydra.toml:2: scoring.weights.tests must be a number, not "x"'],
    [
      'scoring = { weights = { build = 1,\n lint = true } }',
      'hydra.toml:2: scoring.weights.lint must be a number, not true',
    ],
    ['[scoring."weights"]\n\'build\' = -1', 'hydra.toml:2: scoring.weights.build must be at least 0, not -1'],
    ['[scoring.weights]\nbuild = nan', 'hydra.toml:2: scoring.weights.build must be a number, not NaN'],
    ['[scoring.weights]\nbuild = inf', 'hydra.toml:2: scoring.weights.build must be a number, not Infinity'],
    [
      '[scoring.commands]\ntest = """\n[x]\nlint = 1\n"""\nlint = 1',
      'hydra.toml:6: scoring.commands.lint must be a string or false, not 1',
    ],
    [
      "[scoring.commands]\ntest = '''\nlint = 1'''\nlint = ''",
      'hydra.toml:4: scoring.commands.lint must be a text that is not empty, not ""',
    ],
    [
      '[scoring.diff_scope]\nprotected_paths = [ # why\n  "a", "b]",\n  2,\n]',
      'hydra.toml:4: scoring.diff_scope.protected_paths.2 must be a string, not 2',
    ],
    ['[[scoring]]\nprofile = "go"', 'hydra.toml:1: scoring must be a table, not an array'],
    [
      '[scoring]\nprofile = "js-nod"',
      `hydra.toml:2: scoring.profile must be ${PROFILE_IDS.map((id) => `"${id}"`).join(' or ')}, not "js-nod"`,
    ],
    ['[scoring.reports]\ntest = {}', 'hydra.toml:2: scoring.reports.test.format is missing'],
    ['[scoring.timeouts]\ntest = 0', 'hydra.toml:2: scoring.timeouts.test must be greater than 0, not 0'],
    [
      '[scoring.timeouts]\ntest = 1979-05-27',
      'hydra.toml:2: scoring.timeouts.test must be a number, not a date',
    ],
    ['[scoring.build_targets]\na = 1', 'hydra.toml:2: scoring.build_targets.a must be a string, not 1'],
    [
      '[scoring.build_targets]\na = "x"\n"__proto__" = "y"',
      'hydra.toml:3: unknown key scoring.build_targets.__proto__',
    ],
    ['\uFEFF\r\nx = 1', 'hydra.toml:2: unknown key x'],
    [`x = "${'y'.repeat(500_000)}"`, 'hydra.toml: unknown key x'],
    ['[checks.test]\nenv = "HOME"', 'hydra.toml:2: checks.test.env must be an array of strings, not "HOME"'],
    [
      '[scoring.gates]\nmax_test_regression_percent = 101',
      'hydra.toml:2: scoring.gates.max_test_regression_percent must be at most 100, not 101',
    ],
  ])('%s', async (text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  test('all problems at once, in the order of the lines', async () => {
    const text =
      '[scoring.weights]\ntets = 1\nbuild = "x"\n[checks.tset]\nnetwork = true\n[scoring.gates]\nrequire_build_pass = 1\n';
    expect((await problemsOf(text)).map((line) => line.split(':', 2)[1])).toEqual(['2', '3', '4', '7']);
  });

  test('a file full of nonsense is rejected in few words', async () => {
    const problems = await problemsOf(Array.from({ length: 50_000 }, (_, n) => `k${n} = 1`).join('\n'));
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toBe('… and 49950 more');
  });

  test('a file of more than 1 MB is refused', async () => {
    expect(await problemsOf(`#${' '.repeat(1024 * 1024)}`)).toEqual(['hydra.toml: larger than 1 MB']);
  });

  test('any text is a configuration or a user error', async () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '[[',
      '{',
      '}',
      '=',
      '"',
      "'",
      '"""',
      '\n',
      '.',
      ',',
      '#',
      'scoring',
      'weights',
      '1',
      '\\',
      'true',
      '\r\n',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 40 }),
        async (pieces) => {
          await problemsOf(pieces.join(' '));
        },
      ),
    );
  });
});

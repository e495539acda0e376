import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { type Field, evaluateField, type EvaluatedField } from './evaluate-field.ts';
import { type Lent, lendPackages } from './lend-packages.ts';
import { RUNNER_PROJECTS, type RunnerProject } from './runner-projects.ts';

let lent: Lent;
beforeAll(async () => {
  lent = await lendPackages();
});
afterAll(() => lent.giveBack());

const installOf = ({ packages }: RunnerProject): string =>
  packages === null ? 'false' : JSON.stringify(lent.install(packages.name, packages.program));

const settings = (runner: RunnerProject): string =>
  `[scoring.commands]
${runner.compiled ? '' : `install = ${installOf(runner)}`}

[checks.install]
network = false

[trust]
editable_tests = ["test/add.test.js", "tests/test_add.py", "spec/add_spec.rb", "test/add_test.rb", "tests/add.c"]

# Only the control is to see what patches a runner.
[trust.flags]
harness-patched = "off"
runner-detected = "off"
`;

const fieldOf = (runner: RunnerProject): Field => ({
  tester: {
    ...runner.fixed,
    ...runner.withTest('low', 'clamp(-9, -2, 5)', '-2'),
    ...runner.withTest('high', 'clamp(9, 0, 5)', '5'),
  },
  half: runner.half,
  editor: runner.edited,
  skipper: runner.skipped,
  ...(runner.only === null ? {} : { chooser: runner.only }),
  patcher: runner.patched,
  exiter: runner.exits,
});

/** What a runner requires of the machine, besides the sandbox. */
const NEEDS: Readonly<Record<string, keyof typeof has>> = {
  pytest: 'pytest',
  unittest: 'python',
  rspec: 'rspec',
  minitest: 'minitest',
  ctest: 'cmake',
};
const needsOf = ({ name }: RunnerProject): readonly (keyof typeof has)[] =>
  NEEDS[name] === undefined ? ['sandbox'] : ['sandbox', NEEDS[name]];

const canRun = (runner: RunnerProject): boolean => needsOf(runner).every((need) => has[need]);
const why = (runner: RunnerProject): string => needsOf(runner).map(unless).join('');

describe.each(RUNNER_PROJECTS)('$name', (runner) => {
  let judged: EvaluatedField;
  const check = test.skipIf(!canRun(runner));
  const reason = why(runner);
  beforeAll(async () => {
    if (!canRun(runner)) return;
    judged = await evaluateField({ ...runner.base, 'hydra.toml': settings(runner) }, fieldOf(runner));
  });

  check(`results are read by id from a report${reason}`, () => {
    const { tests } = judged.captured.baseline;
    expect(tests).toMatchObject({ known: true, value: { trust: 'structured', passed: 3, failed: 1 } });
    expect(tests.known && Object.keys(tests.value.outcomes ?? {})).toHaveLength(4);
  });

  check(`every control is applied, and says on what${reason}`, () => {
    const controls = judged.captured.controls ?? [];
    expect(controls.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['negative-control', 'flaky', 'matrix']),
    );
    expect(controls.filter(({ state }) => state !== 'applied')).toEqual([]);
    expect(controls.every(({ reason: said }) => said !== '')).toBe(true);
  });

  check(`the honest one wins, without a flag${reason}`, () => {
    expect(judged.conclusion.winner).toBe('tester');
    expect(judged.gatesOf('tester')).toEqual([]);
    expect(judged.flagsOf('tester')).toEqual([]);
    expect(judged.replays).toBe(true);
  });

  check(`a test is proven where it fails on the base, and not otherwise${reason}`, () => {
    expect(judged.evidenceOf('tester').matrix?.proven).toEqual([expect.stringMatching(/low/i)]);
  });

  check(`half a fix fails the proven test of another, and is less probably right${reason}`, () => {
    const likelihoodOf = (name: string) =>
      judged.conclusion.rankings.find(({ agent }) => agent === name)?.likelihood;
    expect(likelihoodOf('half')?.terms.map(({ why }) => why)).toContain(
      'fails a test that 1 other author brings',
    );
    expect(likelihoodOf('half')?.probability).toBeLessThan(likelihoodOf('tester')?.probability ?? 0);
  });

  check(`an edited expectation of the base's test is no progress${reason}`, () => {
    expect(judged.gatesOf('editor')).toContain('progress');
  });

  check(`a skipped test is a dropped one${reason}`, () => {
    const { tests } = judged.evidenceOf('skipper');
    expect(tests).toMatchObject({ known: true, value: { skipped: 1 } });
    expect(judged.gatesOf('skipper')).toContain('tests');
  });

  if (runner.only !== null)
    check(`a test beside \`only\` is a dropped one${reason}`, () => {
      expect(judged.gatesOf('chooser')).toContain('tests');
    });

  check(`overridden assertions show in the negative control${reason}`, () => {
    expect(judged.flagsOf('patcher')).toContain('harness-tampered');
    expect(judged.gatesOf('patcher')).toContain('integrity');
  });

  check(`ending the process with success is no result${reason}`, () => {
    expect(judged.gatesOf('exiter')).toContain(runner.byExitCode ? 'integrity' : 'tests');
  });
});

/** A command that stops early, or is not a runner that takes files: each control is applied or says why not. */
test.skipIf(!has.sandbox).each([
  {
    command: 'mocha --bail',
    expected: {
      'negative-control': ['applied', expect.stringContaining('have to fail')],
      matrix: ['applied', "candidates' source ran with the base's tests, their own tests apart"],
    },
  },
  {
    command: 'node test/add.test.js && node test/clamp.test.js',
    expected: {
      'negative-control': ['not-applied', expect.stringContaining('fails on the base when')],
      flaky: ['applied', "the base's tests ran twice: no test changed"],
      matrix: ['applied', "candidates' source ran with the base's tests, their own tests apart"],
    },
  },
])(`\`$command\` says which controls are applied${unless('sandbox')}`, async ({ command, expected }) => {
  const runner = RUNNER_PROJECTS.find(({ name }) => name === 'mocha')!;
  const manifest = String(runner.base['package.json']).replace('"mocha"', JSON.stringify(command));
  const toml = settings(runner);
  const judged = await evaluateField(
    { ...runner.base, 'package.json': manifest, 'hydra.toml': toml },
    { honest: runner.fixed },
  );
  const said = Object.fromEntries(
    (judged.captured.controls ?? []).map(({ id, state, reason }) => [id, [state, reason]]),
  );
  expect(said).toMatchObject(expected);
  expect(judged.flagsOf('honest')).toEqual([]);
});

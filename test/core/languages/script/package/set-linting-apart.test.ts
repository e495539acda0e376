import { describe, expect, test } from 'vitest';
import { checkOf, commandOf, packageJson, planOf } from '../../../profile/plan-fixture.ts';

const VITEST =
  '--reporter=default --reporter=json --outputFile="$HYDRA_REPORT_DIR/tests.json" ${HYDRA_ORDER:+--sequence.shuffle --sequence.seed=$HYDRA_ORDER}';
const planFor = (scripts: Record<string, string>) =>
  planOf(packageJson({ scripts, devDependencies: { x: '1' } }));

describe('a test script that lints too', () => {
  test('without a lint script its linter is the lint check', () => {
    const plan = planFor({ test: 'xo --fix && ava && tsd' });
    expect(commandOf(plan, 'test')).toBe('ava --tap >> "$HYDRA_REPORT_DIR/tests.tap" && tsd');
    expect(commandOf(plan, 'lint')).toBe('xo --reporter=json');
    expect(checkOf(plan, 'lint')?.parser).toBe('eslint-json');
    expect(plan.commands).toMatchObject({ test: 'ava && tsd', lint: 'xo --fix' });
    expect(plan.notes.join()).toContain('the test script lints too: `xo --fix` is left to the lint check');
  });

  test('work that the lint script does anyway is not done twice', () => {
    const lint = 'eslint . && prettier -c src test';
    const plan = planFor({ lint, test: 'pnpm lint && vitest run --typecheck' });
    expect(commandOf(plan, 'test')).toBe(`vitest run --typecheck ${VITEST}`);
    expect(commandOf(plan, 'lint')).toContain('&& prettier -c src test');
  });

  test('work that the lint script does not do goes behind the tests', () => {
    const plan = planFor({ lint: 'eslint .', pretest: 'eslint . && prettier -c .', test: 'vitest' });
    expect(commandOf(plan, 'test')).toBe(`vitest run ${VITEST} && prettier -c .`);
  });

  test('formatters that only check, and the compilers of other names, are linting and type checks', () => {
    const plan = planFor({
      lint: 'oxlint src && oxfmt --check src',
      test: 'pnpm lint && tsgo --noEmit && vitest',
    });
    expect(commandOf(plan, 'test')).toBe(`vitest run ${VITEST}`);
    expect(commandOf(plan, 'types')).toContain('tsgo --noEmit');
    expect(commandOf(planFor({ test: 'dprint check && vitest' }), 'test')).toBe(`vitest run ${VITEST}`);
  });

  test.each([
    ['a compiler may be what the tests need', 'tsc && vitest', `tsc && vitest run ${VITEST}`],
    [
      'formatting in place is not linting',
      'prettier -w . && vitest',
      `prettier -w . && vitest run ${VITEST}`,
    ],
    ['the folder matters', 'cd a && eslint . && vitest', `cd a && eslint . && vitest run ${VITEST}`],
  ])('%s', (_, script, command) => {
    const plan = planFor({ test: script });
    expect(commandOf(plan, 'test')).toBe(command);
    expect(checkOf(plan, 'lint')).toBeUndefined();
  });

  test('of an unknown runner, too', () => {
    const plan = planFor({ test: 'standard && node test.js' });
    expect(plan.commands).toMatchObject({ test: 'node test.js', lint: 'standard' });
  });

  test('the displayed test command gives the same check when it is configured', () => {
    const scripts = { test: 'eslint . && vitest' };
    const { commands } = planFor(scripts);
    const again = planOf(packageJson({ scripts }), { scoring: { commands: { test: commands.test } } });
    expect(commandOf(again, 'test')).toBe(commandOf(planFor(scripts), 'test'));
  });
});

test('the installed pnpm is used as it is, since checks cannot fetch another', () => {
  const manifest = packageJson({ packageManager: 'pnpm@9.1.0', scripts: { test: 'vitest' } });
  expect(checkOf(planOf(manifest), 'test')?.env).toMatchObject({
    npm_config_manage_package_manager_versions: 'false',
  });
});

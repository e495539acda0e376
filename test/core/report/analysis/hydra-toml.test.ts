import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeConfig } from '../../../../src/core/domain/policy/config-key.ts';
import { renderHydraToml } from '../../../../src/core/report/analysis/hydra-toml.ts';
import { parseHydraToml } from '../../../../src/shell/adapters/config/toml-config.ts';
import { configOf, packageJson, planOf } from '../../profile/plan-fixture.ts';

const FILES = packageJson({ scripts: { test: 'jest "a b"', build: 'tsc' }, dependencies: { a: '1' } });
const rendered = (config: unknown = {}): string => renderHydraToml(planOf(FILES, config), configOf(config));

test('the default file reads back as the default', async () => {
  expect(await parseHydraToml(rendered(), 'hydra.toml')).toEqual(configOf());
});

test('every key is there with its meaning, set or as a comment', () => {
  const text = rendered();
  for (const { path, description, isTable } of describeConfig()) {
    const name = path.at(-1)!;
    if (!isTable) expect(text).toMatch(new RegExp(`^(# )?(${name} = |\\[${path.join('[.]')}\\])`, 'm'));
    if (path.join('.') !== 'scoring.reports' && path.join('.') !== 'checks')
      expect(text).toContain(`# ${description}`);
  }
});

test('commented-out values are those in effect', () => {
  const text = rendered();
  for (const line of [
    '# profile = "js-node"',
    '# test = "npm test"',
    '# build = "npm run build"',
    '# lint = false',
    '# test = 600',
    'tests = 30',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

test('uncommenting a value in effect changes nothing in the plan', async () => {
  const text = rendered().replaceAll(/^# ((?:profile|test|build|lint|install) = (?!\d).*)$/gm, '$1');
  const { checks } = planOf(FILES, await parseHydraToml(text, 'hydra.toml'));
  const commands = (plan: typeof checks) => plan.map(({ command, parser }) => [command, parser]);
  expect(commands(checks)).toEqual(commands(planOf(FILES).checks));
});

test('any configuration reads back as itself', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value !== '__proto__');
  const seconds = fc.double({ min: 0.001, max: 86_400, noNaN: true });
  const weight = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
  const scoring = fc.record(
    {
      profile: fc.constantFrom('js-node', 'rust'),
      timeout_per_check_seconds: seconds,
      weights: fc.record({ tests: weight, cost: weight }, { requiredKeys: [] }),
      commands: fc.record({ test: fc.oneof(text, fc.constant(false)), install: text }, { requiredKeys: [] }),
      diff_scope: fc.record({ protected_paths: fc.array(text) }),
      reports: fc.record(
        { test: fc.record({ format: text, path: text }, { requiredKeys: ['format'] }) },
        { requiredKeys: [] },
      ),
      build_targets: fc.dictionary(text, text),
      build_mode: fc.constantFrom('binary', 'gradient'),
    },
    { requiredKeys: [] },
  );
  const checks = fc.record({
    test: fc.record({ network: fc.boolean(), env: fc.array(text) }, { requiredKeys: [] }),
  });
  await fc.assert(
    fc.asyncProperty(fc.record({ scoring, checks }, { requiredKeys: [] }), async (config) => {
      const once = configOf(config);
      expect(await parseHydraToml(renderHydraToml(planOf(FILES, config), once), 'x')).toEqual(once);
    }),
  );
});

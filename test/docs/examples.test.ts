import { describe, expect, test } from 'vitest';
import { scoreDocument } from '../../src/core/documents/score-document.ts';
import { ConfigurationFile } from '../../src/core/domain/experiment/agent-configuration.ts';
import { LightTaskFile } from '../../src/core/domain/experiment/experiment-task.ts';
import { TaskFile } from '../../src/core/domain/bench/bench-task.ts';
import { parseToml } from '../../src/shell/adapters/config/parse-toml.ts';
import { parseHydraToml } from '../../src/shell/adapters/config/toml-config.ts';
import { blocksOf, guides } from './markdown.ts';

const OTHER_FILES = new Set(['task', 'configuration', 'bench-task']);
const tomls = blocksOf('toml').filter(({ marks }) => !marks.some((mark) => OTHER_FILES.has(mark)));

describe('TOML examples', () => {
  test.each(tomls.map(({ at, text }) => [at, text] as const))('%s is a hydra.toml', async (at, text) => {
    expect((await parseHydraToml(text, at)).scoring).toBeDefined();
  });

  test('of tasks and configurations match their labels', () => {
    const [tasks, configurations] = [blocksOf('toml', 'task'), blocksOf('toml', 'configuration')];
    for (const { text } of tasks)
      expect(LightTaskFile.parse(parseToml(text)).checks.length).toBeGreaterThan(0);
    for (const { text } of configurations)
      expect(ConfigurationFile.parse(parseToml(text)).tools).toHaveLength(2);
    expect([tasks.length, configurations.length]).toEqual([1, 1]);
    expect(blocksOf('toml', 'bench-task').map(({ text }) => TaskFile.parse(parseToml(text)).kind)).toEqual([
      'bug',
      'bug',
    ]);
  });

  test('in shell blocks are read too', async () => {
    const heredocs = blocksOf('sh').flatMap(({ at, text }) =>
      [...text.matchAll(/<<'TOML'\n([^]*?)\nTOML\n/g)].map(([, toml = '']) => ({ at, toml })),
    );
    expect(heredocs.length).toBeGreaterThan(0);
    for (const { at, toml } of heredocs) expect((await parseHydraToml(toml, at)).scoring).toBeDefined();
  });

  test("the source document's file is in the README, and works as described", async () => {
    const readme = guides.find(({ path }) => path === 'README.md');
    const [example] = readme?.blocks.filter(({ language }) => language === 'toml') ?? [];
    const { scoring } = await parseHydraToml(example?.text ?? '', 'README.md');
    expect(scoring).toMatchObject({
      profile: 'js-node',
      timeout_per_check_seconds: 300,
      weights: { build: 30, tests: 30, lint: 15, diff_scope: 15, speed: 10 },
      gates: { require_build_pass: true, max_test_regression_percent: 0 },
      diff_scope: {
        max_files_soft: 20,
        max_churn_soft: 800,
        protected_paths: ['infra/', 'scripts/release/'],
      },
    });
  });
});

describe('worked examples of scoring', () => {
  const documents = blocksOf('json', 'score');
  const results = blocksOf('json', 'result');

  test('cover every model, each with its result', () => {
    const models = documents.map(({ text }) => (JSON.parse(text) as { model: string }).model);
    expect(models.toSorted()).toEqual(['benchmark', 'convention', 'experiment', 'race', 'tournament']);
    expect(results).toHaveLength(documents.length);
  });

  test.each(documents.map(({ at, text }, index) => [at, text, results[index]?.text ?? ''] as const))(
    '%s gives the stated numbers',
    (_, text, stated) => {
      const scored = scoreDocument(JSON.parse(text));
      expect(scored).toMatchObject({ ok: true, result: JSON.parse(stated) as object });
    },
  );

  test('other JSON is JSON', () => {
    for (const { at, text } of blocksOf('json')) expect(() => JSON.parse(text) as unknown, at).not.toThrow();
  });
});

import { describe, expect, test } from 'vitest';
import { findTestParser } from '../../../src/core/parse/tests/registry.ts';
import { planChecks } from '../../../src/core/profile/plan-checks.ts';
import { configOf, factsOf, type Files } from './plan-fixture.ts';

const CHANGED = ['packages/a/src/a.ts'];
const member = (scripts: unknown): string =>
  JSON.stringify({ name: 'a', scripts, devDependencies: { vitest: '4' } });
const repository = (root: unknown, scripts: unknown, more: Files = {}): Files => ({
  'package.json': JSON.stringify({
    devDependencies: { vitest: '4' },
    workspaces: ['packages/*'],
    ...(root as object),
  }),
  'packages/a/package.json': member(scripts),
  'packages/a/src/a.ts': '',
  ...more,
});
const planOf = (files: Files) => {
  const plan = planChecks(factsOf(files, CHANGED), configOf(), CHANGED);
  if ('unplanned' in plan) throw new Error(plan.unplanned);
  return plan;
};
const foldersOf = (files: Files) => planOf(files).projects?.map(({ folder }) => folder) ?? null;
const OWN = { test: 'vitest', build: 'tsup', lint: 'eslint .' };

describe('a root that hands its tests on to the members of a workspace', () => {
  test.each([
    'turbo run test',
    'npx nx run-many -t test',
    'lerna run test',
    'pnpm -r test',
    "pnpm --filter='./packages/*' run test",
    'npm run test --workspaces --if-present',
    'npm test -w packages/a',
    'yarn workspaces foreach -A run test',
    'yarn workspace a test',
    'CI=1 bun run --filter "*" test',
    'tsc --build && npm test -ws',
    'vitest run -c e2e.config.ts && pnpm -r run unit',
    'turbo run test; echo done',
  ])('%s: the changed one is run too', (script) => {
    expect(foldersOf(repository({ scripts: { test: script } }, OWN))).toEqual(['', 'packages/a']);
  });

  test.each([
    ['it runs them itself', 'vitest run', OWN],
    ['the member cannot be read by name either', 'turbo run test', { test: 'wireit' }],
    ['the member has no tests', 'turbo run test', { build: 'tsup' }],
    ['it only has such a word', 'jest -w 2 && node scripts/turbo.js', OWN],
  ])('%s: the root alone', (_, script, scripts) => {
    expect(foldersOf(repository({ scripts: { test: script } }, scripts))).toBeNull();
  });

  test('its other checks speak for the member too, as far as it has them', () => {
    const scripts = { test: 'turbo run test', lint: 'eslint .' };
    const { checks } = planOf(repository({ scripts }, OWN));
    const commands = Object.fromEntries(checks.map(({ kind, command }) => [kind, command]));
    expect(commands['build']).toContain('cd packages/a');
    expect(commands['test']).toContain('( cd packages/a && ');
    expect(commands['lint']).not.toContain('packages/a');
  });

  test('a member whose program may use node:test', () => {
    const own = { test: 'npm run api', api: 'node --conditions development test/index.js' };
    const plan = planOf(repository({ scripts: { test: 'npm test --workspaces' } }, own));
    const parser = plan.checks.find(({ kind }) => kind === 'test')?.parser ?? '';
    // The member depends on vitest, which no script starts.
    expect(parser).toBe('several:auto,auto@packages/a');
    const files = repository({ scripts: { test: 'npm test --workspaces' } }, own);
    const plain = planOf({
      ...files,
      'packages/a/package.json': JSON.stringify({ name: 'a', scripts: own }),
    });
    expect(plain.checks.find(({ kind }) => kind === 'test')?.parser).toBe(
      'several:auto,inside:node-test@packages/a',
    );
    expect(findTestParser('inside:node-test@packages/a')).toBeDefined();
  });

  test('scripts of a member by other names are found', () => {
    const plan = planOf(
      repository({ scripts: { test: 'nx run-many -t test:lib' } }, { 'test:lib': 'vitest' }),
    );
    expect(plan.checks.find(({ kind }) => kind === 'test')?.parser).toBe(
      'several:auto,vitest-json@packages/a',
    );
  });
});

describe('a member that is run without the root', () => {
  const files = repository({ packageManager: 'pnpm@10.1.0' }, OWN, { 'pnpm-lock.yaml': '' });
  const plan = planOf(files);
  const tested = plan.checks.find(({ kind }) => kind === 'test');

  test('is installed with the whole workspace, once', () => {
    expect(plan.projects).toEqual([{ folder: 'packages/a', profile: 'js-node' }]);
    expect(plan.install).toMatchObject({ scope: 'tree' });
    expect(plan.install?.command).toMatch(
      /^cd packages\/a && if \[ ! -d \.\.\/\.\.\/node_modules \]; then cd \.\.\/\.\. && \{ .*pnpm install --frozen-lockfile.*\}; fi$/,
    );
  });

  test('finds the tools of both', () => {
    expect(tested?.command).toContain('PATH="$PWD/node_modules/.bin:$PWD/../../node_modules/.bin:$PATH');
  });

  test('runs its scripts by the package manager of the workspace', () => {
    expect(plan.commands.build).toBe('cd packages/a && pnpm run build');
    expect(plan.commands.lint).toBe('cd packages/a && pnpm run lint');
  });

  test('a package outside the workspace is a project of its own', () => {
    const own = planOf({ ...files, 'package.json': '{"workspaces":["libs/*"]}' });
    expect(own.install?.command).toMatch(/^cd packages\/a && npm install/);
    expect(own.install?.scope).toBe('manifests');
  });
});

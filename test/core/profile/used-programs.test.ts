import { expect, test } from 'vitest';
import { neededPrograms, usedPrograms } from '../../../src/core/profile/used-programs.ts';
import { factsOf, planOf } from './plan-fixture.ts';

test('a project uses its own toolchain, and of others those it mentions', () => {
  const files = {
    'package.json': JSON.stringify({
      scripts: { test: 'node --test && cargo test' },
      dependencies: { a: '1' },
    }),
  };
  const used = usedPrograms(factsOf(files), planOf(files));
  expect(used).toEqual(expect.arrayContaining(['node', 'npm', 'cargo']));
  expect(used).not.toContain('yarn');
  expect(used).not.toContain('python3');
  expect(planOf(files).install?.programs).toEqual(used);
  expect(planOf({ Makefile: '' }, { scoring: { commands: { test: 'make' } } }).programs).toBeUndefined();
});

test('programs of toolchains that commands start, once each, and the optional ones', () => {
  const commands = {
    install: 'if command -v uv >/dev/null; then uv sync; else python3 -m venv .venv && npm ci; fi',
    test: 'CI=1 python3 -m pytest && ./run go',
    lint: 'rubocop',
  };
  expect(neededPrograms({ commands, checks: [] })).toEqual([
    { program: 'python3', step: 'install', needed: true },
    { program: 'npm', step: 'install', needed: true },
    { program: 'rubocop', step: 'lint', needed: false },
  ]);
});

test('a missing package manager stops nothing: npm takes its place', () => {
  const files = {
    'package.json': JSON.stringify({
      scripts: { build: 'tsc', test: 'node --test' },
      dependencies: { a: '1' },
    }),
    'pnpm-lock.yaml': '',
  };
  expect(neededPrograms(planOf(files)).map(({ program }) => program)).not.toContain('pnpm');
});

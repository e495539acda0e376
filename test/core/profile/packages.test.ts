import { expect, test } from 'vitest';
import { planOf } from './plan-fixture.ts';

test('members of a Cargo workspace, with the programs of their tests', () => {
  const plan = planOf({
    'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n[package]\nname = "my-app"\n',
    'src/main.rs': '',
    'src/bin/tool.rs': '',
    'crates/core/Cargo.toml':
      '[package]\nedition = "2021"\nname = "my-core"\n\n[lib]\nname = "renamed"\n\n[[test]]\nname = "x"\n',
    'crates/core/src/lib.rs': '',
    'crates/core/tests/quick.rs': '',
    'crates/core/tests/slow/main.rs': '',
    'crates/core/tests/slow/helper.rs': '',
    'crates/empty/Cargo.toml': '',
  });
  expect(plan.packages).toEqual([
    { folder: '', programs: ['my_app', 'tool'] },
    { folder: 'crates/core', programs: ['my_core', 'renamed', 'quick', 'slow'] },
  ]);
});

test('packages of a workspace of npm, without manifests that only set a module system', () => {
  const plan = planOf({
    'package.json': '{"name":"all","workspaces":["tools/*"],"scripts":{"test":"node --test"}}',
    'tools/a/package.json': '{"name":"a"}',
    'tools/b/package.json': '{"type":"commonjs"}',
    'tools/a/test/fixture/package.json': '{"name":"fixture"}',
  });
  expect(plan.packages).toEqual([{ folder: '' }, { folder: 'tools/a' }]);
});

test('a repository with one package names none', () => {
  expect(planOf({ 'package.json': '{"name":"a","scripts":{"test":"node --test"}}' })).not.toHaveProperty(
    'packages',
  );
  expect(planOf({ 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': '' })).not.toHaveProperty(
    'packages',
  );
});

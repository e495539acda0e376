import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyPath } from '../../../../src/core/analyse/paths/classify-path.ts';

const CASES = {
  test: [
    'test/a.ts',
    'src/__tests__/a.js',
    'src/a.test.tsx',
    'src/a.spec.mjs',
    'tests/conftest.py',
    'pkg/test_a.py',
    'pkg/a_test.py',
    'pkg/a_test.go',
    'pkg/testdata/in.json',
    'src/tests.rs',
    'src/test/java/AppTest.java',
    'app/AppIT.java',
    'a/__snapshots__/x.snap',
    'test.js',
    'tests.mjs',
    'test-node.ts',
    'packages/a/test.js',
    'index.test-d.ts',
    'src/main/java/org/a/test/ThingTest.java',
    'lib/a/test/test_b.rb',
    'lib/a/test/in.json',
  ],
  generated: [
    'dist/a.js',
    'vendor/x/y.go',
    'a/jquery.min.js',
    'a.js.map',
    'api/x.pb.go',
    'api/x_pb2.py',
    'src/schema.generated.ts',
    'target/debug/a',
  ],
  lockfile: [
    'package-lock.json',
    'a/yarn.lock',
    'Cargo.lock',
    'go.sum',
    'poetry.lock',
    'uv.lock',
    'pnpm-lock.yaml',
  ],
  docs: ['README.md', 'docs/a.rst', 'LICENSE', 'CHANGELOG', 'notes.txt', 'docs/logo.svg'],
  config: [
    'package.json',
    '.eslintrc.cjs',
    'pyproject.toml',
    'Cargo.toml',
    'go.mod',
    'pom.xml',
    'build.gradle',
    '.github/workflows/ci.yml',
    'vitest.config.ts',
    'requirements-dev.txt',
    'setup.cfg',
    'Dockerfile',
    'Makefile',
  ],
  source: [
    'src/commands/test.js',
    'src/config/resolve-config.js',
    'src/profile.js',
    'src/build/plan.ts',
    'packages/a/lib/out/write.js',
    'lib/test.ts',
    'src/main/java/org/a/test/Context.java',
    'lib/rack/test/cookie_jar.rb',
    'src/a.ts',
    'a.py',
    'cmd/main.go',
    'src/lib.rs',
    'src/main/java/App.java',
    'latest.js',
    'src/contest.py',
    'src/Attest.java',
    'testing.go',
    'src/protest.ts',
  ],
} as const;

test.each(Object.entries(CASES).flatMap(([role, paths]) => paths.map((path) => [path, role] as const)))(
  '%s is %s',
  (path, role) => {
    expect(classifyPath(path)).toBe(role);
  },
);

test('any path has a role, long ones too', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (path) => typeof classifyPath(path) === 'string'));
  for (const unit of ['a', '.', '/', '_', 'test_', '.test', 'zz_generated'])
    expect(typeof classifyPath(unit.repeat(100_000))).toBe('string');
});

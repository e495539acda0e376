import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyHarnessPath } from '../../../src/core/analyse/harness-paths.ts';

const CASES = {
  test: [
    'test/app.router.js',
    'test/acceptance/auth.js',
    'src/__tests__/a.ts',
    'src/a.test.tsx',
    'lib/a.spec.mjs',
    'tests/test_basic.py',
    'pkg/a_test.py',
    'pkg/a_test.go',
    'src/test/java/org/AppTest.java',
    'tests/parse.rs',
    'test/helpers/a.test.js',
  ],
  fixture: [
    'test/fixtures/name.txt',
    'test/support/utils.js',
    'tests/test_apps/cliapp/app.py',
    'tests/__init__.py',
    'pkg/testdata/in.go',
    'src/test/resources/a.xml',
    'src/test/java/org/Fakes.java',
    'src/__mocks__/fs.js',
    'test/data/a.json',
  ],
  snapshot: ['src/__snapshots__/a.test.js.snap', 'tests/__snapshots__/test_a.ambr'],
  'runner-config': [
    'jest.config.js',
    'vitest.config.ts',
    'vite.config.mts',
    '.mocharc.yml',
    'test/mocha.opts',
    'tests/conftest.py',
    'conftest.py',
    'pytest.ini',
    'tox.ini',
    '.coveragerc',
    'sitecustomize.py',
    'evil.pth',
    '.npmrc',
    'babel.config.js',
    'karma.conf.cjs',
  ],
  'lint-config': [
    '.eslintrc',
    '.eslintrc.yml',
    'eslint.config.mjs',
    '.eslintignore',
    '.prettierrc',
    'biome.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'ruff.toml',
    '.flake8',
    'mypy.ini',
    '.golangci.yml',
  ],
  script: [
    'Makefile',
    'noxfile.py',
    'scripts/test.mjs',
    'scripts/run-lint.sh',
    'run_tests.sh',
    'gulpfile.js',
  ],
  ci: [
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    '.husky/pre-commit',
    '.pre-commit-config.yaml',
    'Jenkinsfile',
  ],
  lockfile: ['package-lock.json', 'uv.lock', 'Cargo.lock', 'sub/yarn.lock'],
  manifest: [
    'package.json',
    'pyproject.toml',
    'setup.cfg',
    'setup.py',
    'requirements/dev.txt',
    'requirements-dev.txt',
    'Cargo.toml',
    'go.mod',
    'pom.xml',
  ],
  null: [
    'lib/application.js',
    'src/flask/testing.py',
    'src/latest.py',
    'lib/contest.js',
    'src/config.ts',
    'lib/defaults/index.js',
    'README.md',
    'docs/testing.rst',
    'scripts/migrate.py',
    'src/index.test-d-like.md',
    'bin/cli.js',
    'dist/axios.js',
    'src/inspect.rs',
    'rollup.config.js',
  ],
} as const;

test.each(Object.entries(CASES).flatMap(([part, paths]) => paths.map((path) => [path, part] as const)))(
  '%s is %s',
  (path, part) => {
    expect(String(classifyHarnessPath(path))).toBe(part);
  },
);

test('any path has an answer, and fast', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400, unit: 'binary' }),
      (path) => classifyHarnessPath(path) !== undefined,
    ),
  );
  for (const piece of ['a.', 'test_', 'tsconfig.', '../', '-_.', 'requirements']) {
    expect(() => classifyHarnessPath(piece.repeat(20_000))).not.toThrow();
  }
});

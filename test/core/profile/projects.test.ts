import { describe, expect, test } from 'vitest';
import { planChecks } from '../../../src/core/profile/plan-checks.ts';
import { findLintParser } from '../../../src/core/parse/lint/registry.ts';
import { findTestParser } from '../../../src/core/parse/tests/registry.ts';
import { withFiles } from '../../../src/core/commands/select-files.ts';
import { checkOf, configOf, factsOf, type Files } from './plan-fixture.ts';

const PYTHON = '[project]\nname = "app"\nversion = "1"\n';
const script = (name: string): string => JSON.stringify({ name, scripts: { test: 'node --test' } });
const FILES: Files = {
  'README.md': '',
  'backend/pyproject.toml': PYTHON,
  'backend/app/calc.py': '',
  'backend/tests/test_calc.py': 'def test_add():\n    assert True\n',
  'frontend/package.json': script('front'),
  'frontend/src/title.js': '',
  'examples/small/package.json': script('small'),
  'examples/small/index.js': '',
};

const plan = (files: Files, changed: readonly string[], config: unknown = {}) => {
  const planned = planChecks(factsOf(files, changed), configOf(config), changed);
  if ('unplanned' in planned) throw new Error(planned.unplanned);
  return planned;
};
const folders = (files: Files, changed: readonly string[], config?: unknown) =>
  plan(files, changed, config).projects?.map(({ folder }) => folder) ?? null;

describe('which projects run', () => {
  const root = { ...FILES, 'pyproject.toml': PYTHON, 'app/main.py': '' };
  test.each([
    ['the one that candidates change', FILES, ['frontend/src/title.js'], ['frontend']],
    [
      'every one that any of them changes, the most changed first',
      FILES,
      ['frontend/src/title.js', 'backend/app/calc.py', 'backend/app/more.py'],
      ['backend', 'frontend'],
    ],
    ['all, if nothing is known of changes', FILES, [], ['backend', 'frontend']],
    ['next to a root that does not run it', root, ['backend/app/calc.py', 'app/main.py'], ['', 'backend']],
    ['next to the root, whose tests may load it', root, ['backend/app/calc.py'], ['', 'backend']],
    ['the root alone, if only it changes', root, ['app/main.py'], null],
    ['next to the root', root, ['app/main.py', 'frontend/src/title.js'], ['', 'frontend']],
    ['instead of the root, if only the project changes', root, ['frontend/src/title.js'], ['frontend']],
    ['not examples', root, ['examples/small/index.js'], null],
    ['not with a target of the root’s own', { ...FILES, Makefile: 'test:\n\t./run-tests.sh\n' }, [], null],
    ['the whole repository, if it is one project', { 'package.json': script('one') }, ['a.js'], null],
  ])('%s', (_, files, changed, expected) => {
    expect(folders(files as Files, changed)).toEqual(expected);
  });

  test('user settings have priority', () => {
    expect(folders(FILES, ['frontend/src/title.js'], { scoring: { projects: ['backend'] } })).toEqual([
      'backend',
    ]);
    expect(folders(FILES, [], { scoring: { commands: { test: 'make check' } } })).toBeNull();
    for (const folder of ['../up', '/etc', '-x', 'a b', 'a/../b'])
      expect(() => configOf({ scoring: { projects: [folder] } }), folder).toThrow(/projects/);
  });
});

describe('a project of the root’s own language runs next to it, unless the root runs it', () => {
  const goModules: Files = {
    'go.mod': 'module example.com/a\n',
    'a.go': '',
    'sub/go.mod': 'module example.com/a/sub\n',
    'sub/b.go': '',
    'sub/b_test.go': '',
  };
  const crate = '[package]\nname = "a"\nversion = "0.1.0"\n';
  const crates = (root: string): Files => ({
    'Cargo.toml': root,
    'src/lib.rs': '',
    'crates/b/Cargo.toml': crate,
    'crates/b/src/lib.rs': '',
  });
  const packages = (name: string, files: Files): Files => ({
    'package.json': JSON.stringify({
      scripts: { test: 'node --test' },
      ...JSON.parse(files['root'] ?? '{}'),
    }),
    'index.js': '',
    [`${name}/package.json`]: files['own'] ?? script('b'),
    [`${name}/b.js`]: '',
    ...(files['pnpm'] === undefined ? {} : { 'pnpm-workspace.yaml': files['pnpm'] }),
  });
  const python = (root: string, more: Files = {}): Files => ({
    'pyproject.toml': root,
    'packages/a/pyproject.toml': PYTHON,
    'packages/a/src/a/calc.py': '',
    'packages/a/tests/test_calc.py': '',
    ...more,
  });
  const pom = (modules = ''): string => `<project>${modules}</project>`;
  const builds = (root: Files, nested: Files): Files => ({
    ...root,
    'src/main/java/A.java': '',
    ...Object.fromEntries(Object.entries(nested).map(([name, text]) => [`tool/${name}`, text])),
    'tool/src/main/java/B.java': '',
  });
  const java = 'tool/src/main/java/B.java';

  test.each<[string, Files, string, readonly string[] | null]>([
    ['a Go module', goModules, 'sub/b.go', ['', 'sub']],
    [
      'one listed in go.work, which `./...` does not enter either',
      { ...goModules, 'go.work': 'use (\n\t.\n\t./sub // b\n)\n' },
      'sub/b.go',
      ['', 'sub'],
    ],
    ['one not listed in it', { ...goModules, 'go.work': 'use .\n' }, 'sub/b.go', ['', 'sub']],
    ['a crate', crates(crate), 'crates/b/src/lib.rs', ['', 'crates/b']],
    ['a member', crates(`${crate}[workspace]\nmembers = ["crates/*"]\n`), 'crates/b/src/lib.rs', null],
    [
      'a member by a path',
      crates(`${crate}[workspace]\n[dependencies]\nb = { path = "./crates/b" }\n`),
      'crates/b/src/lib.rs',
      null,
    ],
    [
      'a crate that is excluded',
      crates(`${crate}[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/b"]\n`),
      'crates/b/src/lib.rs',
      ['', 'crates/b'],
    ],
    [
      'a member that is not run by default',
      crates('[workspace]\nmembers = ["crates/*"]\ndefault-members = ["crates/c"]\n'),
      'crates/b/src/lib.rs',
      ['', 'crates/b'],
    ],
    ['an npm package', packages('b', {}), 'b/b.js', ['', 'b']],
    ['a workspace', packages('b', { root: '{"workspaces":["b"]}' }), 'b/b.js', null],
    ['a workspace of pnpm', packages('libs/b', { pnpm: 'packages:\n  - "libs/*"\n' }), 'libs/b/b.js', null],
    [
      'a folder that a workspace excludes',
      packages('libs/b', { pnpm: 'packages:\n  - libs/*\n  - "!libs/b"\n' }),
      'libs/b/b.js',
      ['', 'libs/b'],
    ],
    ['a package without tests', packages('b', { own: '{"type":"module"}' }), 'b/b.js', null],
    [
      'a package that a script runs',
      packages('b', { root: '{"scripts":{"test":"node --test && cd b && npm test"}}' }),
      'b/b.js',
      null,
    ],
    [
      'a Python package below settings',
      python('[tool.ruff]\nline-length = 99\n'),
      'packages/a/src/a/calc.py',
      ['packages/a'],
    ],
    [
      'a Python package in another',
      python(PYTHON, { 'tests/test_all.py': '' }),
      'packages/a/src/a/calc.py',
      ['', 'packages/a'],
    ],
    [
      'a member of a uv workspace',
      python('[tool.uv.workspace]\nmembers = ["packages/*"]\n'),
      'packages/a/src/a/calc.py',
      null,
    ],
    ['a Maven build', builds({ 'pom.xml': pom() }, { 'pom.xml': pom() }), java, ['', 'tool']],
    [
      'a module of the reactor',
      builds({ 'pom.xml': pom('<modules><module>tool</module></modules>') }, { 'pom.xml': pom() }),
      java,
      null,
    ],
    [
      'a module of a profile that nothing activates',
      builds(
        { 'pom.xml': pom('<profile><id>x</id><modules><module>tool</module></modules></profile>') },
        { 'pom.xml': pom() },
      ),
      java,
      ['', 'tool'],
    ],
    ['a Gradle project', builds({ 'build.gradle': '' }, { 'build.gradle': '' }), java, null],
    [
      'an included Gradle build',
      builds(
        { 'build.gradle': '', 'settings.gradle': "includeBuild('tool')\n" },
        { 'build.gradle': '', 'settings.gradle': '' },
      ),
      java,
      ['', 'tool'],
    ],
  ])('%s', (_, files, changed, expected) => {
    expect(folders(files, [changed])).toEqual(expected);
  });

  test('a module of tests that go.work joins to the root runs with it', () => {
    const files = {
      ...goModules,
      'tests/go.mod': 'module t\n',
      'go.work': 'use (\n\t.\n\t./sub\n\t./tests\n)\n',
    };
    expect(checkOf(plan(files, ['a.go']), 'test')?.command).toBe('go test -json ./... ./tests/...');
    expect(checkOf(plan(files, ['sub/b.go']), 'test')?.command).not.toContain('GOWORK');
    const without = plan({ ...files, 'go.work': 'use ./tests\n' }, ['a.go']);
    expect(checkOf(without, 'test')?.command).toBe('export GOWORK=off; go test -json ./...');
  });

  test('a module that go.work leaves out runs without it', () => {
    const left = plan({ ...goModules, 'go.work': 'use .\n' }, ['sub/b.go']);
    expect(checkOf(left, 'test')?.command).toContain('cd sub && export GOWORK=off; go test');
    expect(checkOf(left, 'test')?.command.match(/GOWORK/g)).toHaveLength(1);
    expect(left.install?.command).toContain('cd sub && export GOWORK=off; go mod download');
    // Once, however many modules there are, and outside of their folders.
    expect(left.install?.warmUp?.split('go vet ./...')).toHaveLength(2);
    expect(left.install?.warmUp).not.toContain('cd ');
  });

  test('variables that they set differently are set for each', () => {
    const vendored = plan({ ...goModules, 'vendor/modules.txt': '' }, ['sub/b.go']);
    expect(checkOf(vendored, 'test')?.env).not.toHaveProperty('GOFLAGS');
    expect(checkOf(vendored, 'test')?.command).toContain("export GOFLAGS='-mod=vendor'; go test");
    expect(checkOf(vendored, 'test')?.command).toContain("cd sub && export GOFLAGS='-mod=readonly'; go test");
  });

  test('among many projects those that candidates change', () => {
    const many: Files = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        [`libs/deep/er/still/m${n}/go.mod`, ''],
        [`libs/deep/er/still/m${n}/a.go`, ''],
      ]).flat(),
    );
    expect(folders({ ...goModules, ...many }, ['libs/deep/er/still/m7/a.go'])).toEqual([
      '',
      'libs/deep/er/still/m7',
    ]);
  });
});

describe('what candidates change and no test command runs', () => {
  const root: Files = { 'package.json': script('all'), 'index.js': '' };
  const nested: Files = {
    ...root,
    'b/package.json': script('b'),
    'b/b.js': '',
    'c/package.json': script('c'),
  };
  const sample: Files = { ...root, 'examples/x/package.json': script('x') };
  const unrun = (files: Files, changed: readonly string[], config?: unknown) =>
    plan(files, changed, config).unrun ?? null;

  test.each<[string, Files, readonly string[], unknown, unknown]>([
    ['nothing, if projects are found', nested, ['b/b.js', 'index.js'], {}, null],
    [
      'projects that were not chosen',
      nested,
      ['b/b.js', 'c/c.js', 'index.js'],
      { scoring: { projects: ['.', 'c'] } },
      [{ folder: 'b', tests: true, files: ['b/b.js'] }],
    ],
    [
      'the root, if it was not chosen',
      nested,
      ['b/b.js', 'index.js'],
      { scoring: { projects: ['b'] } },
      [{ folder: '.', tests: true, files: ['index.js'] }],
    ],
    [
      'examples with tests of their own',
      sample,
      ['examples/x/x.js', 'index.js'],
      {},
      [{ folder: 'examples/x', tests: false, files: ['examples/x/x.js'] }],
    ],
    [
      'a project of another language without tests',
      {
        'pyproject.toml': PYTHON,
        'a.py': '',
        'tests/test_a.py': '',
        'web/package.json': '{}',
        'web/b.js': '',
      },
      ['a.py', 'web/b.js'],
      {},
      [{ folder: 'web', tests: false, files: ['web/b.js'] }],
    ],
    [
      'nothing, with commands of the user’s own',
      nested,
      ['b/b.js'],
      { scoring: { commands: { test: 'x' } } },
      null,
    ],
  ])('%s', (...row) => {
    const [, files, changed, config, expected] = row;
    expect(unrun(files, changed, config)).toEqual(expected);
  });

  test('is reported', () => {
    const { notes } = plan(nested, ['b/b.js', 'index.js'], { scoring: { projects: ['.'] } });
    expect(notes).toContain(
      'candidates change b, whose tests are not run (set [scoring] projects to choose)',
    );
  });
});

describe('two languages at one root', () => {
  const python: Files = {
    'pyproject.toml': PYTHON,
    'app/calc.py': '',
    'app/more.py': '',
    'tests/test_calc.py': 'def test_add():\n    assert True\n',
  };
  const both: Files = {
    ...python,
    'package.json': script('both'),
    'src/title.js': '',
    'test/title.test.js': '',
  };
  const profiles = (files: Files, changed: readonly string[], config?: unknown) =>
    plan(files, changed, config).projects?.map(({ profile }) => profile) ?? [
      plan(files, changed, config).profile,
    ];

  test.each([
    ['both run if candidates change both', both, ['app/calc.py', 'src/title.js'], ['python', 'js-node']],
    ['one runs if they change one', both, ['src/title.js'], ['js-node']],
    ['a script in the documentation adds nothing', both, ['app/calc.py', 'docs/menu.js'], ['python']],
    [
      'a manifest without tests adds nothing',
      { ...python, 'package.json': '{"devDependencies":{"prettier":"3.0.0"}}', 'src/title.js': '' },
      ['app/calc.py', 'src/title.js'],
      ['python'],
    ],
    [
      'a target that runs everything runs once',
      { ...both, Makefile: 'test:\n\tpytest\n\tnode --test\n', 'package.json': '{}' },
      ['app/calc.py', 'src/title.js'],
      ['python'],
    ],
  ])('%s', (_, files, changed, expected) => {
    expect(profiles(files as Files, changed)).toEqual(expected);
  });

  test('a profile or commands of the user’s own run alone', () => {
    const changed = ['app/calc.py', 'src/title.js'];
    expect(profiles(both, changed, { scoring: { profile: 'js-node' } })).toEqual(['js-node']);
    expect(profiles(both, changed, { scoring: { commands: { test: 'make check' } } })).toEqual(['python']);
  });

  test('each is given the test files of its own language', () => {
    const { selectTests } = plan(both, ['app/calc.py', 'src/title.js']);
    const command = withFiles(selectTests!, ['tests/test_calc.py', 'test/title.test.js']);
    expect(command).toMatch(/pytest[^\n]* 'tests\/test_calc\.py'/);
    expect(command).toMatch(/node[^\n]* 'test\/title\.test\.js'/);
    expect(withFiles(selectTests!, ['test/title.test.js'])).not.toContain('pytest');
  });
});

test('a failure at the root is not hidden by the other language there', () => {
  const documents = [
    { name: 'part-1-status', text: '1' },
    { name: 'part-2-status', text: '0' },
  ];
  const report = findTestParser('several:junit,node-test')?.parse({ documents, exitCode: 1, root: '/w' });
  expect(report).toMatchObject({
    known: true,
    value: {
      passed: 1,
      failed: 1,
      outcomes: { '. > (the whole test command)': 'failed', '. (2) > (the whole test command)': 'passed' },
    },
  });
});

describe('a project in a folder', () => {
  const one = plan(FILES, ['backend/app/calc.py']);

  test('runs there, and its manifests are found there', () => {
    expect(checkOf(one, 'test')?.command).toMatch(/^cd backend && .*pytest/);
    expect(checkOf(one, 'test')?.parser).toBe('junit@backend');
    expect(one.install?.command).toMatch(/^cd backend && /);
    expect(one.install?.manifests).toContain('backend/pyproject.toml');
    expect(one.commands.test).toMatch(/^cd backend && pytest/);
    expect(one.notes[0]).toBe('runs python in backend (set [scoring] projects to choose)');
  });

  test('names its test files relative to itself', () => {
    const command = withFiles(one.selectTests!, ['backend/tests/test_calc.py', 'other/test_x.py']);
    expect(command).toMatch(/^cd backend && .*'tests\/test_calc\.py'/);
    expect(command).not.toContain('test_x');
    expect(withFiles(one.selectTests!, ['other/test_x.py'])).toMatch(/^:/);
  });

  test('its findings are at paths of the repository', () => {
    const text = 'src/a.ts(3,1): error TS2322: no\n';
    const report = { documents: [{ name: 'log', text }], exitCode: 2, root: '/w' };
    expect(findLintParser('tsc@web')?.parse(report)).toMatchObject({
      value: { findings: [{ file: 'web/src/a.ts' }] },
    });
  });
});

describe('several projects', () => {
  const both = plan(FILES, ['backend/app/calc.py', 'frontend/src/title.js']);
  const document = (name: string, text: string) => ({ name, text });
  const junit = '<testsuite><testcase classname="a" name="works"/></testsuite>';
  const parser = findTestParser('several:junit@backend,auto@frontend')!;
  const read = (...documents: { name: string; text: string }[]) =>
    parser.parse({ documents, exitCode: 0, root: '/w' });

  test('are one check of each kind', () => {
    expect(both.checks.filter(({ kind }) => kind === 'test')).toHaveLength(1);
    expect(checkOf(both, 'test')?.parser).toBe('several:junit@backend,node-test@frontend');
    expect(both.commands.test).toMatch(/^\(cd backend && pytest.*\) && \(cd frontend && npm test\)$/);
  });

  test('some test files run in the projects that have them', () => {
    const command = withFiles(both.selectTests!, ['frontend/test/a.test.js']);
    expect(command).toContain('part-2-');
    expect(command).not.toContain('part-1-');
  });

  test('reports are joined under the names of their folders', () => {
    const report = read(
      document('part-1-tests.xml', junit),
      document('part-1-status', '0\n'),
      document('part-2-stdout', 'nothing to read'),
      document('part-2-status', '1\n'),
    );
    expect(report).toMatchObject({
      value: {
        passed: 1,
        failed: 1,
        trust: 'low-trust',
        outcomes: { 'backend > a > works': 'passed', 'frontend > (the whole test command)': 'failed' },
      },
    });
  });

  test('a project that was not run is left out, and nothing at all is not a result', () => {
    expect(read(document('part-1-tests.xml', junit), document('part-1-status', '0'))).toMatchObject({
      value: { passed: 1, failed: 0, trust: 'structured' },
    });
    expect(read()).toMatchObject({ known: false });
  });

  test('half of the findings are not a result', () => {
    const lint = findLintParser('several:tsc@a,tsc@b')!;
    const first = [document('part-1-stdout', 'x.ts(1,1): error TS1: no\n'), document('part-1-status', '2')];
    const second = [document('part-2-stdout', ''), document('part-2-status', '0')];
    expect(lint.parse({ documents: first, exitCode: 2, root: '/w' })).toMatchObject({ known: false });
    expect(lint.parse({ documents: [...first, ...second], exitCode: 2, root: '/w' })).toMatchObject({
      value: { errors: 1, findings: [{ file: 'a/x.ts' }] },
    });
  });
});

import { needsOwnInstall } from '../../../src/shell/evaluate/field/trees-under-test.ts';
import { describe, expect, test } from 'vitest';
import { checkOf, commandOf, type Files, planOf } from './plan-fixture.ts';

const JUNIT =
  '-p hydra_origin -p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml="$HYDRA_REPORT_DIR/tests.xml"';
const UNITTEST = 'python3 "$HYDRA_REPORTERS/unittest_report.py" discover';

const classifiers = (...versions: readonly string[]): string =>
  versions.map((version) => `\n    "Programming Language :: Python :: ${version}",`).join('');

describe('python', () => {
  const test_unit = 'import unittest\nclass T(unittest.TestCase):\n  def test_x(self): pass\n';
  const rows: readonly (readonly [string, Files, string])[] = [
    ['a package', { 'pyproject.toml': '[project]\nname = "x"\n' }, `pytest -q ${JUNIT}`],
    ['no manifest', { 'a.py': '', 'test_a.py': 'def test_x(): pass' }, `pytest -q -o pythonpath=. ${JUNIT}`],
    [
      'tests in test.py, which pytest does not collect by itself',
      { 'setup.py': '', 'test.py': '' },
      `pytest -q -o python_files='test_*.py *_test.py test.py tests.py' ${JUNIT}`,
    ],
    ['requirements alone', { 'requirements.txt': 'flask' }, `pytest -q -o pythonpath=. ${JUNIT}`],
    ['a pythonpath of its own', { 'pytest.ini': '[pytest]\npythonpath = src\n' }, `pytest -q ${JUNIT}`],
    ['unittest', { 'test_a.py': test_unit }, UNITTEST],
    ['unittest in a folder', { 'tests/test_a.py': test_unit }, `${UNITTEST} -s tests`],
    [
      'unittest in a package',
      { 'tests/__init__.py': '', 'tests/test_a.py': test_unit },
      `${UNITTEST} -s tests -t .`,
    ],
    [
      'a script of its own',
      { 'setup.py': '', 'tests/runtests.py': '', 'tests/test_a.py': test_unit },
      'python3 "$HYDRA_REPORTERS/unittest_script.py" tests/runtests.py',
    ],
    [
      'a Django project',
      { 'requirements.txt': 'Django>=4\n', 'manage.py': '', 'shop/tests.py': '' },
      'python3 "$HYDRA_REPORTERS/unittest_script.py" manage.py test',
    ],
    [
      'a Django project in a folder',
      { 'requirements.txt': 'django\n', 'web/manage.py': '', 'web/shop/tests.py': '' },
      'python3 "$HYDRA_REPORTERS/unittest_script.py" web/manage.py test web',
    ],
    [
      'unittest next to conftest.py',
      { 'test_a.py': test_unit, 'conftest.py': '' },
      `pytest -q -o pythonpath=. ${JUNIT}`,
    ],
    [
      'unittest with pytest required',
      { 'test_a.py': test_unit, 'requirements-dev.txt': 'pytest>=7' },
      `pytest -q -o pythonpath=. ${JUNIT}`,
    ],
  ];
  test.each(rows)('tests of %s', (_, files, command) => {
    const plan = planOf(files);
    expect(plan.profile).toBe('python');
    expect(commandOf(plan, 'test')?.replace(/^PYTHONPATH="[^"]*" /, '')).toBe(command);
    expect(checkOf(plan, 'test')?.parser).toBe(command.startsWith('pytest') ? 'junit' : 'unittest');
  });

  const ruff = 'ruff check . --no-cache --output-format=json';
  const linters: readonly (readonly [Files, string, string])[] = [
    [{}, ruff, 'ruff-json'],
    [{ 'pyproject.toml': '[tool.ruff.lint]\n' }, ruff, 'ruff-json'],
    [{ '.flake8': '' }, 'flake8 --extend-exclude=.venv .', 'flake8'],
    [{ 'setup.cfg': '[metadata]\n[flake8]\n' }, 'flake8 --extend-exclude=.venv .', 'flake8'],
    [{ '.pylintrc': '' }, 'pylint --recursive=y --ignore=.venv . --output-format=json', 'pylint-json'],
    [{ 'mypy.ini': '' }, ruff, 'ruff-json'],
    [
      { 'pyproject.toml': 'tool.mypy.strict = true\n[tool]\nruff = { line-length = 100 }\n' },
      ruff,
      'ruff-json',
    ],
  ];
  test.each(linters)('lint with %o', (files, command, parser) => {
    const plan = planOf({ 'tox.ini': '', ...files });
    expect(commandOf(plan, 'lint')).toBe(command);
    expect(checkOf(plan, 'lint')?.parser).toBe(parser);
  });

  test('no manifest: nothing to install, and no .venv on the PATH', () => {
    const plan = planOf({ 'test_a.py': '' });
    expect(plan.install).toBeNull();
    expect(checkOf(plan, 'test')?.command).toMatch(/^PYTHONPATH="[^"]*" pytest/);
  });

  test('a package is installed with its groups for tests, in .venv', () => {
    const pyproject =
      '[project]\nname="x"\n[project.optional-dependencies]\ntest = ["pytest"]\ndocs = ["sphinx"]\n[dependency-groups]\ndev = ["ruff"]\n';
    const plan = planOf({
      'pyproject.toml': pyproject,
      'requirements/tests.txt': '',
      'docs/requirements.txt': '',
    });
    const command = plan.install?.command ?? '';
    expect(command).toContain('python3 -m venv .venv && ');
    expect(command).toContain('-e ".[test]"');
    expect(command).toContain('--group dev');
    expect(command).toContain('-r requirements/tests.txt');
    expect(command).not.toContain('docs');
    expect(checkOf(plan, 'test')?.command).toContain('export PATH="$PWD/.venv/bin:$PATH"; PYTHONPATH=');
    // Nothing that is installed later may put a release over the checkout.
    expect(command).toMatch(
      /-r requirements.* --group dev.* -e "\.\[test\]".* --no-deps --force-reinstall -e \./,
    );
  });

  const TOX =
    '[tox]\nenvlist = py3\n[testenv]\ndeps =\n    pytest !=3.1.1\n    pytest-xdist\n    # why\n    mock>=2,<6\n    py36: dataclasses\n    {env:EXTRA}\n    -rdev.txt\n    tox\ncommands = pytest -n auto\n[testenv:docs]\ndeps = sphinx\n';
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['tox.ini', { 'setup.py': '', 'tox.ini': TOX }, "'pytest' 'pytest-xdist' 'mock>=2,<6'"],
    [
      'setup.py',
      {
        'setup.py':
          "setup(\n  tests_require=[\n    'pytz',  # 'nothing'\n    \"Simple_JSON[fast]==1.0; python_version < '4'\",\n    'a b',\n  ],\n)",
      },
      `'pytz' 'Simple_JSON[fast]==1.0; python_version < '\\''4'\\'''`,
    ],
    [
      'setup.cfg',
      { 'setup.py': '', 'setup.cfg': '[options]\ntests_require =\n  pytz\n[other]\n  x\n' },
      "'pytz'",
    ],
    [
      'noxfile.py',
      {
        'setup.py': '',
        'noxfile.py':
          "@nox.session\ndef tests(session):\n    session.install('pytest', 'pytz>=1')\n    session.install('-e', '.')\n\n@nox.session\ndef docs(session):\n    session.install('sphinx')\n",
      },
      "'pytest' 'pytz>=1'",
    ],
    [
      'tox.ini, besides a requirements file',
      { 'setup.py': '', 'tox.ini': TOX, 'requirements-dev.txt': 'Mock==3\npytest\n' },
      "'pytest-xdist'",
    ],
  ])('dependencies of tests in %s are installed before the package', (_, files, words) => {
    const command = planOf(files).install?.command ?? '';
    expect(command).toContain(`${words} -e ".`);
  });

  const DECLARED =
    '[project]\nname = "x"\n[project.optional-dependencies]\nspeed = []\nweb = []\ndocs = []\n[dependency-groups]\ntyping = []\nmore-tests = []\nrelease = []\n';
  test.each<[string, Files, readonly string[]]>([
    [
      'tox.ini',
      {
        'tox.ini':
          '[testenv]\nextras =\n    speed\n    docs\ndependency_groups = more-tests\ndeps =\n    -r{toxinidir}/a/deps.txt\n    -r py36.txt\n[testenv:docs]\nextras = web\n',
      },
      ['-e ".[speed]"', '--group more-tests', '-r a/deps.txt'],
    ],
    [
      'noxfile.py',
      {
        'noxfile.py':
          "def tests(session):\n    session.install('.[speed]', '--group=more-tests')\n\ndef docs(session):\n    session.install('.[web]')\n",
      },
      ['-e ".[speed]"', '--group more-tests'],
    ],
    ['a justfile', { justfile: 'test:\n    uv run --all-extras pytest\n' }, ['-e ".[speed,web]"']],
    [
      'a workflow',
      {
        '.github/workflows/ci.yml':
          'jobs:\n  a:\n    steps:\n      - run: pip install -e .[web] -r a/deps.txt\n',
        '.github/workflows/docs.yml': 'run: pip install .[speed]\n',
      },
      ['-e ".[web]"', '-r a/deps.txt'],
    ],
    [
      'tox in pyproject.toml',
      {
        'pyproject.toml': `${DECLARED}[tool.tox.env_run_base]\ndependency_groups = ["more-tests"]\ndeps = ["pytz"]\n[tool.tox.env.lint]\nextras = ["web"]\n`,
      },
      ['--group more-tests', "'pytz'", '-e "."'],
    ],
    [
      'hatch in pyproject.toml',
      {
        'pyproject.toml': `${DECLARED}[tool.hatch.envs.default]\nfeatures = [\n  "web",\n]\ndependencies = ["pytz"]\n[tool.hatch.envs.docs]\nfeatures = ["speed"]\n`,
      },
      ["'pytz'", '-e ".[web]"'],
    ],
  ])('what %s installs by name to test is installed', (_, files, words) => {
    const all = { 'pyproject.toml': DECLARED, 'a/deps.txt': '', 'py36.txt': '', ...files };
    const plan = planOf(all);
    const command = /hydra_install\.py" (.*?) && /.exec(plan.install?.command ?? '')?.[1] ?? '';
    for (const word of words) expect(command).toContain(word);
    expect(command).not.toMatch(/docs|release|py36/);
    if (words.includes('-r a/deps.txt')) expect(plan.install?.manifests).toContain('a/deps.txt');
  });

  test('dependencies that poetry, flit, hatch, pdm and uv keep in lists of their own', () => {
    const wordsOf = (text: string): string =>
      /hydra_install\.py" (.*?) && /.exec(planOf({ 'pyproject.toml': text }).install?.command ?? '')?.[1] ??
      '';
    expect(
      wordsOf(
        '[tool.poetry]\n[tool.poetry.extras]\ntest = ["a"]\n[tool.poetry.dev-dependencies]\npytest = "*"\npytz = "^1"\n',
      ),
    ).toBe('pytest pytz -e ".[test]"');
    expect(wordsOf('[tool.flit.metadata.requires-extra]\ntest = ["a"]\ndoc = ["b"]\n[build-system]\n')).toBe(
      '-e ".[test]"',
    );
    expect(wordsOf('[project]\n[tool.pdm.dev-dependencies]\ntest = ["pytz>=1"]\ndocs = ["sphinx"]\n')).toBe(
      `'pytz>=1' -e "."`,
    );
    expect(wordsOf('[project]\n[tool.uv]\ndev-dependencies = ["pytz"]\n')).toBe(`'pytz' -e "."`);
  });

  test('a list of tox that names that of another section', () => {
    const tox =
      '[core]\ndeps =\n    pytz\n    py3{8,9,10,11}: mock\n    py38: old\n    {[core]deps}\n[testenv]\ndeps = {[core]deps}\n';
    const { install } = planOf({ 'setup.py': '', 'tox.ini': tox });
    expect(install?.command).toContain(`hydra_install.py" 'pytz' 'mock' -e "."`);
    const inner = `[tool.tox]\nlegacy_tox_ini = """\n${tox}"""\n`;
    expect(planOf({ 'setup.py': '', 'pyproject.toml': inner }).install?.command).toContain("'pytz' 'mock'");
  });

  test('extras for tests are found in setup.py and setup.cfg', () => {
    const script = "EXTRAS = {'tests': ['pytz'], 'docs': ['sphinx']}\nsetup(extras_require=EXTRAS)";
    expect(planOf({ 'setup.py': script }).install?.command).toContain('-e ".[tests]"');
    const section = '[options.extras_require]\ntesting =\n  pytz\ndocs = sphinx\n[other]\ndev = 1\n';
    expect(planOf({ 'setup.py': '', 'setup.cfg': section }).install?.command).toContain('-e ".[testing]"');
    expect(planOf({ 'setup.py': "setup(name='tests')" }).install?.command).toContain('-e "."');
  });

  test.each<[string, Readonly<Record<string, string>>, string | null]>([
    ['nothing', {}, null],
    ['only a lower bound that says nothing', { 'setup.py': 'python_requires=">=3",' }, null],
    ['classifiers', { 'setup.py': classifiers('2.7', '3.4', '3.5') }, '0 5'],
    [
      'a lower bound and classifiers',
      { 'setup.cfg': `[options]\npython_requires = >=3.6\n${classifiers('3.6', '3.9', '3.10')}` },
      '6 10',
    ],
    [
      'an upper bound before classifiers',
      { 'setup.py': `python_requires='>=3.7, <3.10',${classifiers('3.8')}` },
      '7 9',
    ],
    ['a bound within a minor version', { 'setup.py': "python_requires='>=3.7, !=3.8.1, <3.10.2'," }, '7 10'],
    ['a call on one line', { 'setup.py': 'setup(name="x", python_requires=">=3.7,<3.9")' }, '7 8'],
    ['an interpreter, which is no version', { 'setup.py': 'python = "python3.6"' }, null],
    ['one version', { 'setup.py': "python_requires='==3.8.*'," }, '8 8'],
    ['requires-python', { 'pyproject.toml': '[project]\nname="x"\nrequires-python = ">=3.9"\n' }, '9 99'],
    ['poetry', { 'pyproject.toml': '[tool.poetry.dependencies]\npython = "^3.8,<3.12"\n' }, '8 11'],
    ['.python-version', { 'setup.py': classifiers('3.5'), '.python-version': '3.8.12\n' }, '8 8'],
  ])('the Python that the project is for: %s', (_, files, bounds) => {
    const command = planOf({ 'setup.py': '', ...files }).install?.command ?? '';
    expect(/choose-python\.sh" (\d+ \d+)\)" -m venv \.venv && /.exec(command)?.[1] ?? null).toBe(bounds);
    if (bounds === null) expect(command).toMatch(/^python3 -m venv \.venv && /);
  });

  test.each([
    ['.pytest.ini', '[pytest]\naddopts = -v --cov=x\n', 'pytest-cov'],
    ['pytest.ini', '[pytest]\naddopts =\n  -q\n  --timeout=5\n', 'pytest-timeout'],
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = "-q -n 4"\n', 'pytest-xdist'],
    [
      'pyproject.toml',
      '[tool.pytest.ini_options]\naddopts = [\n  "--benchmark-skip",\n]\n',
      'pytest-benchmark',
    ],
    ['pyproject.toml', '[tool.pytest.ini_options]\nasyncio_mode = "auto"\n', 'pytest-asyncio'],
    ['setup.cfg', '[tool:pytest]\ntimeout=30\n', 'pytest-timeout'],
    ['setup.cfg', '[other]\ntimeout=30\n', null],
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = "-ra"\n', null],
  ])('%s gives pytest an option or a setting of a plugin: %s', (file, text, plugin) => {
    const command = planOf({ [file]: text, 'requirements.txt': '' }).install?.command ?? '';
    const installed = [...command.matchAll(/pip install (pytest-\w+)/g)].map(([, name]) => name);
    expect(installed).toEqual(plugin === null ? [] : [plugin]);
  });

  test('requirements next to the tests are installed', () => {
    const command = planOf({ 'setup.py': '', 'tests/requirements.txt': '' }).install?.command;
    expect(command).toContain('-r tests/requirements.txt');
  });

  test.each([
    ['uv.lock', 'uv', 'if command -v uv >/dev/null && uv sync --frozen'],
    [
      'poetry.lock',
      'poetry',
      'if command -v poetry >/dev/null && POETRY_VIRTUALENVS_IN_PROJECT=true poetry install',
    ],
  ])('%s', (lockfile, manager, start) => {
    const plan = planOf({ 'pyproject.toml': '[project]\n', [lockfile]: '' });
    expect(plan.packageManager).toBe(manager);
    expect(plan.install?.command.startsWith(start)).toBe(true);
    expect(plan.install?.command).toContain(`hydra_install.py" --lock ${lockfile} -e "."`);
    expect(plan.install?.manifests).toEqual(['pyproject.toml', lockfile]);
  });

  describe('sources that the installation compiles', () => {
    const scopeOf = (files: Readonly<Record<string, string>>) => {
      const plan = planOf({ ...files, 'pkg/__init__.py': '' });
      return Object.fromEntries(
        ['pkg/fast.c', 'pkg/fast.h', 'src/lib.rs', 'meson.build', 'pkg/__init__.py', 'pkg/build_it.py'].map(
          (path) => [path, needsOwnInstall(plan, [{ path }])],
        ),
      );
    };
    const native = { 'pkg/fast.c': true, 'pkg/fast.h': true, 'src/lib.rs': true, 'meson.build': true };
    const nothing = { 'pkg/fast.c': false, 'pkg/fast.h': false, 'src/lib.rs': false, 'meson.build': false };
    const python = { 'pkg/__init__.py': false, 'pkg/build_it.py': false };
    const backend = (name: string, more = '') =>
      `[build-system]\nbuild-backend = "${name}"\n[project]\nname = "a"\n${more}`;

    test.each([
      [{ 'setup.py': "setup(ext_modules=[Extension('pkg.f', ['pkg/fast.c'])])", 'pkg/fast.c': '' }],
      [{ 'setup.py': 'setup(ext_modules=cythonize("pkg/*.pyx"))', 'pkg/f.pyx': '' }],
      [{ 'setup.py': "setup(rust_extensions=[RustExtension('pkg.f')])", 'src/lib.rs': '' }],
      [{ 'pyproject.toml': backend('maturin'), 'src/lib.rs': '' }],
      [{ 'pyproject.toml': backend('mesonpy'), 'pkg/fast.c': '' }],
      [{ 'pyproject.toml': backend('scikit_build_core.build'), 'src/fast.cpp': '' }],
      [{ 'pyproject.toml': backend('setuptools.build_meta', '[[tool.setuptools.ext-modules]]'), 'f.c': '' }],
    ])('of %j', (files) => {
      expect(scopeOf(files)).toEqual({ ...native, ...python });
    });

    test.each([
      [{ 'setup.py': 'setup(name="a")', 'tests/data/a.c': '' }],
      [{ 'setup.py': 'setup(ext_modules=[])', 'pkg/a.py': '' }],
      [{ 'pyproject.toml': backend('hatchling.build'), 'examples/a.c': '' }],
      [{ 'requirements.txt': 'cffi', 'a.c': '' }],
    ])('not of %j', (files) => {
      expect(scopeOf(files)).toEqual({ ...nothing, ...python });
    });

    test('Python itself, and files that write C', () => {
      const compiled = scopeOf({ 'setup.py': 'setup(ext_modules=mypycify(["pkg"]))' });
      expect(compiled['pkg/__init__.py']).toBe(true);
      const written = scopeOf({ 'setup.py': 'setup(cffi_modules=["pkg/build_it.py:ffi"])' });
      expect(written).toMatchObject({ 'pkg/build_it.py': true, 'pkg/__init__.py': false });
    });

    test('also with an install command of the user, and in a folder next to another project', () => {
      const files = { 'setup.py': "Extension('f', ['f.c'])", 'f.c': '' };
      const own = planOf(files, { scoring: { commands: { install: 'make' } } });
      expect(needsOwnInstall(own, [{ path: 'f.c' }])).toBe(true);
      const below = Object.fromEntries(Object.entries(files).map(([path, text]) => [`py/${path}`, text]));
      const both = {
        ...below,
        'web/package.json': '{"scripts":{"test":"node --test"},"dependencies":{"a":"1"}}',
      };
      expect(needsOwnInstall(planOf({ ...both, 'web/a.js': '' }), [{ path: 'py/f.c' }])).toBe(true);
    });
  });

  test('there is no build, which is reported', () => {
    expect(checkOf(planOf({ 'setup.py': '' }), 'build')).toBeUndefined();
    expect(planOf({ 'setup.py': '' }).notes).toContain('python has no build step: build is not configured');
  });
});

describe('rust', () => {
  const plan = planOf({ 'Cargo.toml': '', 'Cargo.lock': '', 'crates/a/Cargo.toml': '', 'src/lib.rs': '' });
  test('the documented commands, asked for reports', () => {
    expect(commandOf(plan, 'build')).toBe('cargo build --all-targets');
    expect(commandOf(plan, 'test')).toBe('cargo test --no-fail-fast');
    expect(commandOf(plan, 'lint')).toBe('cargo clippy --all-targets --message-format=json -- -D warnings');
    expect(plan.checks.map(({ parser }) => parser)).toEqual([null, 'cargo-test', 'clippy-json']);
  });
  test('checks are offline, the installation is not', () => {
    expect(checkOf(plan, 'test')?.env).toMatchObject({ CARGO_NET_OFFLINE: 'true' });
    expect(plan.install?.env).not.toHaveProperty('CARGO_NET_OFFLINE');
    expect(plan.install).toMatchObject({
      scope: 'tree',
      manifests: ['Cargo.toml', 'Cargo.lock', 'crates/a/Cargo.toml'],
    });
  });
  const own = '[package]\nname = "app"\nversion = "0.1.0"\n';
  test.each([
    ['a package with a workspace', `${own}[workspace]\nmembers = ["crates/*"]\n`, ' --workspace'],
    ['a workspace of no package', '[workspace]\nmembers = ["crates/*"]\n', ''],
    ['members that the owner chose', `${own}[workspace]\ndefault-members = ["."]\n`, ''],
    ['a package alone', own, ''],
    ['a broken manifest', '[package', ''],
  ])('%s', (_, manifest, flag) => {
    const found = planOf({ 'Cargo.toml': manifest, 'crates/core/Cargo.toml': own });
    expect(commandOf(found, 'build')).toBe(`cargo build${flag} --all-targets`);
    expect(commandOf(found, 'test')).toBe(`cargo test${flag} --no-fail-fast`);
    expect(commandOf(found, 'lint')).toContain(`cargo clippy${flag} --all-targets `);
    expect(found.install?.command).toContain(`cargo build${flag} --all-targets --offline`);
  });
  test.each<readonly [string, string, string]>([
    ['all of them', 'run: cargo test --all-features --release', ' --all-features'],
    [
      'some of them',
      'run: cargo test --features=all-apis --workspace -- --nocapture',
      ' --features=all-apis',
    ],
    ['some, by the short flag', 'run: cargo nextest run -F "full,io"', ' -F "full,io"'],
    [
      'the first',
      'run: |\n  cargo test --verbose \\\n    --features a\n  cargo test --all-features',
      ' --features a',
    ],
    ['none: one test runs without', '- run: cargo test\n- run: cargo test --all-features', ''],
    [
      'none: another package',
      'run: cargo test -p b --features x\nrun: cd sub && cargo test --features y',
      '',
    ],
    ['none: without the default ones', 'run: cargo test --no-default-features --features x', ''],
    ['none: those of nightly', 'run: cargo test --features unstable', ''],
    ['none: of a variable', 'run: cargo test ${{ matrix.features }}', ''],
    [
      'a name and a comment are no commands',
      '- name: cargo test\n  # cargo test\n  run: cargo test -F z',
      ' -F z',
    ],
  ])('features with which alone workflows test: %s', (_, workflow, flag) => {
    const found = planOf({ 'Cargo.toml': own, 'src/lib.rs': '', '.github/workflows/ci.yml': workflow });
    expect(found.commands.test).toBe(`cargo test${flag}`);
    expect(commandOf(found, 'build')).toBe(`cargo build --all-targets${flag}`);
    expect(found.install?.command).toContain(`cargo build --all-targets${flag} --offline`);
  });
  test('all features cannot be had if some need a nightly compiler', () => {
    const found = planOf({
      'Cargo.toml': `${own}[features]\nnightly = []\n`,
      '.github/workflows/ci.yml': 'run: cargo test --all-features',
    });
    expect(found.commands.test).toBe('cargo test');
  });
  describe('benchmarks that need a nightly compiler', () => {
    const files = { 'Cargo.toml': '', 'src/lib.rs': '', 'benches/parse.rs': '#![feature(test)]\n' };
    test('are left out, which is reported', () => {
      const without = planOf(files);
      expect(commandOf(without, 'build')).toBe('cargo build --bins --tests --examples');
      expect(commandOf(without, 'lint')).toMatch(/^cargo clippy --bins --tests --examples /);
      expect(without.install?.command).not.toContain('--all-targets');
      expect(without.notes.join()).toContain('need a nightly compiler');
    });
    test.each([
      ['the toolchain is nightly', { ...files, 'rust-toolchain.toml': 'channel = "nightly"' }],
      ['they are stable', { ...files, 'benches/parse.rs': 'use criterion::*;\n' }],
    ])('all targets if %s', (_, others) => {
      expect(commandOf(planOf(others), 'build')).toBe('cargo build --all-targets');
      expect(planOf(others).notes).toEqual([]);
    });
  });
  test('nextest if it is configured', () => {
    const nextest = planOf({ 'Cargo.toml': '', '.config/nextest.toml': '' });
    expect(commandOf(nextest, 'test')).toBe(
      'NEXTEST_EXPERIMENTAL_LIBTEST_JSON=1 cargo nextest run --no-fail-fast --message-format libtest-json-plus',
    );
  });
});

describe('go', () => {
  test('build, test and vet', () => {
    const plan = planOf({ 'go.mod': 'module x', 'a.go': '' });
    expect(plan.checks.map(({ command }) => command)).toEqual([
      'go build ./...',
      'go test -json ./...',
      'go vet -json ./...',
    ]);
    expect(plan.checks.map(({ parser }) => parser)).toEqual([null, 'go-test-json', 'go-vet-json']);
    expect(checkOf(plan, 'test')).toMatchObject({
      report: { from: 'stdout' },
      env: { GOFLAGS: '-mod=readonly' },
    });
  });
  test('vendored modules stay vendored', () => {
    const plan = planOf({ 'go.mod': '', 'vendor/modules.txt': '' });
    expect(checkOf(plan, 'build')?.env).toMatchObject({ GOFLAGS: '-mod=vendor' });
    expect(plan.install?.command).not.toContain('download');
  });
  test.each([
    ['version: "2"\nlinters: {}\n', '--output.json.path=stdout'],
    ['linters: {}\n', '--out-format=json'],
  ])('golangci-lint by the version of its configuration: %s', (config, flag) => {
    const plan = planOf({ 'go.mod': '', '.golangci.yml': config });
    expect(commandOf(plan, 'lint')).toContain(`golangci-lint run ${flag}`);
    expect(checkOf(plan, 'lint')?.parser).toBe('golangci-json');
  });
});

describe('java', () => {
  test('maven', () => {
    const plan = planOf({ 'pom.xml': '<project/>', 'core/pom.xml': '' });
    expect(commandOf(plan, 'test')).toBe('mvn -B -o test -fae -Dmaven.test.failure.ignore=false');
    expect(checkOf(plan, 'test')).toMatchObject({
      parser: 'junit',
      report: { from: 'workspace-files', pattern: '**/target/*-reports/TEST-*.xml' },
    });
    expect(checkOf(plan, 'lint')).toBeUndefined();
    expect(plan.install?.manifests).toEqual(['pom.xml', 'core/pom.xml']);
  });
  test('maven with checkstyle and a wrapper', () => {
    const plan = planOf({ 'pom.xml': '<artifactId>maven-checkstyle-plugin</artifactId>', mvnw: '' });
    expect(checkOf(plan, 'lint')).toMatchObject({ parser: 'checkstyle-xml' });
    expect(checkOf(plan, 'test')?.command).toContain('mvn() { sh ./mvnw "$@"; }; fi; mvn -B -o test');
  });

  test('a level of Java that compilers of today refuse is raised', () => {
    const pom = (properties: string): Files => ({
      'pom.xml': `<project><properties>${properties}</properties></project>`,
    });
    const old = planOf(
      pom(
        '<maven.compiler.source>1.5</maven.compiler.source><javac.target.version> 7 </javac.target.version><maven.compiler.release>6</maven.compiler.release>',
      ),
    );
    const level = '-Dmaven.compiler.source=1.8 -Djavac.target.version=1.8 -Dmaven.compiler.release=8';
    expect(commandOf(old, 'test')).toBe(`mvn -B -o test -fae ${level} -Dmaven.test.failure.ignore=false`);
    expect(old.install?.command).toContain(level);
    expect(commandOf(old, 'build')).toContain(level);
    expect(old.notes.join()).toContain('it is compiled as Java 8');
    const other = planOf(
      pom(
        '<jdkVersion>1.5</jdkVersion><surefire>1.6</surefire><source>${jdkVersion}</source><target>${level}</target><level>11</level>',
      ),
    );
    expect(commandOf(other, 'build')).toContain('mvn -B -o -DjdkVersion=1.8 -DskipTests');
    const plain = planOf(pom('<java.version>1.8</java.version><junit.version>1.6</junit.version>'));
    expect(commandOf(plain, 'test')).not.toContain('1.8');
  });
  test.each<readonly [string, Files, string, string]>([
    [
      'Kotlin for several platforms',
      { 'lib/build.gradle.kts': 'plugins { kotlin("multiplatform") }\nkotlin {\n  jvm()\n  js()\n}\n' },
      'jvmTest',
      'jvmTestClasses',
    ],
    [
      'beside a build for the JVM',
      {
        'lib/build.gradle':
          "plugins { id 'org.jetbrains.kotlin.multiplatform' }\nkotlin { jvm { withJava() } }\n",
        'interop/build.gradle.kts': 'plugins {\n  kotlin("jvm")\n}\n',
      },
      'jvmTest test',
      'jvmTestClasses testClasses',
    ],
    [
      'without a target for the JVM',
      { 'lib/build.gradle.kts': 'plugins { alias(libs.plugins.kotlinMultiplatform) }\nkotlin { js() }\n' },
      'test',
      'assemble testClasses',
    ],
    [
      'a plugin that is not applied',
      { 'lib/build.gradle.kts': 'kotlin("multiplatform") apply false\nkotlin { jvm() }\n' },
      'test',
      'assemble testClasses',
    ],
  ])('gradle: %s', (_, files, tasks, classes) => {
    const plan = planOf({ 'settings.gradle.kts': 'include(":lib")', gradlew: '', ...files });
    expect(plan.commands.test).toBe(`sh ./gradlew --no-daemon --offline ${tasks}`);
    expect(checkOf(plan, 'test')?.parser).toBe('junit');
    expect(commandOf(plan, 'build')).toBe(`sh ./gradlew --no-daemon --offline ${classes}`);
    expect(plan.install?.command).toContain(` ${tasks} --continue`);
  });

  test('gradle', () => {
    const plan = planOf({ 'build.gradle.kts': 'plugins { checkstyle }', gradlew: '' });
    expect(commandOf(plan, 'test')).toBe('sh ./gradlew --no-daemon --offline test --continue');
    expect(checkOf(plan, 'test')?.report).toEqual({
      from: 'workspace-files',
      pattern: '**/build/test-results/**/TEST-*.xml',
    });
    expect(checkOf(plan, 'lint')).toMatchObject({ parser: 'checkstyle-xml' });
    expect(commandOf(planOf({ 'build.gradle': '' }), 'build')).toContain(
      'gradle --no-daemon --offline assemble',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { checkOf, commandOf, type Files, packageJson, planOf } from '../plan-fixture.ts';

const WATCHED = 'PYTHONPATH="$HYDRA_REPORTERS${PYTHONPATH:+:$PYTHONPATH}"';
const JUNIT =
  '-p hydra_origin -p no:cacheprovider -o junit_family=xunit1 --continue-on-collection-errors --junitxml="$HYDRA_REPORT_DIR/tests.xml"';
const PYTHON: Files = { 'setup.py': '', 'pkg/__init__.py': '' };

describe('a readable target of a Python project comes before the guess', () => {
  test.each<readonly [string, Files, string]>([
    ['make', { Makefile: 'PYTEST ?= pytest\ntest: \n\t@$(PYTEST) -x tests\n' }, 'pytest -x tests'],
    ['make in make', { Makefile: 'test: unit\nunit:\n\t$(MAKE) inner\ninner:\n\tpytest a\n' }, 'pytest a'],
    ['poetry', { Makefile: 'test:\n\tpoetry run pytest a\n' }, 'pytest a'],
    [
      'uv with options, once for each Python',
      {
        Makefile:
          'test:\n\tuv run --group dev --python 3.10 pytest f\n\tuv run --group dev --python=3.11 --frozen -- pytest f\n',
      },
      'pytest f',
    ],
    [
      'hatch',
      {
        'pyproject.toml':
          '[tool.hatch.envs.lint.scripts]\ntest = "pytest no"\n[tool.hatch.envs.test.scripts]\ntest = "pytest {args:o}"\n',
      },
      'pytest o',
    ],
    [
      'hatch with scripts in others',
      {
        'pyproject.toml':
          '[tool.hatch.envs.default.scripts]\ntest = ["unit -x", "unit", "- coverage report"]\nunit = "pytest p {args}"\ntests = ["unit", "coverage html"]\n',
      },
      'pytest p',
    ],
    ['pdm', { 'pyproject.toml': '[tool.pdm.scripts]\ntest = {cmd = "pytest q"}\n' }, 'pytest q'],
    ['poethepoet', { 'pyproject.toml': '[tool.poe.tasks]\ntest = "pytest r"\n' }, 'pytest r'],
    [
      'tox that installs first',
      { 'tox.ini': '[testenv]\ncommands =\n    poetry install -v\n    python -m pip list\n    pytest l\n' },
      'pytest l',
    ],
    [
      'make that installs first',
      { Makefile: 'test: develop\n\tpytest m\ndevelop:\n\tpip install -e .\n' },
      'pytest m',
    ],
    [
      'make with coverage',
      { Makefile: 'test:\n\tpython -m coverage run --source pkg -m pytest n\n' },
      'python -m pytest n',
    ],
    ['just', { justfile: 'test *args="":\n    pytest b\n' }, 'pytest b'],
    [
      'tox',
      { 'tox.ini': '[testenv]\ndeps = x\ncommands =\n    coverage erase\n    pytest {posargs:c}\n' },
      'pytest c',
    ],
    [
      'tox with lines for some environments alone',
      {
        'tox.ini':
          '[testenv]\ncommands =\n    pytest g \\\n    pypy39: --no-cov \\\n    !cov: -q \\\n        {posargs: h}\n    docs: sphinx-build\n    cov,py27: coverage report\n',
      },
      'pytest g -q h',
    ],
    [
      'tox with a long word that is no condition',
      {
        'tox.ini': `[testenv]\ncommands = pytest k\n[testenv:docs]\ncommands =\n    ${'docs.'.repeat(200)} -W\n`,
      },
      'pytest k',
    ],
    [
      'tox with the same command for several versions of Python',
      {
        'tox.ini':
          '[testenv]\ncommands =\n    py27: pytest old\n    py{37,38}: pytest i\n    py39,py310: pytest i\n',
      },
      'pytest i',
    ],
    [
      'nox',
      {
        'noxfile.py': "@nox.session\ndef tests(session):\n    session.run('pytest', 'd', *session.posargs)\n",
      },
      'pytest d',
    ],
    [
      'make that calls tox',
      { Makefile: 'test:\n\ttox\n', 'tox.ini': '[testenv]\ncommands = pytest e\n' },
      'pytest e',
    ],
  ])('%s', (_, files, command) => {
    expect(commandOf(planOf({ ...PYTHON, ...files }), 'test')).toBe(`${WATCHED} ${command} ${JUNIT}`);
  });

  test.each<readonly [string, Files]>([
    ['a variable that is not set', { Makefile: 'test:\n\t$(PYTEST) x\n' }],
    ['a function of make', { Makefile: 'X = $(shell ls)\ntest:\n\tpytest $(X)\n' }],
    ['a file to be made first', { Makefile: 'test: build/x.so\n\tpytest x\n' }],
    ['a container', { Makefile: 'test:\n\tdocker run img pytest\n' }],
    ['tox with variables of its own', { 'tox.ini': '[testenv]\ncommands = pytest {[base]x}\n' }],
    ['tox in another folder', { 'tox.ini': '[testenv]\nchangedir = tests\ncommands = pytest x\n' }],
    ['nox with code', { 'noxfile.py': 'def tests(session):\n    session.run("pytest", *files)\n' }],
    ['itself', { Makefile: 'test: test\n\tpytest x\n' }],
  ])('the guess stays: %s', (_, files) => {
    expect(commandOf(planOf({ ...PYTHON, ...files }), 'test')).toBe(`${WATCHED} pytest -q ${JUNIT}`);
  });

  test('linters and type checkers of one target run apart', () => {
    const Makefile = 'lint:\n\tblack --check .\n\tflake8 pkg\n\tmypy pkg\n';
    const plan = planOf({ ...PYTHON, Makefile });
    expect(commandOf(plan, 'lint')).toBe('flake8 pkg');
    expect(checkOf(plan, 'types')).toMatchObject({ parser: 'mypy' });
    expect(commandOf(plan, 'types')).toContain('mypy pkg --no-pretty');
  });

  test('a folder that tox inherits, and one that it does not', () => {
    const ini =
      '[testenv]\nchangedir = docs\n[testenv:test]\nchangedir = {toxinidir}\ncommands = pytest x\n[testenv:lint]\ncommands = flake8 a\n';
    const plan = planOf({ ...PYTHON, 'tox.ini': ini });
    expect(commandOf(plan, 'test')).toContain('pytest x');
    expect(commandOf(plan, 'lint') ?? '').not.toContain('flake8 a');
  });

  test('flake8 over the whole folder leaves out what was installed', () => {
    const lint = (recipe: string) =>
      commandOf(planOf({ ...PYTHON, Makefile: `lint:\n\t${recipe}\n` }), 'lint');
    expect(lint('flake8 .')).toBe('flake8 . --extend-exclude=.venv');
    expect(lint('flake8')).toBe('flake8 --extend-exclude=.venv');
    expect(lint('flake8 --extend-exclude=x .')).toBe('flake8 --extend-exclude=x .');
  });

  test('mypy and pyright that are set up without a target', () => {
    const types = (files: Files) => commandOf(planOf({ ...PYTHON, ...files }), 'types');
    expect(types({ 'mypy.ini': '[mypy]\n' })).toContain('mypy pkg --no-pretty');
    expect(types({ 'pyproject.toml': '[tool.mypy]\nfiles = "a"\n' })).toContain('mypy --no-pretty');
    expect(types({ 'pyrightconfig.json': '{}' })).toBe('pyright --outputjson');
    expect(types({})).toBeUndefined();
  });

  test('a coverage threshold is not required of candidates', () => {
    const files = { ...PYTHON, 'pytest.ini': '[pytest]\naddopts = --cov=pkg --cov-fail-under=100\n' };
    expect(commandOf(planOf(files), 'test')).toContain('pytest -q --no-cov');
  });
});

describe('the convention of a language is not a guess', () => {
  test.each<readonly [Files, string]>([
    [{ 'go.mod': '' }, 'go test ./...'],
    [packageJson({ scripts: { test: 'mocha' } }), 'npm test'],
  ])('%o', (files, command) => {
    const plan = planOf({ ...files, Makefile: 'test:\n\tpytest x\n' });
    expect(plan.commands.test).toBe(command);
  });

  test('a target replaces a missing check', () => {
    const plan = planOf({
      ...packageJson({}),
      Makefile: 'check:\n\tnode test.js\nlint:\n\techo ok && ./lint\n',
    });
    expect(plan.commands).toMatchObject({ test: 'make check', lint: 'make lint' });
    expect(plan.notes.join()).not.toContain('tests are not configured');
  });
});

describe('a repository of no known language', () => {
  test.each<readonly [Files, Record<string, string>]>([
    [{ Makefile: 'all: x\nx:\n\tcc x.c\ncheck: x\n\t./x\n' }, { build: 'make all', test: 'make check' }],
    [{ justfile: 'test:\n  ./go\n' }, { test: 'just test' }],
    [{ 'test.sh': '' }, { test: "sh './test.sh'" }],
    [
      { 'scripts/run-tests.sh': '', 'bin/lint': '' },
      { test: "sh './scripts/run-tests.sh'", lint: "sh './bin/lint'" },
    ],
    [{ 'test/a.bats': '' }, { test: "bats --tap -r 'test/'" }],
    [
      { 'Makefile.am': '', configure: '' },
      { build: 'sh ./configure && make', test: 'make check' },
    ],
  ])('%o', (files, commands) => {
    const plan = planOf(files);
    expect(plan.profile).toBe('custom');
    expect(plan.commands).toEqual(commands);
  });

  test('files of a language deep inside do not make it a repository of that language', () => {
    const files = { Makefile: 'test:\n\t./x\n', 'a.c': '', 'b.c': '', 'vendor/unity/test/a_test.rb': '' };
    expect(planOf(files).profile).toBe('custom');
    expect(planOf({ 'deep/spec/a_spec.rb': '', 'deep/a.rb': '' }).profile).toBe('ruby');
  });

  test.each(['publish', 'watch', 'fix'])('a target that would %s is not run', (word) => {
    const recipe = { publish: 'npm publish', watch: 'watchexec ./x', fix: './x --fix' }[word];
    expect(() => planOf({ Makefile: `test:\n\t${recipe}\n` })).toThrow('No profile recognises');
  });
});

import { factsIn } from '../../domain/source/facts-in.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal } from '../parts/profile.ts';
import { compiledSources } from './project/compiled-sources.ts';
import { planPythonInstall } from './project/install.ts';
import { testWorkflows } from './project/named-dependencies.ts';
import { planPythonLint, planPythonTypes } from './project/configured-linter.ts';
import { PYTHON_MANIFESTS, isInstallable, isPythonTest, readPythonProject } from './project/project.ts';
import { configuresPytest, planPythonTests, pytestPlugins } from './project/configured-tests.ts';

const MANIFEST = /^(?:tests?\/)?(?:[\w-]*requirements[\w.-]*|requirements\/[\w.-]+|constraints[\w.-]*)\.txt$/;
const MAX_SAMPLES = 8;

const isManifest = (path: string): boolean => PYTHON_MANIFESTS.includes(path) || MANIFEST.test(path);

const programOf = (command: string): string => command.split(' ', 1)[0] ?? '';

const propose = (facts: RepoFacts): Proposal => {
  const project = readPythonProject(facts);
  const test = planPythonTests(facts, project);
  const lint = planPythonLint(project);
  const types = planPythonTypes(facts, project);
  const runner = test.startsWith('pytest') ? ['pytest', ...pytestPlugins(project)] : [];
  const tools = [...runner, ...[lint, types ?? ''].map(programOf)].filter(Boolean);
  const install = planPythonInstall(project, tools);
  return {
    packageManager: install?.manager ?? null,
    install:
      install === null
        ? null
        : { command: install.command, scope: install.scope, compiles: compiledSources(facts, project) },
    manifests: facts.files.filter((path) => isManifest(path) || project.requirements.includes(path)),
    build: null,
    test,
    lint,
    types,
    guessed: ['test', 'lint', 'types'],
    prelude: install === null ? '' : 'export PATH="$PWD/.venv/bin:$PATH"; ',
    env: {
      CI: 'true',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONHASHSEED: '0',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
    },
    notes: [{ about: 'build', text: 'python has no build step: build is not configured' }],
  };
};

/** Tests of a package that is installed on its own cannot import it at the root; others may be what the root's tests load. */
const isReached = (facts: RepoFacts, folder: string): boolean => {
  const within = factsIn(facts, folder);
  return (
    !isInstallable(readPythonProject(within)) ||
    !within.files.some(isPythonTest) ||
    readPythonProject(facts).members.includes(folder)
  );
};

const onlySettings = (facts: RepoFacts): boolean => {
  const project = readPythonProject(facts);
  return (
    planPythonInstall(project, []) === null &&
    !configuresPytest(project) &&
    !project.configures('tool', 'uv', 'workspace') &&
    !facts.files.some((path) => isPythonTest(path) || path === 'Pipfile')
  );
};

export const pythonProfile: Profile = {
  id: 'python',
  recognisedBy:
    '`pyproject.toml`, `setup.py`, `setup.cfg`, requirements, `tox.ini`, `pytest.ini`, or test files',
  example: {
    files: ['pyproject.toml'],
    texts: { 'pyproject.toml': '[build-system]\n[project]\nname = "sample"\n' },
  },
  images: ['python:3.12'],
  reads: [
    '.python-version',
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'tox.ini',
    'pytest.ini',
    '.pytest.ini',
    'noxfile.py',
    'mypy.ini',
    '.mypy.ini',
    'Pipfile',
    '*requirements*.txt',
    'requirements/*.txt',
    'test/requirements.txt',
    'tests/requirements.txt',
    'test/requirements/*.txt',
    'tests/requirements/*.txt',
  ],
  /** A few test files distinguish pytest from unittest if nothing else does; workflows name what tests need. */
  samples: (paths) => [...paths.filter(isPythonTest).slice(0, MAX_SAMPLES), ...testWorkflows(paths)],
  detects: ({ files }) =>
    files.some(
      (path) =>
        isManifest(path) || ['tox.ini', 'pytest.ini', '.pytest.ini'].includes(path) || isPythonTest(path),
    ),
  propose,
  reaches: isReached,
  onlySettings,
  environment: {
    toolchain: ['PYENV_ROOT', 'PYENV_VERSION'],
    mirrors: 'PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CERT PIP_FIND_LINKS UV_INDEX_URL UV_DEFAULT_INDEX'.split(
      ' ',
    ),
  },
  compilesOnInstall: false,
};

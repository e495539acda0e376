import type { Profile, RepoFacts } from '../domain/source/repo-facts.ts';
import { assemblePlan, type Proposal } from './assemble-plan.ts';
import { planPythonInstall } from './python-install.ts';
import { planPythonLint } from './python-lint.ts';
import { PYTHON_MANIFESTS, isPythonTest, readPythonProject } from './python-project.ts';
import { planPythonTests } from './python-tests.ts';

const MANIFEST = /^([\w-]*requirements[\w.-]*\.txt|requirements\/[\w.-]+\.txt|constraints[\w.-]*\.txt)$/;
const MAX_SAMPLES = 8;

const isManifest = (path: string): boolean => PYTHON_MANIFESTS.includes(path) || MANIFEST.test(path);

const propose = (facts: RepoFacts): Proposal => {
  const project = readPythonProject(facts);
  const test = planPythonTests(facts, project);
  const lint = planPythonLint(project);
  const tools = [test.tool, lint.tool].filter((tool) => tool !== null && tool !== 'unittest') as string[];
  const install = planPythonInstall(project, tools);
  return {
    profile: 'python',
    packageManager: install?.manager ?? null,
    install: install === null ? null : { command: install.command, scope: install.scope },
    manifests: facts.files.filter(isManifest),
    build: null,
    test,
    lint,
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

export const python: Profile = {
  id: 'python',
  reads: [
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'tox.ini',
    'pytest.ini',
    'noxfile.py',
    'Pipfile',
    '*requirements*.txt',
    'requirements/*.txt',
  ],
  /** A few test files tell pytest from unittest where nothing else does. */
  samples: (paths) => paths.filter(isPythonTest).slice(0, MAX_SAMPLES),
  detects: ({ files }) =>
    files.some((path) => isManifest(path) || ['tox.ini', 'pytest.ini'].includes(path) || isPythonTest(path)),
  plan: (facts, config) => assemblePlan(propose(facts), config),
};

import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { folderOf } from '../../../domain/source/path-parts.ts';
import { hasIniSection, isInstallable, isPythonTest, type PythonProject } from './project.ts';

const MENTIONS_PYTEST = /\bpytest\b/;
const MANIFESTS_WITH_TOOLS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'Pipfile', 'noxfile.py'];

const PYTEST_FILES = ['pytest.ini', '.pytest.ini', 'tox.ini', 'setup.cfg'];

/** Whether the configuration passes this option to pytest, on a separate line or after others. */
const asksFor = (project: PythonProject, option: string): boolean =>
  ['pyproject.toml', ...PYTEST_FILES].some((file) =>
    new RegExp(String.raw`^\s*(?:addopts\b[^\n]*|["']?)${option}`, 'm').test(project.text(file)),
  );

/** Plugins without which pytest rejects the project's options, by option. */
const PLUGINS: Readonly<Record<string, string>> = {
  [String.raw`--cov\b`]: 'pytest-cov',
  [String.raw`(?:\s|["'])(?:-n[ =\d]|--numprocesses\b)`]: 'pytest-xdist',
  [String.raw`--timeout\b`]: 'pytest-timeout',
  [String.raw`--asyncio-mode\b`]: 'pytest-asyncio',
  [String.raw`--benchmark-`]: 'pytest-benchmark',
};

/** Plugins whose settings pytest does not know without them, by setting. */
const PLUGINS_BY_SETTING: Readonly<Record<string, string>> = {
  timeout: 'pytest-timeout',
  asyncio_mode: 'pytest-asyncio',
  asyncio_default_fixture_loop_scope: 'pytest-asyncio',
  trio_mode: 'pytest-trio',
  DJANGO_SETTINGS_MODULE: 'pytest-django',
};

const hasSetting = (project: PythonProject, name: string): boolean =>
  project.configures('tool', 'pytest', 'ini_options', name) ||
  project.configures('tool', 'pytest', name) ||
  (configuresPytest(project) &&
    PYTEST_FILES.some((file) => new RegExp(String.raw`^${name}\s*=`, 'm').test(project.text(file))));

/** Plugins that the configuration requires besides pytest itself. */
export const pytestPlugins = (project: PythonProject): readonly string[] => [
  ...new Set([
    ...Object.entries(PLUGINS).flatMap(([option, plugin]) => (asksFor(project, option) ? [plugin] : [])),
    ...Object.entries(PLUGINS_BY_SETTING).flatMap(([name, plugin]) =>
      hasSetting(project, name) ? [plugin] : [],
    ),
  ]),
];

/** Without a script of their own, Django tests find no settings. */
const SCRIPT = /^(?:tests?\/)?run_?tests?\.py$/;
const MANAGE = /^(?:[\w.-]+\/)?manage\.py$/;
const NEEDS_DJANGO = /(?:^|["'\s,[])django\s*(?:[<>=~!;"',[\]]|$)/im;

const ownScript = ({ files }: RepoFacts, project: PythonProject): string | null => {
  const script = files.find((path) => SCRIPT.test(path));
  if (script !== undefined) return `python3 ${script}`;
  const manifests = [...MANIFESTS_WITH_TOOLS, ...project.requirements];
  if (!manifests.some((file) => NEEDS_DJANGO.test(project.text(file)))) return null;
  const found = files.filter((path) => MANAGE.test(path));
  const manage = found.find((path) => path === 'manage.py') ?? (found.length === 1 ? found[0] : undefined);
  if (manage === undefined) return null;
  const folder = folderOf(manage);
  return folder === '' ? 'python3 manage.py test' : `python3 ${manage} test ${folder}`;
};

/** pytest is the documented default; the project's own script or unittest only if everything points to it. */
export const planPythonTests = (facts: RepoFacts, project: PythonProject): string => {
  const script = usesPytest(facts, project) ? null : ownScript(facts, project);
  if (script !== null) return script;
  if (usesPytest(facts, project) || !onlyUnittest(facts)) return pytestCommand(facts, project);
  return `python3 -m unittest discover ${discoverArguments(facts)}`.trim();
};

export const configuresPytest = (project: PythonProject): boolean =>
  project.has('pytest.ini') ||
  project.has('.pytest.ini') ||
  project.configures('tool', 'pytest') ||
  hasIniSection(project.text('setup.cfg'), 'tool:pytest') ||
  hasIniSection(project.text('tox.ini'), 'pytest');

const usesPytest = (facts: RepoFacts, project: PythonProject): boolean =>
  configuresPytest(project) ||
  facts.files.some((path) => /(^|\/)conftest\.py$/.test(path)) ||
  [...MANIFESTS_WITH_TOOLS, ...project.requirements].some((file) => MENTIONS_PYTEST.test(project.text(file)));

const onlyUnittest = ({ files, texts }: RepoFacts): boolean => {
  const seen = files.filter((path) => isPythonTest(path) && Object.hasOwn(texts, path));
  return (
    seen.length > 0 &&
    seen.every(
      (path) =>
        /^\s*(import unittest|from unittest)/m.test(texts[path]!) &&
        !/^(async )?def test/m.test(texts[path]!),
    )
  );
};

/** Without a package to install the sources are imported from the root, which plain pytest does not do. */
const pytestCommand = (facts: RepoFacts, project: PythonProject): string => {
  const set =
    project.configures('tool', 'pytest', 'ini_options', 'pythonpath') ||
    PYTEST_FILES.some((file) => /^\s*pythonpath\s*=/m.test(project.text(file)));
  const path = isInstallable(project) || set ? '' : ' -o pythonpath=.';
  return `pytest -q${path}${otherNames(facts, project)}${measuresCoverage(project) ? ' --no-cov' : ''}`;
};

/** pytest does not look into `test.py` and `tests.py` unless told to. */
const otherNames = ({ files }: RepoFacts, project: PythonProject): string => {
  const configured = ['pyproject.toml', ...PYTEST_FILES].some((file) =>
    /^\s*python_files\s*=/m.test(project.text(file)),
  );
  return !configured && files.some((path) => /(^|\/)tests?\.py$/.test(path))
    ? ` -o python_files='test_*.py *_test.py test.py tests.py'`
    : '';
};

/** A threshold would fail a candidate whose own tests run separately. */
const measuresCoverage = (project: PythonProject): boolean => asksFor(project, String.raw`--cov\b`);

/** Discovery only enters packages: a plain `tests` folder must be given. */
const discoverArguments = ({ files }: RepoFacts): string => {
  for (const folder of ['tests', 'test']) {
    const inside = files.some((path) => path.startsWith(`${folder}/`) && isPythonTest(path));
    if (inside) return files.includes(`${folder}/__init__.py`) ? `-s ${folder} -t .` : `-s ${folder}`;
  }
  return '';
};

import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { hasIniSection, isInstallable, isPythonTest, type PythonProject } from './project.ts';

const MENTIONS_PYTEST = /\bpytest\b/;
const MANIFESTS_WITH_TOOLS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'Pipfile', 'noxfile.py'];

/** pytest is the documented default; unittest only if every sign points to it. */
export const planPythonTests = (facts: RepoFacts, project: PythonProject): string => {
  if (usesPytest(facts, project) || !onlyUnittest(facts)) return pytestCommand(project);
  return `python3 -m unittest discover ${discoverArguments(facts)}`.trim();
};

const usesPytest = (facts: RepoFacts, project: PythonProject): boolean =>
  project.has('pytest.ini') ||
  project.configures('tool', 'pytest') ||
  hasIniSection(project.text('setup.cfg'), 'tool:pytest') ||
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
const pytestCommand = (project: PythonProject): string => {
  const set =
    project.configures('tool', 'pytest', 'ini_options', 'pythonpath') ||
    ['pytest.ini', 'tox.ini', 'setup.cfg'].some((file) => /^\s*pythonpath\s*=/m.test(project.text(file)));
  const path = isInstallable(project) || set ? '' : ' -o pythonpath=.';
  return `pytest -q${path}${measuresCoverage(project) ? ' --no-cov' : ''}`;
};

/** A threshold would fail a candidate whose own tests run apart. */
const measuresCoverage = (project: PythonProject): boolean =>
  ['pyproject.toml', 'pytest.ini', 'tox.ini', 'setup.cfg'].some((file) =>
    /^\s*(?:addopts\b[^\n]*|["']?)--cov\b/m.test(project.text(file)),
  );

/** Discovery goes into packages only: a plain `tests` folder has to be named. */
const discoverArguments = ({ files }: RepoFacts): string => {
  for (const folder of ['tests', 'test']) {
    const inside = files.some((path) => path.startsWith(`${folder}/`) && isPythonTest(path));
    if (inside) return files.includes(`${folder}/__init__.py`) ? `-s ${folder} -t .` : `-s ${folder}`;
  }
  return '';
};

import type { ProposedInstall } from '../../parts/profile.ts';
import { isInstallable, type PythonProject } from './project.ts';

/** Groups that hold what tests and linters need. */
const GROUPS = new Set(['test', 'tests', 'testing', 'dev', 'lint']);

export type PythonInstall = ProposedInstall & { readonly manager: string };

/** Everything ends up in .venv and nothing comes from outside it (docs/decisions/profiles.md). Null: no manifest, nothing to install. */
export const planPythonInstall = (project: PythonProject, tools: readonly string[]): PythonInstall | null => {
  if (project.has('uv.lock')) return { manager: 'uv', command: uvSync(project, tools), scope: 'manifests' };
  if (project.has('poetry.lock'))
    return { manager: 'poetry', command: poetryInstall(project, tools), scope: 'manifests' };
  const steps = pipSteps(project);
  if (steps.length === 0) return null;
  const venv = 'python3 -m venv .venv';
  return {
    manager: 'pip',
    command: [venv, ...steps, ...tools.map(ensure(PIP))].join(' && '),
    scope: 'manifests',
  };
};

const PIP = '.venv/bin/python -m pip install';

/** A tool that the project does not pin itself; without it its check says so, so failing here costs nothing else. */
const ensure =
  (install: string) =>
  (tool: string): string =>
    `{ test -x .venv/bin/${tool} || ${install} ${tool} || echo "hydra: ${tool} could not be installed"; }`;

const uvSync = (project: PythonProject, tools: readonly string[]): string => {
  const extras = extrasOf(project).map((extra) => ` --extra ${extra}`);
  const groups = groupsOf(project).map((group) => ` --group ${group}`);
  const missing = tools.map(ensure('uv pip install --python .venv/bin/python'));
  return [`uv sync --frozen${extras.join('')}${groups.join('')}`, ...missing].join(' && ');
};

const poetryInstall = (project: PythonProject, tools: readonly string[]): string => {
  const groups = project.keysUnder('tool', 'poetry', 'group').filter((name) => GROUPS.has(name));
  const extras = [
    ...extrasOf(project),
    ...project.keysUnder('tool', 'poetry', 'extras').filter((name) => GROUPS.has(name)),
  ];
  const chosen =
    groups.map((group) => ` --with ${group}`).join('') + extras.map((extra) => ` -E ${extra}`).join('');
  return [
    `POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction${chosen}`,
    ...tools.map(ensure(PIP)),
  ].join(' && ');
};

const pipSteps = (project: PythonProject): string[] => {
  const extras = extrasOf(project);
  const groups = groupsOf(project);
  return [
    ...(isInstallable(project) ? [`${PIP} -e ".${extras.length > 0 ? `[${extras.join(',')}]` : ''}"`] : []),
    // Groups came with pip 25.1; a virtual environment starts with the pip of its Python.
    ...(groups.length > 0
      ? [`${PIP} --upgrade pip`, `${PIP} ${groups.map((group) => `--group ${group}`).join(' ')}`]
      : []),
    ...(project.requirements.length > 0
      ? [`${PIP} ${project.requirements.map((file) => `-r ${file}`).join(' ')}`]
      : []),
  ];
};

const extrasOf = (project: PythonProject): string[] =>
  project.keysUnder('project', 'optional-dependencies').filter((name) => GROUPS.has(name));

const groupsOf = (project: PythonProject): string[] =>
  project.keysUnder('dependency-groups').filter((name) => GROUPS.has(name));

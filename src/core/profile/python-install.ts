import type { ProposedInstall } from './assemble-plan.ts';
import type { PythonProject } from './python-project.ts';

/** Groups that hold what tests and linters need. */
const GROUPS = new Set(['test', 'tests', 'testing', 'dev', 'lint']);

export type PythonInstall = ProposedInstall & { readonly manager: string };

/** Everything ends up in .venv, so that checks find it in one place. Null: no manifest, nothing to install. */
export const planPythonInstall = (project: PythonProject, tools: readonly string[]): PythonInstall | null => {
  if (project.has('uv.lock')) return { manager: 'uv', command: uvSync(project, tools), scope: 'manifests' };
  if (project.has('poetry.lock'))
    return { manager: 'poetry', command: poetryInstall(project, tools), scope: 'manifests' };
  const steps = pipSteps(project);
  if (steps.length === 0) return null;
  const venv = 'python3 -m venv --system-site-packages .venv';
  return { manager: 'pip', command: [venv, ...steps, ...tools.map(ensure)].join(' && '), scope: 'manifests' };
};

/** A tool that the project does not pin itself; without it its check says so, so failing here costs nothing else. */
const ensure = (tool: string): string =>
  `{ test -x .venv/bin/${tool} || PATH="$PWD/.venv/bin:$PATH" command -v ${tool} >/dev/null || .venv/bin/python -m pip install ${tool} || echo "hydra: ${tool} could not be installed"; }`;

const uvSync = (project: PythonProject, tools: readonly string[]): string => {
  const extras = extrasOf(project).map((extra) => ` --extra ${extra}`);
  const groups = groupsOf(project).map((group) => ` --group ${group}`);
  const missing = tools.map(
    (tool) =>
      `{ test -x .venv/bin/${tool} || uv pip install --python .venv/bin/python ${tool} || echo "hydra: ${tool} could not be installed"; }`,
  );
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
    ...tools.map(ensure),
  ].join(' && ');
};

const pipSteps = (project: PythonProject): string[] => {
  const pip = '.venv/bin/python -m pip install';
  const extras = extrasOf(project);
  const installable =
    project.has('setup.py') ||
    project.configures('project') ||
    project.configures('build-system') ||
    project.configures('tool', 'poetry');
  const groups = groupsOf(project);
  return [
    ...(installable ? [`${pip} -e ".${extras.length > 0 ? `[${extras.join(',')}]` : ''}"`] : []),
    ...(groups.length > 0 ? [`${pip} ${groups.map((group) => `--group ${group}`).join(' ')}`] : []),
    ...(project.requirements.length > 0
      ? [`${pip} ${project.requirements.map((file) => `-r ${file}`).join(' ')}`]
      : []),
  ];
};

const extrasOf = (project: PythonProject): string[] =>
  project.keysUnder('project', 'optional-dependencies').filter((name) => GROUPS.has(name));

const groupsOf = (project: PythonProject): string[] =>
  project.keysUnder('dependency-groups').filter((name) => GROUPS.has(name));

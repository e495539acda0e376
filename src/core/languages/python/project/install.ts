import type { ProposedInstall } from '../../parts/profile.ts';
import { declaredVersions } from './declared-versions.ts';
import { isInstallable, type PythonProject } from './project.ts';
import { setupExtras, testDependencies } from './test-dependencies.ts';

/** Groups with the dependencies of tests and linters. */
const GROUPS = new Set(['test', 'tests', 'testing', 'dev', 'lint']);

export type PythonInstall = ProposedInstall & { readonly manager: string };

/** Everything ends up in .venv and nothing comes from outside it (docs/decisions/profiles.md). Null: no manifest, nothing to install. */
export const planPythonInstall = (project: PythonProject, tools: readonly string[]): PythonInstall | null => {
  const byPip = pipInstall(project, tools);
  if (project.has('uv.lock'))
    return { manager: 'uv', command: orPip('uv', uvSync(project, tools), byPip), scope: 'manifests' };
  if (project.has('poetry.lock'))
    return {
      manager: 'poetry',
      command: orPip('poetry', poetryInstall(project, tools), byPip),
      scope: 'manifests',
    };
  return byPip === null ? null : { manager: 'pip', command: byPip, scope: 'manifests' };
};

/** Without the program that reads the lockfile, pip installs from the manifests, and warns that versions may differ. */
const orPip = (manager: string, command: string, byPip: string | null): string =>
  byPip === null
    ? command
    : `if command -v ${manager} >/dev/null; then ${command}; else echo "hydra: ${manager} is not installed, so pip chose the versions instead of ${manager}.lock; install ${manager} to use them"; ${byPip}; fi`;

const pipInstall = (project: PythonProject, tools: readonly string[]): string | null => {
  const steps = pipSteps(project);
  if (steps.length === 0) return null;
  return [newEnvironment(project), ...steps, ...tools.map(ensure(PIP)), ...ownLast(project, PIP)].join(
    ' && ',
  );
};

/** Made with a Python version that the project supports, if installed: an old release may fail on a new Python. */
const newEnvironment = (project: PythonProject): string => {
  const declared = declaredVersions(project);
  return declared === null
    ? 'python3 -m venv .venv'
    : `{ python3 --version || :; } && "$(sh "$HYDRA_REPORTERS/choose-python.sh" ${declared.lowest} ${declared.highest})" -m venv .venv`;
};

const PIP = '.venv/bin/python -m pip install';

/** A plugin of pytest has no program of its own. */
const isThere = (tool: string): string =>
  tool.startsWith('pytest-')
    ? `.venv/bin/python -c 'import ${tool === 'pytest-xdist' ? 'xdist' : tool.replace('-', '_')}' 2>/dev/null`
    : `test -x .venv/bin/${tool}`;

/** A tool that the project does not pin; its check reports if it is missing, so a failure here is harmless. */
const ensure =
  (install: string) =>
  (tool: string): string =>
    `{ ${isThere(tool)} || ${install} ${tool} || echo "hydra: ${tool} could not be installed"; }`;

/** Earlier installations may have added a released copy of the project, which tests would then run. */
const ownLast = (project: PythonProject, install: string): readonly string[] =>
  isInstallable(project)
    ? [
        `{ .venv/bin/python "$HYDRA_REPORTERS/hydra_origin.py" || ${install} --no-deps --force-reinstall -e . || echo "hydra: the project could not be put over its copy"; }`,
      ]
    : [];

const uvSync = (project: PythonProject, tools: readonly string[]): string => {
  const extras = extrasOf(project).map((extra) => ` --extra ${extra}`);
  const groups = groupsOf(project).map((group) => ` --group ${group}`);
  const install = 'uv pip install --python .venv/bin/python';
  const all = project.members.length > 0 ? ' --all-packages' : '';
  const sync = `uv sync --frozen${all}${extras.join('')}${groups.join('')}`;
  return [sync, ...tools.map(ensure(install)), ...ownLast(project, install)].join(' && ');
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
    ...ownLast(project, PIP),
  ].join(' && ');
};

/** The project comes last: a release of it that a file pins must not take its place. */
const pipSteps = (project: PythonProject): string[] => {
  const extras = extrasOf(project);
  const groups = groupsOf(project);
  return [
    ...(project.requirements.length > 0
      ? [`${PIP} ${project.requirements.map((file) => `-r ${file}`).join(' ')}`]
      : []),
    // Groups came with pip 25.1; a virtual environment starts with the pip of its Python.
    ...(groups.length > 0
      ? [`${PIP} --upgrade pip`, `${PIP} ${groups.map((group) => `--group ${group}`).join(' ')}`]
      : []),
    ...poetryNames(project),
    ...eachOf(testDependencies(project)),
    ...(project.members.length > 0
      ? [`${PIP} ${project.members.map((folder) => `-e ./${folder}`).join(' ')}`]
      : []),
    ...(isInstallable(project) ? [`${PIP} -e ".${extras.length > 0 ? `[${extras.join(',')}]` : ''}"`] : []),
  ];
};

/** pip does not read poetry's groups: only the names of packages mean the same to both. */
const poetryNames = (project: PythonProject): string[] => {
  const names = project
    .keysUnder('tool', 'poetry', 'group')
    .filter((group) => GROUPS.has(group))
    .flatMap((group) => project.keysUnder('tool', 'poetry', 'group', group, 'dependencies'))
    .filter((name) => /^[A-Za-z0-9][\w.-]{0,100}$/.test(name));
  return names.length === 0 ? [] : [`${PIP} ${names.join(' ')}`];
};

/** Some may not fit this Python: the others are installed without them. */
const eachOf = (names: readonly string[]): readonly string[] =>
  names.length === 0
    ? []
    : [
        `{ ${PIP} ${names.join(' ')} || for one in ${names.join(' ')}; do ${PIP} "$one" || echo "hydra: $one could not be installed"; done; }`,
      ];

const extrasOf = (project: PythonProject): string[] => {
  const own = project.keysUnder('project', 'optional-dependencies');
  return (own.length > 0 ? own : setupExtras(project)).filter((name) => GROUPS.has(name));
};

const groupsOf = (project: PythonProject): string[] =>
  project.keysUnder('dependency-groups').filter((name) => GROUPS.has(name));

import type { ProposedInstall } from '../../parts/profile.ts';
import { declaredVersions } from './declared-versions.ts';
import { isInstallable, type PythonProject } from './project.ts';
import { testDependencies } from './test-dependencies.ts';

/** Extras and groups with the dependencies of tests and linters. */
const GROUPS =
  /^(?:(?:unit|py)?tests?|testing|dev|devel|develop|development|lint|ci|(?:tests?|testing|dev)[-_](?:extras?|base|core|deps|dependencies|requirements|min(?:imal)?|dev|tests?))$/;

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

type Locked = { readonly sync: string; readonly after: readonly string[] };

/** Without the program that reads the lockfile, or if it fails, pip installs the locked versions as far as they fit. */
const orPip = (manager: string, { sync, after }: Locked, byPip: string | null): string => {
  if (byPip === null) return [sync, ...after].join(' && ');
  const instead = `so pip installed the versions of ${manager}.lock where they fit`;
  return `if command -v ${manager} >/dev/null && ${sync}; then ${after.join(' && ') || ':'}; else if command -v ${manager} >/dev/null; then echo "hydra: ${manager} could not install what ${manager}.lock lists, ${instead}"; else echo "hydra: ${manager} is not installed, ${instead}; install ${manager} to use them all"; fi; rm -rf .venv; ${byPip}; fi`;
};

const pipInstall = (project: PythonProject, tools: readonly string[]): string | null => {
  const wanted = wantedOfPip(project);
  if (wanted.length === 0) return null;
  const words = [...pinsOf(project), ...wanted].join(' ');
  return [
    newEnvironment(project),
    `.venv/bin/python "$HYDRA_REPORTERS/hydra_install.py" ${words}`,
    ...tools.map(ensure(PIP)),
    ...ownLast(project, PIP),
  ].join(' && ');
};

/** Made with a Python version that the project supports, if installed: an old release may fail on a new Python. */
const newEnvironment = (project: PythonProject): string => {
  const declared = declaredVersions(project);
  return declared === null
    ? 'python3 -m venv .venv'
    : `{ python3 --version || :; } && "$(sh "$HYDRA_REPORTERS/choose-python.sh" ${declared.lowest} ${declared.highest})" -m venv .venv`;
};

/** Versions that the repository chose: those of today may not fit an old checkout. */
const LOCKS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'pylock.toml'];
const CONSTRAINTS = ['', 'requirements/', 'test/', 'tests/'].map((folder) => `${folder}constraints.txt`);

const pinsOf = (project: PythonProject): readonly string[] => [
  ...CONSTRAINTS.filter(project.has).map((file) => `-c ${file}`),
  ...LOCKS.filter(project.has).map((file) => `--lock ${file}`),
];

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

const uvSync = (project: PythonProject, tools: readonly string[]): Locked => {
  const extras = extrasOf(project).map((extra) => ` --extra ${extra}`);
  const groups = groupsOf(project).map((group) => ` --group ${group}`);
  const install = 'uv pip install --python .venv/bin/python';
  const all = project.members.length > 0 ? ' --all-packages' : '';
  return {
    sync: `uv sync --frozen${all}${extras.join('')}${groups.join('')}`,
    after: [...tools.map(ensure(install)), ...ownLast(project, install)],
  };
};

const poetryInstall = (project: PythonProject, tools: readonly string[]): Locked => {
  const groups = project.keysUnder('tool', 'poetry', 'group').filter(isForTests(project.named.groups));
  const extras = extrasOf(project);
  const chosen =
    groups.map((group) => ` --with ${group}`).join('') + extras.map((extra) => ` -E ${extra}`).join('');
  return {
    sync: `POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction${chosen}`,
    after: [...tools.map(ensure(PIP)), ...ownLast(project, PIP)],
  };
};

/** Words for `hydra_install.py`. It installs the project last: a release of it that a file pins must not take its place. */
const wantedOfPip = (project: PythonProject): readonly string[] => {
  const extras = extrasOf(project);
  return [
    ...project.requirements.map((file) => `-r ${file}`),
    ...groupsOf(project).map((group) => `--group ${group}`),
    ...poetryNames(project),
    ...testDependencies(project),
    ...project.members.map((folder) => `-e ./${folder}`),
    ...(isInstallable(project) ? [`-e ".${extras.length > 0 ? `[${extras.join(',')}]` : ''}"`] : []),
  ];
};

const PACKAGE = /^[A-Za-z0-9][\w.-]{0,100}$/;

/** pip does not read poetry's groups: only the names of packages mean the same to both. */
const poetryNames = (project: PythonProject): readonly string[] =>
  [
    ...project.keysUnder('tool', 'poetry', 'dev-dependencies'),
    ...project
      .keysUnder('tool', 'poetry', 'group')
      .filter(isForTests(project.named.groups))
      .flatMap((group) => project.keysUnder('tool', 'poetry', 'group', group, 'dependencies')),
  ].filter((name) => PACKAGE.test(name));

const isForTests =
  (named: readonly string[]) =>
  (name: string): boolean =>
    GROUPS.test(name) || named.includes(name);

/** All of them together could not be installed if some exclude each other. */
const namedIn = (project: PythonProject, kind: 'extras' | 'groups'): readonly string[] =>
  project.configures('tool', 'uv', 'conflicts') ? [] : project.named[kind];

const extrasOf = (project: PythonProject): string[] =>
  project.extras.filter(isForTests(namedIn(project, 'extras')));

const groupsOf = (project: PythonProject): string[] =>
  project.keysUnder('dependency-groups').filter(isForTests(namedIn(project, 'groups')));

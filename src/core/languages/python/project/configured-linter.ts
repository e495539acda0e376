import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { hasIniSection, type PythonProject } from './project.ts';

const inIni = (project: PythonProject, section: string): boolean =>
  ['setup.cfg', 'tox.ini'].some((file) => hasIniSection(project.text(file), section));

const CONFIGURED: readonly { readonly command: string; readonly by: (project: PythonProject) => boolean }[] =
  [
    {
      command: 'ruff check .',
      by: (project) =>
        project.has('ruff.toml') || project.has('.ruff.toml') || project.configures('tool', 'ruff'),
    },
    {
      command: 'flake8 --extend-exclude=.venv .',
      by: (project) => project.has('.flake8') || inIni(project, 'flake8'),
    },
    {
      command: 'pylint --recursive=y --ignore=.venv .',
      by: (project) =>
        project.has('.pylintrc') || project.has('pylintrc') || project.configures('tool', 'pylint'),
    },
  ];

/** Folders of sources at the root; tests and documentation are seldom typed. */
const sourcesOf = (files: readonly string[]): string => {
  if (files.some((path) => path.startsWith('src/') && path.endsWith('.py'))) return 'src';
  const packages = files.flatMap((path) => /^(\w[\w-]*)\/__init__\.pyi?$/.exec(path)?.[1] ?? []);
  const sources = packages.filter(
    (name) => !/^(?:tests?|testing|docs?|examples?|scripts?|benchmarks?)$/.test(name),
  );
  return sources.length === 0 ? '.' : sources.join(' ');
};

const NAMES_FILES = /^\s*(?:files|packages|modules)\s*=/m;

/** The type checker that the project has set up; null: none. */
export const planPythonTypes = ({ files }: RepoFacts, project: PythonProject): string | null => {
  const ini = ['mypy.ini', '.mypy.ini'].find((file) => project.has(file));
  if (ini !== undefined || project.configures('tool', 'mypy') || inIni(project, 'mypy')) {
    const named =
      ['files', 'packages', 'modules'].some((key) => project.configures('tool', 'mypy', key)) ||
      NAMES_FILES.test(ini === undefined ? '' : project.text(ini));
    return named ? 'mypy' : `mypy ${sourcesOf(files)}`;
  }
  for (const [file, section, command] of PYRIGHTS)
    if (project.has(file) || project.configures('tool', section)) return command;
  return null;
};

const PYRIGHTS = [
  ['pyrightconfig.json', 'pyright', 'pyright'],
  ['basedpyrightconfig.json', 'basedpyright', 'basedpyright'],
] as const;

/** The linter the project has set up, else the documented default. */
export const planPythonLint = (project: PythonProject): string =>
  CONFIGURED.find(({ by }) => by(project))?.command ?? 'ruff check .';

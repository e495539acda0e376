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
    {
      command: 'mypy .',
      by: (project) =>
        project.has('mypy.ini') ||
        project.has('.mypy.ini') ||
        project.configures('tool', 'mypy') ||
        inIni(project, 'mypy'),
    },
  ];

/** The linter the project has set up, else the documented default. */
export const planPythonLint = (project: PythonProject): string =>
  CONFIGURED.find(({ by }) => by(project))?.command ?? 'ruff check .';

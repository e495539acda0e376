import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import { scanTomlKeys } from '../../text/toml-keys.ts';

export type PythonProject = {
  readonly has: (file: string) => boolean;
  /** Text of a file at the root, or an empty one. */
  readonly text: (file: string) => string;
  /** Is there such a table or key in pyproject.toml? */
  readonly configures: (...path: readonly string[]) => boolean;
  /** Names right under a table of pyproject.toml. */
  readonly keysUnder: (...path: readonly string[]) => readonly string[];
  readonly requirements: readonly string[];
};

const REQUIREMENTS =
  /^(requirements|((dev|tests?)[-_])?requirements([-_.](dev|tests?|testing|development|ci))?|requirements\/(base|common|main|dev|tests?|testing|development|ci|requirements))\.txt$/;
export const PYTHON_MANIFESTS = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  'Pipfile.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
];
const TEST_FILE = /(^|\/)(test_[^/]*|[^/]*_test|tests)\.py$/;
export const isPythonTest = (path: string): boolean => path.endsWith('.py') && TEST_FILE.test(path);

export const readPythonProject = (facts: RepoFacts): PythonProject => {
  const files = new Set(facts.files);
  const text = (file: string): string => (Object.hasOwn(facts.texts, file) ? facts.texts[file]! : '');
  const keys = scanTomlKeys(text('pyproject.toml')).map(({ path }) => path);
  const under = (path: readonly string[]) =>
    keys.filter((key) => path.every((part, index) => key[index] === part));
  return {
    has: (file) => files.has(file),
    text,
    configures: (...path) => under(path).length > 0,
    keysUnder: (...path) => [
      ...new Set(
        under(path)
          .map((key) => key[path.length])
          .filter((part) => typeof part === 'string'),
      ),
    ],
    requirements: facts.files.filter((path) => REQUIREMENTS.test(path)),
  };
};

/** Sections of setup.cfg and tox.ini. */
export const hasIniSection = (text: string, section: string): boolean =>
  text.split('\n').some((line) => line.trim() === `[${section}]`);

/** A pyproject.toml that only configures tools is no package. */
export const isInstallable = (project: PythonProject): boolean =>
  project.has('setup.py') ||
  [['project'], ['build-system'], ['tool', 'poetry']].some((path) => project.configures(...path));

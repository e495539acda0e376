import { folderOf } from '../../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { matchGlob } from '../../../text/match-glob.ts';
import { isObject } from '../../../domain/json/is-object.ts';
import { tomlOrEmpty, valueAt } from '../../parts/toml-or-empty.ts';
import { type Named, namedDependencies } from './named-dependencies.ts';
import { setupExtras } from './setup-extras.ts';

export type PythonProject = {
  readonly has: (file: string) => boolean;
  /** Text of a file at the root, or an empty one. */
  readonly text: (file: string) => string;
  /** Whether pyproject.toml has such a table or key. */
  readonly configures: (...path: readonly string[]) => boolean;
  /** Names right under a table of pyproject.toml. */
  readonly keysUnder: (...path: readonly string[]) => readonly string[];
  /** Strings of a list of pyproject.toml. */
  readonly listAt: (...path: readonly string[]) => readonly string[];
  /** Extras that it declares, in whatever form. */
  readonly extras: readonly string[];
  /** What its own commands install by name to test it. */
  readonly named: Omit<Named, 'files'>;
  readonly requirements: readonly string[];
  /** Folders of the packages of its uv workspace. */
  readonly members: readonly string[];
};

const REQUIREMENTS =
  /^((tests?\/)?requirements|((dev|tests?)[-_])?requirements([-_.](dev|tests?|testing|development|ci))?|requirements\/(base|common|main|dev|tests?|testing|pytest|development|ci|requirements)|requirements\/(dev|tests?)[-_]requirements|requirements\/requirements[-_](dev|tests?|testing)|tests?\/requirements\/(base|tests?))\.txt$/;
export const PYTHON_MANIFESTS = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  'Pipfile.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pylock.toml',
];
const TEST_FILE = /(^|\/)(test_[^/]*|[^/]*_test|tests)\.py$/;
export const isPythonTest = (path: string): boolean => path.endsWith('.py') && TEST_FILE.test(path);

export const readPythonProject = (facts: RepoFacts): PythonProject => {
  const files = new Set(facts.files);
  const written = (file: string): string => (Object.hasOwn(facts.texts, file) ? facts.texts[file]! : '');
  const document = tomlOrEmpty(written('pyproject.toml'));
  const legacy = valueAt(document, 'tool', 'tox', 'legacy_tox_ini');
  const inner = typeof legacy === 'string' ? legacy : '';
  const text = (file: string): string => written(file) || (file === 'tox.ini' ? inner : '');
  const keysUnder = (...path: readonly string[]): readonly string[] => keysOf(valueAt(document, ...path));
  const extras = extrasIn(keysUnder, text);
  const { files: named, ...others } = namedDependencies(
    {
      ...facts.texts,
      'tox.ini': text('tox.ini'),
      'pyproject.toml': environmentsIn(written('pyproject.toml')),
    },
    {
      extras,
      groups: [...keysUnder('dependency-groups'), ...keysUnder('tool', 'poetry', 'group')],
      files: facts.files.filter((path) => /\.(?:txt|in)$/.test(path) && PLAIN.test(path)),
    },
  );
  return {
    has: (file) => files.has(file),
    text,
    configures: (...path) => valueAt(document, ...path) !== undefined,
    keysUnder,
    listAt: (...path) => stringsOf(valueAt(document, ...path)),
    extras,
    named: others,
    requirements: facts.files.filter((path) => REQUIREMENTS.test(path) || named.includes(path)),
    members: membersOf(facts, valueAt(document, 'tool', 'uv', 'workspace')),
  };
};

const extrasIn = (keysUnder: PythonProject['keysUnder'], text: PythonProject['text']): readonly string[] => {
  const own = keysUnder('project', 'optional-dependencies');
  const poetry = keysUnder('tool', 'poetry', 'extras');
  const flit = keysUnder('tool', 'flit', 'metadata', 'requires-extra');
  const all = new Set([...own, ...poetry, ...flit]);
  return all.size > 0 ? [...all] : setupExtras(text);
};

/** Tables of tox and hatch, which install by name as the files of such tools do. */
const environmentsIn = (text: string): string =>
  text
    .split(/^(?=\[)/m)
    .filter((table) => /^\[tool\.(?:tox|hatch\.envs)\b/.test(table))
    .join('');

const stringsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : []).filter((one): one is string => typeof one === 'string');

/** They are named in commands. */
const PLAIN = /^[\w.@/-]+$/;

const membersOf = ({ files }: RepoFacts, workspace: unknown): readonly string[] => {
  const [members, excluded] = ['members', 'exclude'].map((key) => {
    return stringsOf(valueAt(workspace, key));
  }) as [readonly string[], readonly string[]];
  if (members.length === 0) return [];
  const matches = (patterns: readonly string[], folder: string): boolean =>
    patterns.some((pattern) => matchGlob(pattern.replace(/\/$/, ''))(folder));
  return files
    .filter((path) => path.endsWith('/pyproject.toml') && PLAIN.test(path))
    .map(folderOf)
    .filter((folder) => matches(members, folder) && !matches(excluded, folder));
};

const keysOf = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** Sections of setup.cfg and tox.ini. */
export const hasIniSection = (text: string, section: string): boolean =>
  text.split('\n').some((line) => line.trim() === `[${section}]`);

/** A pyproject.toml that only configures tools is not a package. */
export const isInstallable = (project: PythonProject): boolean =>
  project.has('setup.py') ||
  [['project'], ['build-system'], ['tool', 'poetry']].some((path) => project.configures(...path));

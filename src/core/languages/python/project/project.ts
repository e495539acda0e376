import { parse } from 'smol-toml';
import { folderOf } from '../../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { matchGlob } from '../../../text/match-glob.ts';
import { isObject } from '../../../domain/json/is-object.ts';

export type PythonProject = {
  readonly has: (file: string) => boolean;
  /** Text of a file at the root, or an empty one. */
  readonly text: (file: string) => string;
  /** Whether pyproject.toml has such a table or key. */
  readonly configures: (...path: readonly string[]) => boolean;
  /** Names right under a table of pyproject.toml. */
  readonly keysUnder: (...path: readonly string[]) => readonly string[];
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
  const text = (file: string): string => (Object.hasOwn(facts.texts, file) ? facts.texts[file]! : '');
  const document = parseOrEmpty(text('pyproject.toml'));
  return {
    has: (file) => files.has(file),
    text,
    configures: (...path) => valueAt(document, path) !== undefined,
    keysUnder: (...path) => keysOf(valueAt(document, path)),
    requirements: facts.files.filter((path) => REQUIREMENTS.test(path)),
    members: membersOf(facts, valueAt(document, ['tool', 'uv', 'workspace'])),
  };
};

/** They are named in commands. */
const PLAIN = /^[\w.@/-]+$/;

const membersOf = ({ files }: RepoFacts, workspace: unknown): readonly string[] => {
  const [members, excluded] = ['members', 'exclude'].map((key) => {
    const list = valueAt(workspace, [key]);
    return (Array.isArray(list) ? list : []).filter((one): one is string => typeof one === 'string');
  }) as [string[], string[]];
  if (members.length === 0) return [];
  const matches = (patterns: readonly string[], folder: string): boolean =>
    patterns.some((pattern) => matchGlob(pattern.replace(/\/$/, ''))(folder));
  return files
    .filter((path) => path.endsWith('/pyproject.toml') && PLAIN.test(path))
    .map(folderOf)
    .filter((folder) => matches(members, folder) && !matches(excluded, folder));
};

/** A broken pyproject.toml configures nothing: no Python tool would read it either. */
const parseOrEmpty = (text: string): unknown => {
  try {
    return parse(text);
  } catch {
    return {};
  }
};

const valueAt = (document: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    document,
  );

const keysOf = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);

/** Sections of setup.cfg and tox.ini. */
export const hasIniSection = (text: string, section: string): boolean =>
  text.split('\n').some((line) => line.trim() === `[${section}]`);

/** A pyproject.toml that only configures tools is not a package. */
export const isInstallable = (project: PythonProject): boolean =>
  project.has('setup.py') ||
  [['project'], ['build-system'], ['tool', 'poetry']].some((path) => project.configures(...path));

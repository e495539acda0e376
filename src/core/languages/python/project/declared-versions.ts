import type { PythonProject } from './project.ts';

/** Minor versions of Python 3, both included. */
export type DeclaredVersions = { readonly lowest: number; readonly highest: number };

const NO_LOWEST = 0;
const NO_HIGHEST = 99;
const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const CLASSIFIER = /Programming Language :: Python :: 3\.(\d{1,2})\b/g;
/** A specifier starts with a sign or a digit: `python = "python3.6"` is something else. */
const REQUIRED =
  /(?:^|[\s,(])(?:requires-python|python_requires|python)[ \t]*=[ \t]*["'([ \t]*([<>=~!^\d][^"'\n#)]{0,99})/;
const BOUND = /(>=|<=|==|~=|!=|<|>|\^|~)?\s*3(?:\.(\d{1,2}))?(?:\.(\d+|\*))?/g;

const ANY: DeclaredVersions = { lowest: NO_LOWEST, highest: NO_HIGHEST };

/** The versions that one part of a specifier allows; `>=3` is no restriction. */
const boundsOf = ([, sign = '==', digits, patch = '0']: readonly (
  | string
  | undefined
)[]): DeclaredVersions => {
  if (digits === undefined || sign === '!=') return ANY;
  const minor = Number(digits);
  if (sign === '<') return { ...ANY, highest: Number(patch) > 0 ? minor : minor - 1 };
  if (sign === '<=') return { ...ANY, highest: minor };
  if (sign === '==' || sign === '~') return { lowest: minor, highest: minor };
  return { ...ANY, lowest: minor };
};

const all = (bounds: readonly DeclaredVersions[]): DeclaredVersions => ({
  lowest: Math.max(NO_LOWEST, ...bounds.map(({ lowest }) => lowest)),
  highest: Math.min(NO_HIGHEST, ...bounds.map(({ highest }) => highest)),
});

const required = (text: string): DeclaredVersions =>
  all([...(REQUIRED.exec(text)?.[1] ?? '').matchAll(BOUND)].map((found) => boundsOf(found)));

/** Null: the project does not declare any, so every Python 3 is equally good. */
export const declaredVersions = (project: PythonProject): DeclaredVersions | null => {
  const pinned = /^3\.(\d{1,2})/m.exec(project.text('.python-version'))?.[1];
  if (pinned !== undefined) return { lowest: Number(pinned), highest: Number(pinned) };
  const texts = MANIFESTS.map((file) => project.text(file));
  const named = texts.flatMap((text) => [...text.matchAll(CLASSIFIER)].map(([, minor]) => Number(minor)));
  const { lowest, highest: limit } = all(texts.map(required));
  // A specifier seldom has an upper bound: the newest version in the classifiers is then the newest one tried.
  const highest = limit < NO_HIGHEST || named.length === 0 ? limit : Math.max(lowest, ...named);
  return lowest === NO_LOWEST && highest === NO_HIGHEST ? null : { lowest, highest };
};

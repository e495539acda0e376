import type { PythonProject } from './project.ts';

/** Minor versions of Python 3, both included. */
export type DeclaredVersions = { readonly lowest: number; readonly highest: number };

const NO_LOWEST = 0;
const NO_HIGHEST = 99;
const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const CLASSIFIER = /Programming Language :: Python :: 3\.(\d{1,2})\b/g;
const REQUIRED =
  /^[ \t]*(?:requires-python|python_requires|python)[ \t]*=[ \t]*(?:["'([ \t]*)?([^"'\n#)]{1,100})/m;
const BOUND = /(>=|<=|==|~=|!=|<|>|\^|~)?\s*3(?:\.(\d{1,2}))?(?:\.(\d+|\*))?/g;

type Bounds = { readonly lowest?: number; readonly highest?: number };

/** What one part of a version specifier allows; `>=3` says nothing. */
const boundsOf = ([, sign = '==', digits, patch = '0']: readonly (string | undefined)[]): Bounds => {
  if (digits === undefined || sign === '!=') return {};
  const minor = Number(digits);
  if (sign === '<') return { highest: Number(patch) > 0 ? minor : minor - 1 };
  if (sign === '<=') return { highest: minor };
  if (sign === '==' || sign === '~') return { lowest: minor, highest: minor };
  return { lowest: minor };
};

const required = (text: string): Bounds => {
  const specifier = REQUIRED.exec(text)?.[1] ?? '';
  const parts = [...specifier.matchAll(BOUND)].map((found) => boundsOf(found));
  return {
    lowest: Math.max(NO_LOWEST, ...parts.flatMap(({ lowest = NO_LOWEST }) => lowest)),
    highest: Math.min(NO_HIGHEST, ...parts.flatMap(({ highest = NO_HIGHEST }) => highest)),
  };
};

/** Null: the project does not say, and any Python 3 is as good as another. */
export const declaredVersions = (project: PythonProject): DeclaredVersions | null => {
  const pinned = /^3\.(\d{1,2})/m.exec(project.text('.python-version'))?.[1];
  if (pinned !== undefined) return { lowest: Number(pinned), highest: Number(pinned) };
  const texts = MANIFESTS.map((file) => project.text(file));
  const named = texts.flatMap((text) => [...text.matchAll(CLASSIFIER)].map(([, minor]) => Number(minor)));
  const asked = texts.map(required);
  const lowest = Math.max(...asked.map((one) => one.lowest ?? NO_LOWEST));
  const limit = Math.min(...asked.map((one) => one.highest ?? NO_HIGHEST));
  // A specifier without an upper bound says what was known when it was written; so do the classifiers, and name the newest.
  const highest = limit < NO_HIGHEST || named.length === 0 ? limit : Math.max(lowest, ...named);
  return lowest === NO_LOWEST && highest === NO_HIGHEST ? null : { lowest, highest };
};

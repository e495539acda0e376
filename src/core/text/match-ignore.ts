import { matchGlob, type MatchPath } from './match-glob.ts';

const MAX_PATTERNS = 1000;

type Rule = { readonly excepts: boolean; readonly covers: MatchPath };

/** One line of a .gitignore, as far as paths of files go; brackets are literal, as in all globs of Hydra. */
const ruleOf = (line: string): Rule | null => {
  const excepts = line.startsWith('!');
  const tidy = (excepts ? line.slice(1) : line)
    .trim()
    .replace(/^(?:\.\/)+/, '/')
    .replace(/^\\(?=[!#])/, '');
  if (tidy === '' || tidy.startsWith('#')) return null;
  if (/^\/*\.?\/*$/.test(tidy)) return { excepts, covers: () => true };
  const anchored = /\/[^/]/.test(tidy);
  const inFolderOnly = tidy.endsWith('/');
  const bare = tidy.replace(/^\/+/, '').replace(/\/+$/, '');
  const name = anchored ? bare : `**/${bare}`;
  const [file, inside] = [matchGlob(name), matchGlob(`${name}/**`)];
  return { excepts, covers: (path) => inside(path) || (!inFolderOnly && file(path)) };
};

/** Which pattern covers a path, as in a .gitignore: the last one that matches decides; null: none, or an exception. */
export const matchIgnore = (patterns: readonly string[]): ((path: string) => string | null) => {
  const rules = patterns.slice(0, MAX_PATTERNS).map((pattern) => ({ pattern, rule: ruleOf(pattern) }));
  return (path) => {
    const found = rules.findLast(({ rule }) => rule?.covers(path) === true);
    return found === undefined || found.rule?.excepts ? null : found.pattern;
  };
};

/** Patterns that match no path at all. */
export const unmatchedPatterns = (patterns: readonly string[], paths: readonly string[]): readonly string[] =>
  patterns.filter((pattern) => {
    const rule = ruleOf(pattern);
    return rule !== null && !paths.some(rule.covers);
  });

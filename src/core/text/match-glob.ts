const MAX_ALTERNATIVES = 64;

/**
 * The one glob syntax of Hydra, on relative paths with slashes:
 * `*` and `?` are anything but a slash, `**` is anything, `**` + `/` is any number of folders, `{a,b}` is a choice.
 * All else is literal, brackets too: many frameworks name folders `[id]`.
 */
export type GlobWalker = {
  /** The walker for what is in the folder `name`, or null if nothing in it can match. */
  enter(name: string): GlobWalker | null;
  matches(name: string): boolean;
};

/** Walks a tree by name; folders in `skipped` are entered only if the pattern names them. */
export const globWalker = (pattern: string, skipped: ReadonlySet<string> = new Set()): GlobWalker =>
  walkerOf(
    expandPattern(pattern).map((one) => {
      const names = one.split('/').filter((part) => part !== '' && part !== '.');
      const parts = names.filter((part, index) => part !== '**' || names[index + 1] !== '**');
      // A last `**` is at least one name: `a/**` is not `a`.
      if (parts.at(-1) === '**') parts.push('*');
      return { parts, states: reachable(parts, 0) };
    }),
    skipped,
  );

export type MatchPath = (path: string) => boolean;

/** Does a whole path match? */
export const matchGlob = (pattern: string): MatchPath => {
  const start = globWalker(pattern);
  return (path) => {
    const names = path.split('/');
    const file = names.pop() ?? '';
    let walker: GlobWalker | null = start;
    for (const name of names) walker = walker?.enter(name) ?? null;
    return walker?.matches(file) ?? false;
  };
};

/** Like `matchGlob`, but a pattern without wildcards may also name a folder: it covers what is in it. */
export const matchGlobOrFolder = (pattern: string): MatchPath => {
  const matches = matchGlob(pattern);
  if (/[*?]/.test(pattern)) return matches;
  const folder = `${pattern.replace(/\/$/, '')}/`;
  return (path) => path.startsWith(folder) || matches(path);
};

/** `{a,b}` → one pattern each, and `a**b` → `a*b` or folders between `a*` and `*b`; nested braces are literal. */
const expandPattern = (pattern: string): readonly string[] => {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap((one) => expandDeep(one) ?? expandBraces(one) ?? [one]);
    if (next.length > MAX_ALTERNATIVES || next.every((one, index) => one === patterns[index]))
      return patterns;
    patterns = next;
  }
};

const expandBraces = (pattern: string): readonly string[] | null => {
  const open = pattern.indexOf('{');
  const close = pattern.indexOf('}', open);
  if (open < 0 || close < 0) return null;
  const choices = pattern.slice(open + 1, close).split(',');
  return choices.map((choice) => pattern.slice(0, open) + choice + pattern.slice(close + 1));
};

/** Two stars next to other characters of a name. */
const DEEP_IN_NAME = /(?<=[^/])\*\*|\*\*(?=[^/])/;

const expandDeep = (pattern: string): readonly string[] | null =>
  DEEP_IN_NAME.test(pattern)
    ? [pattern.replace(DEEP_IN_NAME, '*'), pattern.replace(DEEP_IN_NAME, '*/**/*')]
    : null;

/** `*` and `?` within one name; goes back to the last star only, so time is bounded by the product of lengths. */
const matchName = (pattern: string, name: string): boolean => {
  let [at, read, star, mark] = [0, 0, -1, 0];
  while (read < name.length) {
    if (pattern[at] === '*') [star, mark, at] = [at, read, at + 1];
    else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[read]))
      [at, read] = [at + 1, read + 1];
    else if (star >= 0) [at, mark, read] = [star + 1, mark + 1, mark + 1];
    else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
};

/** From a position in a pattern, those that need no further name. */
const reachable = (parts: readonly string[], from: number): ReadonlySet<number> =>
  new Set(parts[from] === '**' ? [from, from + 1] : [from]);

/** Positions that can be reached with one more name; a set, so `**` cannot multiply the work. */
const step = (parts: readonly string[], states: ReadonlySet<number>, name: string): ReadonlySet<number> => {
  const next = new Set<number>();
  const reach = (state: number): void => reachable(parts, state).forEach((each) => next.add(each));
  for (const state of states) {
    const part = parts[state];
    if (part === '**') reach(state);
    else if (part !== undefined && matchName(part, name)) reach(state + 1);
  }
  return next;
};

type Walk = { readonly parts: readonly string[]; readonly states: ReadonlySet<number> };

const walkerOf = (walks: readonly Walk[], skipped: ReadonlySet<string>): GlobWalker => ({
  enter(name) {
    const entered = walks.flatMap(({ parts, states }) => {
      const open = skipped.has(name) ? new Set([...states].filter((state) => parts[state] === name)) : states;
      const next = step(parts, open, name);
      return next.size === 0 ? [] : [{ parts, states: next }];
    });
    return entered.length === 0 ? null : walkerOf(entered, skipped);
  },
  matches: (name) => walks.some(({ parts, states }) => step(parts, states, name).has(parts.length)),
});

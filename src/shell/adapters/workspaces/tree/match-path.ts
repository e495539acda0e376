const MAX_ALTERNATIVES = 64;

/** `{a,b}` → one pattern each; nested braces are taken literally, and there is a limit. */
const expandBraces = (pattern: string): readonly string[] => {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap((one) => {
      const open = one.indexOf('{');
      const close = one.indexOf('}', open);
      if (open < 0 || close < 0) return [one];
      const choices = one.slice(open + 1, close).split(',');
      return choices.map((choice) => one.slice(0, open) + choice + one.slice(close + 1));
    });
    if (next.length > MAX_ALTERNATIVES || next.every((one, index) => one === patterns[index]))
      return patterns;
    patterns = next;
  }
};

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

/** Positions in a pattern of names that can be reached; a set, so `**` cannot multiply the work. */
const step = (parts: readonly string[], states: ReadonlySet<number>, name: string): ReadonlySet<number> => {
  const next = new Set<number>();
  const reach = (state: number): void => {
    if (next.has(state)) return;
    next.add(state);
    if (parts[state] === '**') reach(state + 1);
  };
  for (const state of states) {
    const part = parts[state];
    if (part === '**') reach(state);
    else if (part !== undefined && matchName(part, name)) reach(state + 1);
  }
  return next;
};

export type PathMatcher = {
  /** The matcher for what is in the folder `name`, or null where nothing below can match. */
  enter(name: string): PathMatcher | null;
  matches(name: string): boolean;
};

/** Tools, not results: `**` does not look there. */
const SKIPPED = new Set(['.git', 'node_modules']);

type Walk = { readonly parts: readonly string[]; readonly states: ReadonlySet<number> };

const matcher = (walks: readonly Walk[]): PathMatcher => ({
  enter(name) {
    const entered = walks.flatMap(({ parts, states }) => {
      const open = SKIPPED.has(name) ? new Set([...states].filter((state) => parts[state] === name)) : states;
      const next = step(parts, open, name);
      return next.size === 0 ? [] : [{ parts, states: next }];
    });
    return entered.length === 0 ? null : matcher(entered);
  },
  matches: (name) => walks.some(({ parts, states }) => step(parts, states, name).has(parts.length)),
});

/** A glob over relative paths: `*`, `?`, `**`, `{a,b}`. */
export const pathMatcher = (pattern: string): PathMatcher =>
  matcher(
    expandBraces(pattern).map((one) => {
      const names = one.split('/').filter((part) => part !== '' && part !== '.');
      const parts = names.filter((part, index) => part !== '**' || names[index + 1] !== '**');
      const states = new Set([0]);
      for (let state = 0; parts[state] === '**'; state += 1) states.add(state + 1);
      return { parts, states };
    }),
  );

import type { Target } from './target.ts';

const MAX_CHARS = 200_000;
const MAX_DEPTH = 8;
const RULE = /^([A-Za-z0-9][\w.-]*(?:[ \t]+[A-Za-z0-9][\w.-]*)*)[ \t]*::?(?![:=])[ \t]*([^;#]*)$/;
const ASSIGNMENT = /^(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*(?:\?|:{1,3})?=[ \t]*(.*)$/;
const REFERENCE = /\$(?:\$|[({]([A-Za-z_]\w*)[)}]|[^\s])/g;
const CALLS_MAKE = /^\$[({]MAKE[)}][ \t]+([A-Za-z0-9][\w.-]*)$|^make[ \t]+([A-Za-z0-9][\w.-]*)$/;

type Rule = { readonly needs: readonly string[]; readonly lines: readonly string[] };
type Makefile = {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly variables: ReadonlyMap<string, string>;
};

/** Lines with their continuations joined. */
const linesOf = (text: string): readonly string[] =>
  text.slice(0, MAX_CHARS).replaceAll('\r\n', '\n').replaceAll('\\\n', ' ').split('\n');

const readMakefile = (text: string): Makefile => {
  const rules = new Map<string, Rule>();
  const variables = new Map<string, string>();
  let open: {
    readonly names: readonly string[];
    readonly needs: readonly string[];
    readonly lines: string[];
  } | null = null;
  for (const line of linesOf(text)) {
    if (line.startsWith('\t')) {
      open?.lines.push(line.trim());
      continue;
    }
    const assigned = ASSIGNMENT.exec(line);
    if (assigned !== null) variables.set(assigned[1]!, assigned[2]!.replace(/[ \t]#.*$/, '').trim());
    const rule = assigned === null ? RULE.exec(line) : null;
    if (rule === null) {
      if (line.trim() !== '' && !line.startsWith('#')) open = null;
      continue;
    }
    const [, names = '', needs = ''] = rule;
    const lines: string[] = [];
    open = { names: names.split(/[ \t]+/), needs: needs.split(/[ \t|]+/).filter(Boolean), lines };
    for (const name of open.names) if (!rules.has(name)) rules.set(name, { needs: open.needs, lines });
  }
  return { rules, variables };
};

/** The text as make would pass it to the shell; null: it depends on more than plain variables. */
const expand = (text: string, variables: Makefile['variables'], depth: number): string | null => {
  let whole = true;
  const expanded = text.replaceAll(REFERENCE, (found, name: string | undefined) => {
    if (found === '$$') return '$';
    const value = name === undefined ? undefined : variables.get(name);
    const inner = value === undefined || depth === 0 ? null : expand(value, variables, depth - 1);
    if (inner === null) whole = false;
    return inner ?? '';
  });
  return whole ? expanded : null;
};

/** A prerequisite that is not a target is a file that make must bring up to date. */
const recipeOf = (name: string, makefile: Makefile, open: readonly string[]): readonly string[] | null => {
  const rule = makefile.rules.get(name);
  if (rule === undefined || open.includes(name) || open.length > MAX_DEPTH) return null;
  const inner = [...open, name];
  const parts: (readonly string[] | null)[] = rule.needs.map((need) => recipeOf(need, makefile, inner));
  for (const raw of rule.lines) {
    const line = raw.replace(/^[@+-]+[ \t]*/, '');
    if (line === '' || line.startsWith('#') || /^echo\b[^&|;]*$/.test(line)) continue;
    const called = CALLS_MAKE.exec(line);
    const text = called === null ? expand(line, makefile.variables, MAX_DEPTH) : null;
    if (called !== null) parts.push(recipeOf(called[1] ?? called[2]!, makefile, inner));
    else parts.push(text === null ? null : [text]);
  }
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
};

/** Targets for people, as far as a Makefile can be read without make. */
export const makeTargets = (text: string): readonly Target[] => {
  const makefile = readMakefile(text);
  return [...makefile.rules.keys()].map((name) => ({
    name,
    command: `make ${name}`,
    recipe: recipeOf(name, makefile, [])?.join(' && ') || null,
  }));
};

import type { Target } from './target.ts';

const MAX_CHARS = 200_000;
const MAX_DEPTH = 8;
/** A recipe with parameters that have no default cannot be run by its name alone. */
const HEADER =
  /^@?([A-Za-z][\w-]*)((?:[ \t]+[*+$]?[A-Za-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s:]+))*)[ \t]*:(?!=)[ \t]*([^#]*)$/;

type Recipe = { readonly needs: readonly string[]; readonly lines: readonly string[] };

const readJustfile = (text: string): ReadonlyMap<string, Recipe> => {
  const recipes = new Map<string, Recipe>();
  let lines: string[] | null = null;
  for (const line of text.slice(0, MAX_CHARS).replaceAll('\\\n', ' ').split(/\r?\n/)) {
    if (/^[ \t]+\S/.test(line)) {
      lines?.push(line.trim());
      continue;
    }
    const [, name, , needs = ''] = HEADER.exec(line) ?? [];
    if (line.trim() !== '') lines = null;
    if (name === undefined) continue;
    lines = [];
    recipes.set(name, { needs: needs.split(/[ \t]+|&&/).filter(Boolean), lines });
  }
  return recipes;
};

const stepsOf = (
  name: string,
  recipes: ReadonlyMap<string, Recipe>,
  open: readonly string[],
): readonly string[] | null => {
  const recipe = recipes.get(name);
  if (recipe === undefined || open.includes(name) || open.length > MAX_DEPTH) return null;
  const inner = [...open, name];
  const parts: (readonly string[] | null)[] = recipe.needs.map((need) => stepsOf(need, recipes, inner));
  if (recipe.lines[0]?.startsWith('#!')) return null;
  for (const raw of recipe.lines) {
    const line = raw.replace(/^[@-]+[ \t]*/, '');
    if (line === '' || line.startsWith('#')) continue;
    const called = /^just[ \t]+([A-Za-z][\w-]*)$/.exec(line)?.[1];
    if (called !== undefined) parts.push(stepsOf(called, recipes, inner));
    else parts.push(line.includes('{{') ? null : [line]);
  }
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
};

export const justTargets = (text: string): readonly Target[] => {
  const recipes = readJustfile(text);
  return [...recipes.keys()].map((name) => ({
    name,
    command: `just ${name}`,
    recipe: stepsOf(name, recipes, [])?.join(' && ') || null,
  }));
};

import { isObject } from '../../domain/json/is-object.ts';
import { tomlOrEmpty, valueAt } from '../../languages/parts/toml-or-empty.ts';
import type { Target } from './target.ts';

const MAX_CHARS = 200_000;
const MAX_DEPTH = 4;
/** Environments of hatch whose dependencies are installed for the tests. */
const ENVIRONMENT = /^(?:default|hatch-test|dev|(?:unit)?tests?|testing)$/;
/** Tables of pdm, rye, poethepoet and taskipy. */
const TABLES = [
  ['pdm', 'scripts'],
  ['rye', 'scripts'],
  ['poe', 'tasks'],
  ['taskipy', 'tasks'],
] as const;

type Scripts = ReadonlyMap<string, readonly string[]>;

/** A command, several of them, or a table with one; null: more than that. */
const commandsOf = (value: unknown): readonly string[] | null => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value))
    return value.every((one): one is string => typeof one === 'string') && value.length > 0 ? value : null;
  const inner = valueAt(value, 'cmd') ?? valueAt(value, 'shell');
  return typeof inner === 'string' ? [inner] : null;
};

const scriptsIn = (table: unknown): Scripts =>
  new Map(
    Object.entries(isObject(table) ? table : {}).flatMap(([name, value]) => {
      const commands = commandsOf(value);
      return commands === null ? [] : [[name, commands] as const];
    }),
  );

/** The text that hatch or pdm would run; null: it depends on more than its arguments. */
const substitute = (command: string): string | null => {
  const text = command
    .replace(/^-\s+/, '')
    .replaceAll(/\{args(?::([^{}]*))?\}/g, (_, standard: string | undefined) => standard ?? '')
    .replaceAll('{root}', '.')
    .trim();
  return /[{}]/.test(text) ? null : text;
};

/** A script may call others of its environment by their names. */
const recipeOf = (name: string, scripts: Scripts, depth = 0): string | null => {
  const parts = (scripts.get(name) ?? []).map((command) => {
    const first = command.split(/\s/, 1)[0] ?? '';
    if (!scripts.has(first) || first === name) return substitute(command);
    return depth < MAX_DEPTH && command.trim() === first ? recipeOf(first, scripts, depth + 1) : null;
  });
  return parts.length === 0 || parts.includes(null) ? null : parts.join(' && ');
};

const targetsIn = (scripts: Scripts): readonly Target[] =>
  [...scripts.keys()].map((name) => ({ name, command: null, recipe: recipeOf(name, scripts) }));

/** Scripts of hatch's environments for tests, and of pdm, rye, poethepoet and taskipy. */
export const pyprojectTargets = (text: string): readonly Target[] => {
  const tool = valueAt(tomlOrEmpty(text.slice(0, MAX_CHARS)), 'tool');
  const environments = valueAt(tool, 'hatch', 'envs');
  const ofHatch = Object.entries(isObject(environments) ? environments : {})
    .filter(([name]) => ENVIRONMENT.test(name))
    .map(([, environment]) => valueAt(environment, 'scripts'));
  return [...ofHatch, ...TABLES.map((path) => valueAt(tool, ...path))].flatMap((table) =>
    targetsIn(scriptsIn(table)),
  );
};

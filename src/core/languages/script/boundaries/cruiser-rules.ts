import type { SourceIndex } from '../../../domain/source/source-index.ts';
import type { ImportEdge } from '../../parts/import-target.ts';
import type { BoundaryReader, BoundaryRule, DeclaredRules } from '../../parts/boundary-rule.ts';
import { asList, asObject, asStrings, type PlainObject } from '../../parts/plain-data.ts';
import { readScriptData, SPREAD } from './read-script-data.ts';
import { isTame } from './tame-pattern.ts';

const FILES = ['json', 'js', 'cjs', 'mjs'].map((ending) => `.dependency-cruiser.${ending}`);
const LONGEST_PATH = 1_000;
const TYPE_ONLY = 'type-only';

const compile = (text: string): RegExp | null => {
  try {
    return isTame(text) ? new RegExp(text) : null;
  } catch {
    return null;
  }
};

/** `$1` in the target's pattern refers to the importer's first group. */
const withGroups = (text: string, groups: readonly string[]): RegExp | null =>
  compile(
    text.replaceAll(/\$(\d)/g, (_, digit: string) =>
      (groups[Number(digit)] ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    ),
  );

type Side = { readonly path: readonly string[]; readonly not: readonly string[] };

const sideOf = (value: unknown): Side => {
  const { path, pathNot } = asObject(value);
  return { path: asStrings(path), not: asStrings(pathNot) };
};

const matchFrom = ({ path, not }: Side, file: string): readonly string[] | null => {
  if (not.some((text) => compile(text)?.test(file))) return null;
  if (path.length === 0) return [file];
  for (const text of path) {
    const found = compile(text)?.exec(file);
    if (found) return found;
  }
  return null;
};

const matchesTo = ({ path, not }: Side, file: string, groups: readonly string[]): boolean => {
  if (not.some((text) => withGroups(text, groups)?.test(file))) return false;
  return path.length === 0 || path.some((text) => withGroups(text, groups)?.test(file));
};

const isWholly = (value: unknown, wanted: (text: string) => boolean): boolean =>
  (Array.isArray(value) ? value : [value]).every((each) => typeof each === 'string' && wanted(each));

/** Only patterns and type-only imports can be checked; null if all of the rule can. */
const notUnderstood = (side: unknown, allowed: readonly string[]): string | null => {
  if (typeof side !== 'object' || side === null || Array.isArray(side)) return 'something computed';
  for (const [key, value] of Object.entries(side)) {
    const asked = allowed.includes(key);
    if (asked && key.startsWith('path') && isWholly(value, (text) => compile(text) !== null)) continue;
    if (asked && !key.startsWith('path') && isWholly(value, (text) => text === TYPE_ONLY)) continue;
    return asked ? `a ${key} that cannot be read or would take too long` : key;
  }
  return null;
};

const PATHS = ['path', 'pathNot'];
const PATHS_AND_TYPES = [...PATHS, 'dependencyTypes', 'dependencyTypesNot'];

type Matcher = (edge: ImportEdge) => boolean;

const matcherOf = (rule: PlainObject): Matcher | string => {
  const foreign = notUnderstood(rule['from'], PATHS) ?? notUnderstood(rule['to'], PATHS_AND_TYPES);
  if (foreign !== null) return foreign;
  const [from, to] = [sideOf(rule['from']), sideOf(rule['to'])];
  const { dependencyTypes, dependencyTypesNot } = asObject(rule['to']);
  return (edge) => {
    if (edge.from.length > LONGEST_PATH || edge.to.length > LONGEST_PATH) return false;
    if (dependencyTypes !== undefined && !edge.typeOnly) return false;
    if (dependencyTypesNot !== undefined && edge.typeOnly) return false;
    const groups = matchFrom(from, edge.from);
    return groups !== null && matchesTo(to, edge.to, groups);
  };
};

/** Cycles are found even without a rule. */
const isHeld = (rule: unknown): boolean =>
  asObject(rule)['severity'] !== 'ignore' && asObject(asObject(rule)['to'])['circular'] !== true;

const forbiddenRule = (stated: unknown): BoundaryRule | string => {
  const rule = asObject(stated);
  const name = typeof rule['name'] === 'string' ? rule['name'] : 'unnamed';
  const matches = matcherOf(rule);
  if (typeof matches === 'string')
    return `rule ${name} of dependency-cruiser is not checked: it asks for ${matches}`;
  return {
    name: `dependency-cruiser ${name}`,
    forbids: (edge) => (matches(edge) ? `${edge.from} imports ${edge.to}, which ${name} forbids` : null),
  };
};

/** An import that none of these allows is forbidden, so all of them must be understood. */
const allowedRule = (stated: readonly unknown[]): readonly (BoundaryRule | string)[] => {
  if (stated.length === 0) return [];
  const matchers = stated.map((rule) => matcherOf(asObject(rule)));
  const foreign = matchers.find((each) => typeof each === 'string');
  if (foreign !== undefined) return [`allowed of dependency-cruiser is not checked: it asks for ${foreign}`];
  const whole = matchers.filter((each) => typeof each !== 'string');
  return [
    {
      name: 'dependency-cruiser not-in-allowed',
      forbids: (edge) =>
        whole.some((matches) => matches(edge))
          ? null
          : `${edge.from} imports ${edge.to}, which nothing allows`,
    },
  ];
};

/** Rules of `forbidden` and `allowed` about paths; configurations are read, never run. */
const readCruiserRules = ({ texts }: SourceIndex): DeclaredRules => {
  const file = FILES.find((path) => texts.has(path));
  if (file === undefined) return { rules: [], notes: [] };
  const read = asObject(readScriptData(texts.get(file) ?? ''));
  const computed = ['forbidden', 'allowed'].find(
    (key) => Object.hasOwn(read, key) && !Array.isArray(read[key]),
  );
  if (Object.keys(read).length === 0 || computed !== undefined)
    return { rules: [], notes: [`${file} is a program: its rules cannot be read without running it`] };
  const found = [
    ...asList(read['forbidden']).filter(isHeld).map(forbiddenRule),
    ...allowedRule(asList(read['allowed'])),
  ];
  const extended = Object.hasOwn(read, 'extends') || Object.hasOwn(read, SPREAD);
  return {
    rules: found.filter((rule) => typeof rule !== 'string'),
    notes: [
      ...found.filter((rule) => typeof rule === 'string'),
      ...(extended ? [`${file} builds on others, which are not read`] : []),
    ],
  };
};

export const cruiserRules: BoundaryReader = {
  configuration: [/^\.dependency-cruiser\.(?:json|[cm]?js)$/],
  rules: readCruiserRules,
};

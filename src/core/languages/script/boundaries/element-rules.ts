import type { SourceIndex } from '../../../domain/source/source-index.ts';
import { matchGlob } from '../../../text/match-glob.ts';
import type { BoundaryReader, DeclaredRules } from '../../parts/boundary-rule.ts';
import { asList, asObject, asStrings, type PlainObject } from '../../parts/plain-data.ts';
import { readScriptData } from './read-script-data.ts';

const ESLINT_FILE = /^eslint\.config\.[cm]?[jt]s$|^\.eslintrc(?:\.json|\.c?js|\.ya?ml)?$/;
/** The second is the former name of the first. */
const RULES = ['boundaries/dependencies', 'boundaries/element-types'];
const ELEMENTS = 'boundaries/elements';
const OFF = new Set<unknown>(['off', 0]);
const MOST_VALUES = 20_000;

type Element = { readonly type: string; readonly patterns: readonly string[]; readonly mode: string };

const elementOf = (value: unknown): Element => {
  const { type, pattern, mode } = asObject(value);
  return {
    type: String(type),
    patterns: asStrings(pattern),
    mode: typeof mode === 'string' ? mode : 'folder',
  };
};

/** In the mode `folder` a pattern names folders, anywhere in the path, including their contents. */
const belongs = (path: string, { patterns, mode }: Element): boolean =>
  patterns.some((pattern) => {
    const whole = pattern.startsWith('**/') ? pattern : `**/${pattern}`;
    return matchGlob(mode === 'folder' ? `${whole}/**` : whole)(path);
  });

type Stated = { elements: readonly unknown[]; rule: unknown; name: string };

/** Anywhere in a configuration: in overrides, in a flat list, in the arguments of a call. */
const findStated = (config: unknown): Stated => {
  const seen = new Set<unknown>();
  const open = [config];
  const found: Stated = { elements: [], rule: undefined, name: '' };
  for (let each = open.shift(); each !== undefined && seen.size < MOST_VALUES; each = open.shift()) {
    if (typeof each !== 'object' || each === null || seen.has(each)) continue;
    seen.add(each);
    const { settings, rules } = each as PlainObject;
    const elements = asObject(settings)[ELEMENTS];
    const name = RULES.find((rule) => Object.hasOwn(asObject(rules), rule));
    if (elements !== undefined) found.elements = asList(elements);
    if (name !== undefined) Object.assign(found, { rule: asObject(rules)[name], name });
    open.push(...Object.values(each).filter((value) => typeof value === 'object'));
  }
  return found;
};

const namesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Conditions on more than the type (`['helpers', { family: 'a' }]`, `${from.type}`) are not distinguished. */
const isPlain = (rule: PlainObject): boolean =>
  ['from', 'allow', 'disallow'].every(
    (key) =>
      !Object.hasOwn(rule, key) ||
      namesOf(rule[key]).every((name) => typeof name === 'string' && !name.includes('${')),
  );

const allows = (options: PlainObject, from: string, to: string): boolean => {
  let allowed = options['default'] === 'allow';
  for (const rule of asList(options['rules']).map(asObject)) {
    const names = (key: string, wanted: string): boolean =>
      asStrings(rule[key]).some((type) => type === wanted || type === '*');
    if (!names('from', from)) continue;
    if (names('allow', to)) allowed = true;
    if (names('disallow', to)) allowed = false;
  }
  return allowed;
};

const NOTHING: DeclaredRules = { rules: [], notes: [] };

const usesBoundaries = (text: string): boolean => text.includes('boundaries/');

/** Element types of eslint-plugin-boundaries; configurations are read, never run. */
const readElementRules = ({ texts }: SourceIndex): DeclaredRules => {
  const [file, text] =
    [...texts].find(([path, each]) => ESLINT_FILE.test(path) && usesBoundaries(each)) ?? [];
  const own = asObject(readScriptData(texts.get('package.json') ?? ''))['eslintConfig'];
  const config = text === undefined ? own : readScriptData(text);
  const { elements, rule, name } = findStated(config);
  const [severity, options] = asList(rule);
  if (OFF.has(rule) || OFF.has(severity)) return NOTHING;
  const stated = asList(asObject(options)['rules']).map(asObject);
  if (elements.length === 0 || severity === undefined || !stated.every(isPlain)) {
    if (file === undefined && severity === undefined) return NOTHING;
    const why = stated.every(isPlain) ? 'a program' : 'more than types of elements';
    return { rules: [], notes: [`${file ?? 'package.json'} holds ${why}: its boundaries are not checked`] };
  }
  const known = elements.map(elementOf);
  const typeOf = (path: string) => known.find((element) => belongs(path, element))?.type;
  return {
    rules: [
      {
        name,
        forbids: ({ from, to }) => {
          const [importer, imported] = [typeOf(from), typeOf(to)];
          if (importer === undefined || imported === undefined || importer === imported) return null;
          return allows(asObject(options), importer, imported)
            ? null
            : `${from} (${importer}) imports ${to} (${imported})`;
        },
      },
    ],
    notes: [],
  };
};

export const elementRules: BoundaryReader = {
  configuration: [/^eslint\.config\.[cm]?[jt]s$/, /^\.eslintrc(?:\.json|\.c?js|\.ya?ml)?$/],
  rules: readElementRules,
};

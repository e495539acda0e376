import type { SourceIndex } from '../../../domain/source-index.ts';
import type { BoundaryRule, DeclaredRules } from '../boundary-rule.ts';
import { asList, asObject, asStrings, parseObject, type PlainObject } from './plain-data.ts';

const AS_DATA = '.dependency-cruiser.json';
const AS_PROGRAM = ['.dependency-cruiser.js', '.dependency-cruiser.cjs', '.dependency-cruiser.mjs'];
const UNDERSTOOD = new Set(['path', 'pathNot']);
const LONGEST_PATH = 1_000;

type Side = {
  readonly path: readonly RegExp[];
  readonly not: readonly string[];
  readonly texts: readonly string[];
};

const compile = (text: string): RegExp | null => {
  try {
    return new RegExp(text);
  } catch {
    return null;
  }
};

const sideOf = (value: unknown): Side => {
  const { path, pathNot } = asObject(value);
  const texts = asStrings(path);
  return { texts, path: texts.flatMap((text) => compile(text) ?? []), not: asStrings(pathNot) };
};

/** `$1` in the target's pattern stands for what the importer's first group held. */
const withGroups = (text: string, groups: readonly string[]): RegExp | null =>
  compile(
    text.replaceAll(/\$(\d)/g, (_, digit: string) =>
      (groups[Number(digit)] ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    ),
  );

const matchFrom = ({ path, not, texts }: Side, file: string): readonly string[] | null => {
  if (not.some((text) => compile(text)?.test(file))) return null;
  if (texts.length === 0) return [file];
  for (const pattern of path) {
    const found = pattern.exec(file);
    if (found) return found;
  }
  return null;
};

const matchesTo = ({ texts, not }: Side, file: string, groups: readonly string[]): boolean => {
  if (not.some((text) => withGroups(text, groups)?.test(file))) return false;
  return texts.length === 0 || texts.some((text) => withGroups(text, groups)?.test(file));
};

const ruleOf = (value: PlainObject): BoundaryRule | string => {
  const name = typeof value['name'] === 'string' ? value['name'] : 'unnamed';
  const conditions = [...Object.keys(asObject(value['from'])), ...Object.keys(asObject(value['to']))];
  const foreign = conditions.find((key) => !UNDERSTOOD.has(key));
  if (foreign !== undefined)
    return `rule ${name} of dependency-cruiser is not checked: it asks for ${foreign}`;
  const [from, to] = [sideOf(value['from']), sideOf(value['to'])];
  return {
    name: `dependency-cruiser ${name}`,
    forbids: (edge) => {
      if (edge.from.length > LONGEST_PATH || edge.to.length > LONGEST_PATH) return null;
      const groups = matchFrom(from, edge.from);
      return groups !== null && matchesTo(to, edge.to, groups)
        ? `${edge.from} imports ${edge.to}, which ${name} forbids`
        : null;
    },
  };
};

/** Rules of `forbidden` that speak of paths alone; the severity `ignore` is honoured. */
export const cruiserRules = ({ byPath, texts }: SourceIndex): DeclaredRules => {
  const program = AS_PROGRAM.find((path) => byPath.has(path));
  if (program !== undefined)
    return { rules: [], notes: [`${program} is a program: its rules cannot be read without running it`] };
  const found = asList(parseObject(texts.get(AS_DATA))?.['forbidden'])
    .map(asObject)
    .filter(({ severity }) => severity !== 'ignore')
    .map(ruleOf);
  return {
    rules: found.filter((rule) => typeof rule !== 'string'),
    notes: found.filter((rule) => typeof rule === 'string'),
  };
};

import { changedSpans } from '../analyse/change/changed-spans.ts';
import { touches } from '../analyse/change/line-spans.ts';
import type { Insertion, ProbedFunction, ProbeRules } from '../languages/parts/probe-rules.ts';
import type { FileVersion } from '../syntax/file-version.ts';

/** A function of a file, by the name that it has in every version of it. */
export type FunctionName = { readonly path: string; readonly name: string };

export const functionKey = ({ path, name }: FunctionName): string => `${path}::${name}`;

const functionsIn = (rules: ProbeRules, version: FileVersion | null): readonly ProbedFunction[] =>
  version === null || version.syntax === null ? [] : rules.functions(version.syntax);

const touchedIn = (rules: ProbeRules, version: FileVersion | null, other: FileVersion | null): string[] => {
  if (version === null) return [];
  const spans = changedSpans(other?.text ?? '', version.text);
  return functionsIn(rules, version)
    .filter(({ start, end }) => touches({ spans }, version.lineAt(start), version.lineAt(end)))
    .map(({ name }) => name);
};

/** Functions with a changed line on either side. */
export const changedFunctions = (
  rules: ProbeRules,
  before: FileVersion | null,
  after: FileVersion | null,
): readonly string[] => [
  ...new Set([...touchedIn(rules, after, before), ...touchedIn(rules, before, after)]),
];

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Functions that name one of these, or another that does. */
const callersIn = (
  functions: readonly ProbedFunction[],
  text: string,
  called: readonly string[],
): readonly string[] => {
  const known = new Set(called.map(lastPart));
  const found = new Set<string>();
  const words = functions.map(({ start, end }) => new Set(text.slice(start, end).match(/\w+/g)));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [at, { name }] of functions.entries())
      if (!found.has(name) && [...known].some((one) => words[at]?.has(one))) {
        found.add(name);
        known.add(lastPart(name));
      }
  }
  return [...found];
};

/** Functions that may lead to a changed private function. */
export const neighboursIn = (
  rules: ProbeRules,
  version: FileVersion | null,
  changed: readonly string[],
): readonly string[] => {
  const functions = functionsIn(rules, version);
  if (rules.probesNeighbours === 'callers') return callersIn(functions, version?.text ?? '', changed);
  return rules.probesNeighbours ? functions.map(({ name }) => name) : [];
};

/** Why calls of some of the functions cannot be recorded. */
export const obstaclesIn = (
  rules: ProbeRules,
  version: FileVersion | null,
): readonly { readonly name: string; readonly obstacle: string }[] =>
  functionsIn(rules, version).flatMap(({ name, obstacle }) =>
    obstacle === undefined ? [] : [{ name, obstacle }],
  );

const withInsertions = (text: string, insertions: readonly Insertion[]): string => {
  let marked = text;
  for (const { at, text: added } of [...insertions].sort((a, b) => b.at - a.at))
    marked = marked.slice(0, at) + added + marked.slice(at);
  return marked;
};

/** The file, with every wanted function reporting its calls; null: it contains none of them. */
export const markFile = (
  rules: ProbeRules,
  version: FileVersion,
  idOf: (name: string) => number | undefined,
): string | null => {
  const insertions = functionsIn(rules, version).flatMap(({ name, mark }) => {
    const id = idOf(name);
    return id === undefined ? [] : mark(id);
  });
  return insertions.length === 0 ? null : withInsertions(version.text, insertions);
};

/** Who builds what stands under a condition: tests alone, all but tests, or both. */
export type Builders = 'tests' | 'others' | 'all';

/** A condition, by whether the build is one of tests; null: other things decide. */
type Outcome = boolean | null;
type Condition = (isTest: boolean) => Outcome;

const ALWAYS: Condition = () => true;
const DEEPEST = 32;

const PIECES = /"(?:[^"\\]|\\[^])*"|\/\/[^\n]*|\/\*|\*\//g;

/** Block comments nest. */
const withoutComments = (text: string): string => {
  let [kept, from, depth] = ['', 0, 0];
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    if (piece.startsWith('"')) continue;
    if (depth === 0) kept += `${text.slice(from, index)} `;
    if (piece === '/*') depth += 1;
    else if (piece === '*/') depth = Math.max(0, depth - 1);
    from = index + piece.length;
  }
  return depth === 0 ? kept + text.slice(from) : kept;
};

/** Without comments, and raw names like plain ones: the compiler reads `r#test` and `test` alike. */
const plain = (text: string): string =>
  withoutComments(text)
    .replaceAll(/\br#(?=\w)/g, '')
    .trim();

/** The parts of `a, b(c, d)`, at the top level. */
const partsOf = (list: string): readonly string[] => {
  const parts = [''];
  let depth = 0;
  let isText = false;
  for (const letter of list) {
    if (letter === '"') isText = !isText;
    if (!isText && '([{'.includes(letter)) depth += 1;
    else if (!isText && ')]}'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0 && !isText) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
};

const negated = (one: Condition): Condition => {
  return (isTest) => {
    const outcome = one(isTest);
    return outcome === null ? null : !outcome;
  };
};

/** `decides`: the outcome of one that makes that of all. */
const joined =
  (all: readonly Condition[], decides: boolean): Condition =>
  (isTest) => {
    const outcomes = new Set(all.map((one) => one(isTest)));
    if (outcomes.has(decides)) return decides;
    return outcomes.has(null) ? null : !decides;
  };

const readCondition = (text: string, depth = 0): Condition => {
  const [, name, list] = /^(\w+)\s*(?:\(([^]*)\))?$/.exec(text) ?? [];
  if (name === undefined || depth > DEEPEST) return () => null;
  if (list === undefined) {
    if (name === 'test') return (isTest) => isTest;
    return name === 'true' || name === 'false' ? () => name === 'true' : () => null;
  }
  const inner = partsOf(list).map((part) => readCondition(part, depth + 1));
  if (name === 'not') return negated(inner[0] ?? (() => null));
  return name === 'all' || name === 'any' ? joined(inner, name === 'any') : () => null;
};

/** An attribute as it stands in source. */
export type Mark = {
  readonly when: Condition;
  /** Without brackets. */
  readonly text: string;
};

const conditional = (text: string, when: Condition, depth: number): readonly Mark[] => {
  const list = /^cfg_attr\s*\(([^]*)\)$/.exec(text)?.[1];
  if (list === undefined || depth > DEEPEST) return [{ when, text }];
  const [condition = '', ...marks] = partsOf(list);
  const both = joined([when, readCondition(condition)], false);
  return marks.flatMap((mark) => conditional(mark, both, depth + 1));
};

/** What an attribute says, and when. */
export const marksIn = (attribute: string): readonly Mark[] => {
  const text = /^#\s*!?\s*\[([^]*)\]$/.exec(plain(attribute))?.[1]?.trim();
  return text === undefined ? [] : conditional(text, ALWAYS, 0);
};

const buildersUnder = (when: Condition): Builders => {
  if (when(true) === false) return when(false) === false ? 'all' : 'others';
  return when(false) === false ? 'tests' : 'all';
};

export const buildersOfCondition = (text: string): Builders => buildersUnder(readCondition(plain(text)));

/** Who builds what has these attributes. */
export const buildersOf = (attributes: readonly string[]): Builders =>
  buildersUnder(
    joined(
      attributes.flatMap(marksIn).flatMap(({ when, text }) => {
        const condition = /^cfg\s*\(([^]*)\)$/.exec(text)?.[1];
        if (condition === undefined) return [];
        // The attribute is absent where it is not said.
        return [joined([negated(when), readCondition(condition.trim().replace(/,$/, '').trim())], true)];
      }),
      false,
    ),
  );

/** Attributes that stand in builds of tests alone, or in all others. */
export const unequalMarks = (attribute: string): readonly (Mark & { readonly builders: Builders })[] =>
  marksIn(attribute)
    .map((mark) => ({ ...mark, builders: buildersUnder(mark.when) }))
    .filter(({ builders }) => builders !== 'all');

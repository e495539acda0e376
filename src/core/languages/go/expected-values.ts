import type { OtherValues } from '../parts/expectation-changer.ts';
import { type CompiledEdit, isBypassed, namesExpectation, nodeAround } from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';
import { goFunctionAround, isOnlyCompared, lastNameOf, literalIn, otherLiteral } from './literals.ts';

const DECLARATIONS = new Set(['short_var_declaration', 'var_spec']);
const TABLES = new Set(['slice_type', 'array_type', 'map_type', 'implicit_length_array_type']);
const LEAVES = /\b(?:continue|return|break|goto|Skip\w*|Goexit|panic)\b/;

export type TestReading = {
  readonly tree: Tree;
  readonly other: OtherValues;
  readonly uses: ReadonlyMap<string, readonly number[]>;
};

/** Whether a loop runs over values that the file itself lists. */
const runsOverList = ({ tree, uses }: TestReading, loop: number): boolean => {
  const range = tree.children(loop).find((child) => tree.kind(child) === 'range_clause');
  const over = range === undefined ? null : tree.child(range, 'right');
  if (over === null || tree.kind(over) === 'composite_literal') return over !== null;
  return (uses.get(tree.text(over)) ?? []).some((use) => {
    const declaration = nodeAround(tree, use, DECLARATIONS);
    const value =
      declaration === null ? null : (tree.child(declaration, 'right') ?? tree.child(declaration, 'value'));
    if (value === null || tree.end(use) > tree.start(value)) return false;
    const [listed] = tree.children(value);
    return listed !== undefined && tree.kind(listed) === 'composite_literal';
  });
};

/** The test function that certainly gets to a statement: also in a loop over a list, and in a subtest. */
export const reachedBy = (reading: TestReading, statement: number): string | null => {
  const { tree } = reading;
  if (isBypassed(tree, statement, LEAVES)) return null;
  const block = tree.parent(tree.parent(statement));
  const holder = tree.parent(block);
  if (tree.kind(block) !== 'block') return null;
  if (tree.kind(holder) === 'function_declaration') {
    const name = tree.child(holder, 'name');
    return name !== null && /^Test(?![a-z])/.test(tree.text(name)) ? tree.text(name) : null;
  }
  if (tree.kind(holder) === 'for_statement')
    return runsOverList(reading, holder) ? reachedBy(reading, holder) : null;
  if (tree.kind(holder) !== 'func_literal') return null;
  const call = tree.parent(tree.parent(holder));
  const outer = tree.parent(call);
  return tree.kind(call) === 'call_expression' &&
    lastNameOf(tree, call) === 'Run' &&
    tree.kind(outer) === 'expression_statement'
    ? reachedBy(reading, outer)
    : null;
};

const replace = (
  { tree, other }: TestReading,
  literal: number,
  where: { readonly test: string | null; readonly within: number },
): CompiledEdit => ({
  start: tree.start(literal),
  end: tree.end(literal),
  text: otherLiteral(tree, literal, other) ?? tree.text(literal),
  value: true,
  ...where,
});

/** `want := 3`, if nothing but comparisons and messages use it. */
const variableEdit = (reading: TestReading, use: number, test: string | null): CompiledEdit | null => {
  const { tree, other, uses } = reading;
  const name = tree.text(use);
  if (tree.kind(use) !== 'identifier' || !namesExpectation(name)) return null;
  const within = goFunctionAround(tree, use);
  const own = (uses.get(name) ?? []).filter((one) => goFunctionAround(tree, one) === within);
  const declared = own.filter((one) => {
    const list = tree.parent(one);
    return (
      tree.field(list) === 'left' &&
      tree.children(list).length === 1 &&
      tree.kind(tree.parent(list)) === 'short_var_declaration'
    );
  });
  const [declaration] = declared;
  if (declaration === undefined || declared.length > 1) return null;
  if (!own.every((one) => one === declaration || isOnlyCompared(tree, one))) return null;
  const right = tree.child(tree.parent(tree.parent(declaration)), 'right');
  const literal = right === null ? null : literalIn(tree, right, other);
  return literal === null ? null : replace(reading, literal, { test, within });
};

/** Places of the columns of a table of cases, by name. */
const columnsOf = (tree: Tree, table: number): readonly string[] => {
  const type = tree.child(table, 'type');
  if (type === null || !TABLES.has(tree.kind(type))) return [];
  const struct = tree.child(type, 'element') ?? tree.child(type, 'value');
  const [fields] =
    struct === null
      ? []
      : tree.children(struct).filter((child) => tree.kind(child) === 'field_declaration_list');
  return fields === undefined
    ? []
    : tree.children(fields).flatMap((field) =>
        tree
          .children(field)
          .filter((child) => tree.field(child) === 'name')
          .map((child) => tree.text(child)),
      );
};

/** `{1, 2}`, `"name": {1, 2}` and `Case{1, 2}`. */
const rowIn = (tree: Tree, element: number): number | null => {
  const holder = tree.kind(element) === 'keyed_element' ? tree.child(element, 'value') : element;
  const [row] = holder === null ? [] : tree.children(holder);
  if (row === undefined) return null;
  const body = tree.kind(row) === 'composite_literal' ? tree.child(row, 'body') : row;
  return body !== null && tree.kind(body) === 'literal_value' ? body : null;
};

/** The cells of a column in every row, named or by place. */
const cellsOf = (tree: Tree, table: number, column: string): readonly number[] => {
  const at = columnsOf(tree, table).indexOf(column);
  const body = tree.child(table, 'body');
  if (body === null) return [];
  return tree.children(body).flatMap((element) => {
    const row = rowIn(tree, element);
    const cells = row === null ? [] : tree.children(row);
    const named = cells.filter((cell) => tree.kind(cell) === 'keyed_element');
    const cell =
      named.length === 0
        ? cells[at]
        : named.find((one) => tree.text(tree.child(one, 'key') ?? one) === column);
    return cell === undefined ? [] : [cell];
  });
};

/** Whether a table is that of a function: inside it, or declared for the file and used there. */
const isTableOf = ({ tree, uses }: TestReading, table: number, within: number): boolean => {
  const holder = goFunctionAround(tree, table);
  if (holder !== -1) return holder === within;
  const declaration = nodeAround(tree, table, DECLARATIONS);
  const name = declaration === null ? null : tree.child(declaration, 'name');
  return (
    name !== null && (uses.get(tree.text(name)) ?? []).some((use) => goFunctionAround(tree, use) === within)
  );
};

/** `tt.want`: the column of the table in the same function or the same file, if it is only compared everywhere. */
const columnEdits = (reading: TestReading, use: number, test: string | null): readonly CompiledEdit[] => {
  const { tree, other, uses } = reading;
  const field = tree.kind(use) === 'selector_expression' ? tree.child(use, 'field') : null;
  const column = field === null ? '' : tree.text(field);
  if (!namesExpectation(column)) return [];
  const read = (uses.get(`.${column}`) ?? []).map((one) => tree.parent(one));
  if (!read.every((one) => isOnlyCompared(tree, one))) return [];
  const within = goFunctionAround(tree, use);
  const edits: CompiledEdit[] = [];
  for (let table = 0; table < tree.size; table += 1) {
    if (tree.kind(table) !== 'composite_literal' || !isTableOf(reading, table, within)) continue;
    for (const cell of cellsOf(tree, table, column)) {
      const literal = literalIn(tree, cell, other);
      if (literal !== null) edits.push(replace(reading, literal, { test, within }));
    }
  }
  return edits;
};

/** Changed values on either side of a comparison. */
export const valueEdits = (
  reading: TestReading,
  sides: readonly number[],
  statement: number,
): readonly CompiledEdit[] => {
  const { tree, other } = reading;
  const test = reachedBy(reading, statement);
  for (const side of sides) {
    const literal = literalIn(tree, side, other);
    if (literal !== null) return [replace(reading, literal, { test, within: goFunctionAround(tree, side) })];
    const variable = variableEdit(reading, side, test);
    if (variable !== null) return [variable];
    const column = columnEdits(reading, side, test);
    if (column.length > 0) return column;
  }
  return [];
};

import type { OtherValues } from '../parts/expectation-changer.ts';
import { type CompiledEdit, namesExpectation, nodeAround } from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';
import { literalIn, otherLiteral } from './literals.ts';

const PRINTS = /^(?:Error|Fatal|Log|Skip|Print|Sprint|Fprint)(?:f|ln)?$/;
export const COMPARES = /^(?:Equal\w*|DeepEqual|Diff|Compare|Same\w*|ElementsMatch|JSONEq|InDelta)$/;

const FUNCTIONS = new Set(['function_declaration', 'method_declaration']);
export const DECLARATIONS = new Set(['short_var_declaration', 'var_spec']);
const TABLES = new Set(['slice_type', 'array_type', 'map_type', 'implicit_length_array_type']);

export const lastNameOf = (tree: Tree, call: number): string => {
  const callee = tree.child(call, 'function');
  const name =
    callee !== null && tree.kind(callee) === 'selector_expression' ? tree.child(callee, 'field') : callee;
  return name === null ? '' : tree.text(name);
};

export type Reading = {
  readonly tree: Tree;
  readonly other: OtherValues;
  readonly uses: ReadonlyMap<string, readonly number[]>;
};

/** Whether a value is only compared and shown: then a change of it cannot change what is compared with it. */
const isOnlyCompared = (tree: Tree, node: number): boolean => {
  const parent = tree.parent(node);
  switch (tree.kind(parent)) {
    case 'binary_expression':
      return /^[!=]=$/.test(tree.text(tree.child(parent, 'operator') ?? parent));
    case 'unary_expression':
    case 'parenthesized_expression':
      return isOnlyCompared(tree, parent);
    case 'index_expression':
      return tree.field(node) === 'operand' && isOnlyCompared(tree, parent);
    case 'argument_list': {
      const call = tree.parent(parent);
      const name = lastNameOf(tree, call);
      return name === 'len' ? isOnlyCompared(tree, call) : PRINTS.test(name) || COMPARES.test(name);
    }
    default:
      return false;
  }
};

export const functionAround = (tree: Tree, node: number): number => nodeAround(tree, node, FUNCTIONS) ?? -1;

export const replace = (
  { tree, other }: Reading,
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
export const variableEdit = (reading: Reading, use: number, test: string | null): CompiledEdit | null => {
  const { tree, other, uses } = reading;
  const name = tree.text(use);
  if (tree.kind(use) !== 'identifier' || !namesExpectation(name)) return null;
  const within = functionAround(tree, use);
  const own = (uses.get(name) ?? []).filter((one) => functionAround(tree, one) === within);
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
const isTableOf = ({ tree, uses }: Reading, table: number, within: number): boolean => {
  const holder = functionAround(tree, table);
  if (holder !== -1) return holder === within;
  const declaration = nodeAround(tree, table, DECLARATIONS);
  const name = declaration === null ? null : tree.child(declaration, 'name');
  return (
    name !== null && (uses.get(tree.text(name)) ?? []).some((use) => functionAround(tree, use) === within)
  );
};

/** `tt.want`: the column of the table in the same function or the same file, if it is only compared everywhere. */
export const columnEdits = (reading: Reading, use: number, test: string | null): readonly CompiledEdit[] => {
  const { tree, other, uses } = reading;
  const field = tree.kind(use) === 'selector_expression' ? tree.child(use, 'field') : null;
  const column = field === null ? '' : tree.text(field);
  if (!namesExpectation(column)) return [];
  const read = (uses.get(`.${column}`) ?? []).map((one) => tree.parent(one));
  if (!read.every((one) => isOnlyCompared(tree, one))) return [];
  const within = functionAround(tree, use);
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

/** Uses of every name, and of every member as `.name`. */
export const usesOf = (tree: Tree): ReadonlyMap<string, readonly number[]> => {
  const uses = new Map<string, number[]>();
  for (let node = 0; node < tree.size; node += 1) {
    const kind = tree.kind(node);
    const isKey = tree.field(tree.parent(node)) === 'key';
    const isMember = kind === 'field_identifier' && tree.kind(tree.parent(node)) === 'selector_expression';
    if ((kind !== 'identifier' || isKey) && !isMember) continue;
    const name = `${isMember ? '.' : ''}${tree.text(node)}`;
    uses.set(name, [...(uses.get(name) ?? []), node]);
  }
  return uses;
};

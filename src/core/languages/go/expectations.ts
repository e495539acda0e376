import type { ExpectationChanger, OtherValues } from '../parts/expectation-changer.ts';
import {
  type CompiledEdit,
  isBypassed,
  namesExpectation,
  nodeAround,
  otherFraction,
  otherLetter,
  otherQuoted,
  otherWhole,
  valuesFirst,
} from '../parts/other-literal.ts';
import type { Tree } from '../../syntax/walk-nodes.ts';

const FAILS = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const PRINTS = /^(?:Error|Fatal|Log|Skip|Print|Sprint|Fprint)(?:f|ln)?$/;
const COMPARES = /^(?:Equal\w*|DeepEqual|Diff|Compare|Same\w*|ElementsMatch|JSONEq|InDelta)$/;
const EQUALITIES = new Set(['Equal', 'EqualValues', 'Exactly']);
/** Assertions of testify and their opposites with the same parameters. */
const OPPOSITES: Readonly<Record<string, string>> = {
  True: 'False',
  False: 'True',
  Nil: 'NotNil',
  NotNil: 'Nil',
  NoError: 'Error',
  Error: 'NoError',
  Empty: 'NotEmpty',
  NotEmpty: 'Empty',
  Contains: 'NotContains',
  NotContains: 'Contains',
};

const FUNCTIONS = new Set(['function_declaration', 'method_declaration']);
const DECLARATIONS = new Set(['short_var_declaration', 'var_spec']);
const TABLES = new Set(['slice_type', 'array_type', 'map_type', 'implicit_length_array_type']);
const LEAVES = /\b(?:continue|return|break|goto|Skip\w*|Goexit|panic)\b/;
const WHOLE = /^(?:0x[\da-f_]+|0b[01_]+|0|[1-9][\d_]*)$/i;

/** Another value of the same kind that compiles in the same place; null: this one stays. */
const otherLiteral = (tree: Tree, node: number, other: OtherValues): string | null => {
  const text = tree.text(node);
  switch (tree.kind(node)) {
    case 'int_literal':
      return WHOLE.test(text)
        ? (otherWhole(Number(text.replaceAll('_', '')), other)?.toString() ?? null)
        : null;
    case 'float_literal':
      return otherFraction(text, other);
    case 'interpreted_string_literal':
    case 'raw_string_literal':
      return otherQuoted(text, text.slice(-1), other);
    case 'rune_literal':
      return otherLetter(text, other);
    case 'true':
      return 'false';
    case 'false':
      return 'true';
    default:
      return null;
  }
};

/** The literal that a value is, or the first in a composite one. Arguments of calls stay: what a call makes of them is not known. */
const literalIn = (tree: Tree, node: number, other: OtherValues): number | null => {
  switch (tree.kind(node)) {
    case 'unary_expression':
    case 'parenthesized_expression':
    case 'expression_list':
    case 'literal_element': {
      const [only, more] = tree.children(node).filter((child) => !/^[-+&]$/.test(tree.kind(child)));
      return only === undefined || more !== undefined ? null : literalIn(tree, only, other);
    }
    case 'keyed_element': {
      const value = tree.child(node, 'value');
      return value === null ? null : literalIn(tree, value, other);
    }
    case 'composite_literal': {
      const body = tree.child(node, 'body');
      return body === null ? null : literalIn(tree, body, other);
    }
    case 'literal_value': {
      for (const child of tree.children(node)) {
        const found = literalIn(tree, child, other);
        if (found !== null) return found;
      }
      return null;
    }
    default:
      return otherLiteral(tree, node, other) === null ? null : node;
  }
};

const lastNameOf = (tree: Tree, call: number): string => {
  const callee = tree.child(call, 'function');
  const name =
    callee !== null && tree.kind(callee) === 'selector_expression' ? tree.child(callee, 'field') : callee;
  return name === null ? '' : tree.text(name);
};

const argumentsOf = (tree: Tree, call: number): readonly number[] => {
  const list = tree.child(call, 'arguments');
  return list === null ? [] : tree.children(list);
};

type Reading = {
  readonly tree: Tree;
  readonly other: OtherValues;
  readonly uses: ReadonlyMap<string, readonly number[]>;
};

/** Whether a loop runs over values that the file itself lists. */
const runsOverList = ({ tree, uses }: Reading, loop: number): boolean => {
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
const reachedBy = (reading: Reading, statement: number): string | null => {
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

const functionAround = (tree: Tree, node: number): number => nodeAround(tree, node, FUNCTIONS) ?? -1;

const replace = (
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
const variableEdit = (reading: Reading, use: number, test: string | null): CompiledEdit | null => {
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
const columnEdits = (reading: Reading, use: number, test: string | null): readonly CompiledEdit[] => {
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

/** Changed values on either side of a comparison. */
const valueEdits = (
  reading: Reading,
  sides: readonly number[],
  statement: number,
): readonly CompiledEdit[] => {
  const { tree, other } = reading;
  const test = reachedBy(reading, statement);
  for (const side of sides) {
    const literal = literalIn(tree, side, other);
    if (literal !== null) return [replace(reading, literal, { test, within: functionAround(tree, side) })];
    const variable = variableEdit(reading, side, test);
    if (variable !== null) return [variable];
    const column = columnEdits(reading, side, test);
    if (column.length > 0) return column;
  }
  return [];
};

/** The sides of every comparison that makes a condition hold by itself. */
const comparedIn = (tree: Tree, condition: number): readonly (readonly number[])[] => {
  const [left, operator, right] = ['left', 'operator', 'right'].map((name) => tree.child(condition, name));
  if (tree.kind(condition) === 'parenthesized_expression')
    return tree.children(condition).flatMap((child) => comparedIn(tree, child));
  if (left != null && right != null && operator != null) {
    if (tree.text(operator) === '||') return [...comparedIn(tree, left), ...comparedIn(tree, right)];
    return tree.text(operator) === '!=' ? [[right, left]] : [];
  }
  const operand = tree.child(condition, 'operand');
  if (tree.kind(condition) !== 'unary_expression' || operand === null) return [];
  if (!tree.text(condition).startsWith('!') || tree.kind(operand) !== 'call_expression') return [];
  if (!COMPARES.test(lastNameOf(tree, operand))) return [];
  return [argumentsOf(tree, operand).toReversed()];
};

const isFailure = (tree: Tree, statement: number): boolean => {
  const [call] = tree.children(statement);
  return (
    tree.kind(statement) === 'expression_statement' &&
    call !== undefined &&
    tree.kind(call) === 'call_expression' &&
    FAILS.test(lastNameOf(tree, call))
  );
};

/** `if got != want { t.Errorf(…) }`. */
const conditionEdits = (reading: Reading, statement: number): readonly CompiledEdit[] => {
  const { tree } = reading;
  const [condition, block] = [tree.child(statement, 'condition'), tree.child(statement, 'consequence')];
  if (condition === null || block === null) return [];
  const statements = tree.children(block).flatMap((child) => tree.children(child));
  if (!statements.some((one) => isFailure(tree, one))) return [];
  const values = comparedIn(tree, condition).flatMap((sides) => valueEdits(reading, sides, statement));
  return [
    ...values,
    {
      start: tree.start(condition),
      end: tree.end(condition),
      text: `!(${tree.text(condition)})`,
      test: null,
      value: false,
      within: functionAround(tree, statement),
    },
  ];
};

/** `assert.Equal(t, 3, got)` of testify, which takes values of any type. */
const callEdits = (reading: Reading, call: number): readonly CompiledEdit[] => {
  const { tree } = reading;
  const callee = tree.child(call, 'function');
  const [object, field] =
    callee === null ? [null, null] : [tree.child(callee, 'operand'), tree.child(callee, 'field')];
  const [, first, second] = argumentsOf(tree, call);
  if (object === null || field === null || first === undefined) return [];
  const statement = tree.parent(call);
  if (!/^(?:assert|require)$/.test(tree.text(object)) || tree.kind(statement) !== 'expression_statement')
    return [];
  const within = functionAround(tree, call);
  const name = tree.text(field);
  if (EQUALITIES.has(name) && second !== undefined) {
    const values = valueEdits(reading, [first, second], statement);
    if (values.length > 0) return values;
    const text = `[]interface{}{${tree.text(first)}}`;
    const test = reachedBy(reading, statement);
    return [{ start: tree.start(first), end: tree.end(first), text, test, value: true, within }];
  }
  const opposite = Object.hasOwn(OPPOSITES, name) ? OPPOSITES[name] : undefined;
  if (opposite === undefined) return [];
  return [
    { start: tree.start(field), end: tree.end(field), text: opposite, test: null, value: false, within },
  ];
};

/** Uses of every name, and of every member as `.name`. */
const usesOf = (tree: Tree): ReadonlyMap<string, readonly number[]> => {
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

/** Expectations of the standard library's tests and of testify. */
export const goExpectations: ExpectationChanger = {
  edit(tree, other) {
    const reading = { tree, other, uses: usesOf(tree) };
    const edits: CompiledEdit[] = [];
    for (let node = 0; node < tree.size; node += 1) {
      if (tree.kind(node) === 'if_statement') edits.push(...conditionEdits(reading, node));
      else if (tree.kind(node) === 'call_expression') edits.push(...callEdits(reading, node));
    }
    return valuesFirst(edits);
  },
};

import { type MeasureRules, setOf, weigh } from '../parts/measure-rules.ts';

export const javaMeasures: MeasureRules = {
  functions: setOf('method_declaration constructor_declaration compact_constructor_declaration'),
  classes: setOf('class_declaration interface_declaration enum_declaration record_declaration'),
  closuresApart: false,
  decisions: weigh(
    'if_statement for_statement enhanced_for_statement while_statement do_statement catch_clause ternary_expression && || case',
  ),
  decisionsWithin: new Map(),
  catchAll: new Map(),
  sealed: setOf('marker_annotation annotation'),
  sealedFields: new Set(),
  expressions: setOf('binary_expression unary_expression update_expression ternary_expression'),
  flattened: new Set(),
  operandParts: new Map([['field_access', 'field']]),
  atoms: setOf(
    'identifier decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal decimal_floating_point_literal hex_floating_point_literal string_literal character_literal true false null_literal this super',
  ),
  wrappers: setOf('parenthesized_expression'),
  comments: setOf('line_comment block_comment'),
  statements: setOf(
    'expression_statement local_variable_declaration return_statement throw_statement break_statement continue_statement yield_statement assert_statement if_statement for_statement enhanced_for_statement while_statement do_statement switch_expression switch_label try_statement try_with_resources_statement catch_clause finally_clause synchronized_statement labeled_statement package_declaration import_declaration class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration method_declaration constructor_declaration compact_constructor_declaration field_declaration constant_declaration enum_constant explicit_constructor_invocation static_initializer',
  ),
  secondLines: new Set(),
  textStatement: null,
};

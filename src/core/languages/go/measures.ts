import { type MeasureRules, setOf, weigh } from '../parts/measure-rules.ts';

export const goMeasures: MeasureRules = {
  functions: setOf('function_declaration method_declaration func_literal'),
  classes: new Set(),
  closuresApart: false,
  decisions: weigh('if_statement for_statement expression_case type_case communication_case && ||'),
  decisionsWithin: new Map(),
  catchAll: new Map(),
  sealed: new Set(),
  sealedFields: new Set(),
  expressions: setOf('binary_expression unary_expression inc_statement dec_statement'),
  flattened: new Set(),
  operandParts: new Map([['selector_expression', 'field']]),
  atoms: setOf(
    'identifier field_identifier int_literal float_literal imaginary_literal rune_literal interpreted_string_literal raw_string_literal true false nil iota',
  ),
  wrappers: setOf('parenthesized_expression'),
  comments: setOf('comment'),
  statements: setOf(
    'expression_statement send_statement inc_statement dec_statement assignment_statement short_var_declaration return_statement go_statement defer_statement goto_statement break_statement continue_statement fallthrough_statement labeled_statement if_statement for_statement expression_switch_statement type_switch_statement select_statement expression_case default_case type_case communication_case function_declaration method_declaration import_spec const_spec var_spec type_spec field_declaration package_clause',
  ),
  secondLines: new Set(),
  textStatement: null,
};

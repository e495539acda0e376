import { type MeasureRules, setOf, weigh } from '../parts/measure-rules.ts';

export const cppMeasures: MeasureRules = {
  functions: setOf('function_definition'),
  classes: setOf('class_specifier struct_specifier union_specifier'),
  closuresApart: false,
  decisions: weigh(
    'if_statement for_statement for_range_loop while_statement do_statement catch_clause conditional_expression preproc_if preproc_ifdef preproc_elif && || and or case',
  ),
  decisionsWithin: new Map(),
  catchAll: new Map(),
  sealed: new Set(),
  sealedFields: new Set(),
  expressions: setOf(
    'binary_expression unary_expression update_expression assignment_expression conditional_expression pointer_expression',
  ),
  flattened: new Set(),
  operandParts: new Map([['field_expression', 'field']]),
  atoms: setOf(
    'identifier field_identifier type_identifier namespace_identifier number_literal string_literal raw_string_literal char_literal true false null nullptr this',
  ),
  wrappers: setOf('parenthesized_expression'),
  comments: setOf('comment'),
  statements: setOf(
    'expression_statement declaration return_statement throw_statement break_statement continue_statement goto_statement labeled_statement if_statement for_statement for_range_loop while_statement do_statement switch_statement case_statement try_statement catch_clause function_definition class_specifier struct_specifier union_specifier enum_specifier enumerator field_declaration type_definition alias_declaration using_declaration namespace_definition template_declaration preproc_include preproc_def preproc_function_def preproc_call',
  ),
  secondLines: new Set(),
  textStatement: null,
};

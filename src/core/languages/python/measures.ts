import { type MeasureRules, setOf, weigh } from '../parts/measure-rules.ts';

/** Counts as radon does, including logical lines: a colon in the middle of a line starts a second one. */
export const pythonMeasures: MeasureRules = {
  functions: setOf('function_definition'),
  classes: setOf('class_definition'),
  closuresApart: true,
  decisions: weigh(
    'if_statement elif_clause conditional_expression for_statement while_statement except_clause except_group_clause boolean_operator for_in_clause if_clause assert_statement case_clause',
  ),
  decisionsWithin: new Map([['else_clause', setOf('for_statement while_statement try_statement')]]),
  catchAll: new Map([['case_clause', '_']]),
  sealed: setOf('assert_statement decorator'),
  sealedFields: setOf('function_definition.parameters function_definition.return_type'),
  expressions: setOf(
    'binary_operator unary_operator not_operator boolean_operator comparison_operator augmented_assignment',
  ),
  flattened: setOf('boolean_operator'),
  operandParts: new Map([['attribute', 'attribute']]),
  atoms: setOf('identifier integer float true false none ellipsis string concatenated_string'),
  wrappers: setOf('parenthesized_expression'),
  comments: setOf('comment'),
  statements: setOf(
    'expression_statement import_statement import_from_statement future_import_statement return_statement raise_statement pass_statement break_statement continue_statement delete_statement global_statement nonlocal_statement assert_statement print_statement exec_statement type_alias_statement if_statement elif_clause else_clause for_statement while_statement try_statement except_clause except_group_clause finally_clause with_statement function_definition class_definition match_statement case_clause decorator',
  ),
  secondLines: setOf('pair slice lambda dictionary_comprehension type'),
  textStatement: ['expression_statement', 'string'],
};

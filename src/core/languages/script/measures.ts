import { type MeasureRules, setOf, weigh } from '../parts/measure-rules.ts';

export const scriptMeasures: MeasureRules = {
  functions: setOf(
    'function_declaration function_expression arrow_function method_definition generator_function generator_function_declaration',
  ),
  classes: setOf('class_declaration class abstract_class_declaration'),
  closuresApart: false,
  decisions: weigh(
    'if_statement for_statement for_in_statement while_statement do_statement catch_clause switch_case ternary_expression && || ??',
  ),
  decisionsWithin: new Map(),
  catchAll: new Map(),
  sealed: new Set(),
  sealedFields: new Set(),
  expressions: setOf(
    'binary_expression unary_expression update_expression augmented_assignment_expression ternary_expression',
  ),
  flattened: new Set(),
  operandParts: new Map([['member_expression', 'property']]),
  atoms: setOf(
    'identifier number string true false null undefined this property_identifier private_property_identifier regex',
  ),
  wrappers: setOf('parenthesized_expression'),
  comments: setOf('comment html_comment'),
  statements: setOf(
    'expression_statement lexical_declaration variable_declaration return_statement throw_statement break_statement continue_statement debugger_statement import_statement export_statement if_statement for_statement for_in_statement while_statement do_statement switch_statement switch_case switch_default try_statement catch_clause finally_clause with_statement function_declaration generator_function_declaration method_definition class_declaration abstract_class_declaration interface_declaration type_alias_declaration enum_declaration public_field_definition field_definition property_signature method_signature',
  ),
  secondLines: new Set(),
  textStatement: null,
};

import { type MeasureRules, setOf, weigh } from '../parts/measure-rules.ts';

/** A match of n arms decides n − 1 times; `?` returns early, which is a decision too. */
export const rustMeasures: MeasureRules = {
  functions: setOf('function_item'),
  classes: setOf('impl_item trait_item'),
  closuresApart: false,
  decisions: new Map([
    ...weigh('if_expression for_expression while_expression match_arm try_expression && ||'),
    ['match_expression', -1],
  ]),
  decisionsWithin: new Map([['else', setOf('let_declaration')]]),
  catchAll: new Map(),
  sealed: setOf('attribute_item inner_attribute_item token_tree closure_parameters'),
  sealedFields: new Set(),
  expressions: setOf('binary_expression unary_expression compound_assignment_expr reference_expression'),
  flattened: new Set(),
  operandParts: new Map([['field_expression', 'field']]),
  atoms: setOf(
    'identifier field_identifier integer_literal float_literal string_literal raw_string_literal char_literal boolean_literal self scoped_identifier',
  ),
  wrappers: setOf('parenthesized_expression'),
  comments: setOf('line_comment block_comment'),
  statements: setOf(
    'expression_statement let_declaration return_expression break_expression continue_expression if_expression match_expression match_arm for_expression while_expression loop_expression function_item function_signature_item struct_item enum_item enum_variant field_declaration impl_item trait_item mod_item use_declaration const_item static_item type_item macro_invocation macro_definition extern_crate_declaration',
  ),
  secondLines: new Set(),
  textStatement: null,
};

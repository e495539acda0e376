import { type MeasureRules, setOf, weigh } from '../parts/measure-rules.ts';

/** A keyword and its node have the same kind, so keywords are counted, and only within their own node. */
export const rubyMeasures: MeasureRules = {
  functions: setOf('method singleton_method'),
  classes: setOf('class module singleton_class'),
  closuresApart: false,
  decisions: weigh('&& || and or conditional'),
  decisionsWithin: new Map([
    ['if', setOf('if if_modifier if_guard')],
    ['unless', setOf('unless unless_modifier unless_guard')],
    ['elsif', setOf('elsif')],
    ['while', setOf('while while_modifier')],
    ['until', setOf('until until_modifier')],
    ['for', setOf('for')],
    ['when', setOf('when')],
    ['in', setOf('in_clause')],
    ['rescue', setOf('rescue rescue_modifier')],
  ]),
  catchAll: new Map(),
  sealed: new Set(),
  sealedFields: new Set(),
  expressions: setOf('binary unary operator_assignment conditional'),
  flattened: new Set(),
  operandParts: new Map([['call', 'method']]),
  atoms: setOf(
    'identifier constant instance_variable class_variable global_variable integer float rational complex string character simple_symbol true false nil self',
  ),
  wrappers: setOf('parenthesized_statements'),
  comments: setOf('comment'),
  statements: setOf(
    'assignment operator_assignment argument_list method singleton_method class module singleton_class if unless elsif else while until for case when case_match in_clause begin rescue ensure yield if_modifier unless_modifier while_modifier until_modifier rescue_modifier',
  ),
  secondLines: new Set(),
  textStatement: null,
};

import type { FileChange, FlagRule } from '../flag-rule.ts';
import type { Actions } from '../../../syntax/calls.ts';
import { actionsOf } from '../reading/actions-of.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantOf, unwrap } from '../../../syntax/literals.ts';
import { isProgram, newSightings, type Sighting } from '../reading/sightings.ts';
import type { Node } from '../../../syntax/syntax-view.ts';

const BRANCHES = new Set(['if_statement', 'ternary_expression', 'conditional_expression', 'elif_clause']);
const RETURNS = new Set(['return_statement']);
const FUNCTIONS = new Set([
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'function_definition',
  'lambda',
]);

/** `APP_ENV === 'test'`, `environ.get('ENV') == 'testing'`, `process.env.TEST`, and the same behind a name. */
const ASKS_FOR_TEST =
  /\b(?:\w+_)?ENV\b[^&|?;]{0,40}(?:===?|!==?|\.includes\(|\.startsWith\(|\bin\b)\s*[^&|?;]{0,10}["'](?:test|testing|ci)["']|["'](?:test|testing)["']\s*(?:===?|!==?)\s*[^&|?;]{0,40}_ENV\b|\b(?:process\.env|environ)(?:\.|\[["']|\.get\(["'])(?:TEST|TESTING|IS_TEST|UNIT_TEST|CI)\b/;

const MAX_TEXT = 300;
const MAX_BRANCHES = 5_000;
/** Results that switch something off are ordinary; results with a value are not. */
const HARMLESS = new Set(['true', 'false', 'null']);

const testNames = ({ syntax }: Actions): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const node of syntax.find(new Set(['variable_declarator', 'assignment']))) {
    const name = syntax.field(node, 'name') ?? syntax.field(node, 'left');
    const value = syntax.field(node, 'value') ?? syntax.field(node, 'right');
    if (name !== null && value !== null && ASKS_FOR_TEST.test(syntax.text(value).slice(0, MAX_TEXT)))
      names.add(syntax.text(name));
  }
  return names;
};

const asksForTest = ({ syntax }: Actions, condition: Node, names: ReadonlySet<string>): boolean => {
  const text = syntax.text(unwrap(syntax, condition)).slice(0, MAX_TEXT);
  return ASKS_FOR_TEST.test(text) || names.has(text.replaceAll(/[!()\s]|^not\s/g, ''));
};

const parametersOf = ({ syntax }: Actions, node: Node): ReadonlySet<string> => {
  const around = syntax.ancestor(node, FUNCTIONS);
  const list =
    around === null ? null : (syntax.field(around, 'parameters') ?? syntax.field(around, 'parameter'));
  const all = list === null ? [] : [list, ...syntax.find(new Set(['identifier']), list)];
  return new Set(all.filter((at) => syntax.kind(at) === 'identifier').map((at) => syntax.text(at)));
};

const isAnswer = (actions: Actions, value: Node): boolean => {
  const { syntax } = actions;
  const constant = constantOf(syntax, value);
  if (constant !== null) return !HARMLESS.has(constant);
  const parameters = parametersOf(actions, value);
  return (
    syntax.find(new Set(['identifier']), value).some((node) => parameters.has(syntax.text(node))) &&
    !/^(?:next|done|cb|callback)\b/.test(syntax.text(value))
  );
};

const answersOf = ({ syntax }: Actions, branch: Node): readonly Node[] => {
  const taken = syntax.field(branch, 'consequence');
  if (syntax.kind(branch) === 'if_statement' || syntax.kind(branch) === 'elif_clause') {
    if (taken === null) return [];
    return [taken, ...syntax.find(RETURNS, taken)]
      .filter((node) => syntax.kind(node) === 'return_statement')
      .flatMap((node) =>
        syntax
          .children(node)
          .filter((child) => syntax.kind(child) !== 'return')
          .slice(0, 1),
      );
  }
  let parent = syntax.parent(branch);
  while (parent > 0 && syntax.kind(parent) === 'parenthesized_expression') parent = syntax.parent(parent);
  const returned = parent >= 0 && ['return_statement', 'arrow_function'].includes(syntax.kind(parent));
  return returned && taken !== null ? [taken] : returned ? syntax.children(branch).slice(0, 1) : [];
};

const conditionOf = ({ syntax }: Actions, branch: Node): Node | null =>
  syntax.field(branch, 'condition') ??
  (syntax.kind(branch) === 'conditional_expression'
    ? (syntax
        .children(branch)
        .find((child) => !['if', 'else'].includes(syntax.kind(child)) && child > branch + 1) ?? null)
    : null);

const look = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const actions = actionsOf(language, version);
  if (!actions || !/test/i.test(version.text)) return [];
  const names = testNames(actions);
  return actions.syntax
    .find(BRANCHES)
    .slice(0, MAX_BRANCHES)
    .flatMap((branch): readonly Sighting[] => {
      const condition = conditionOf(actions, branch);
      if (condition === null || !asksForTest(actions, condition, names)) return [];
      if (!answersOf(actions, branch).some((answer) => isAnswer(actions, answer))) return [];
      const text = actions.syntax.text(condition).slice(0, 80);
      return [
        {
          rule: 'test-environment-answer',
          key: text,
          offset: actions.syntax.start(branch),
          sentence: `The program gives another answer if ${text.replaceAll(/\s+/g, ' ')}.`,
        },
      ];
    });
};

/** A result that depends on being tested; guarding a log line or a server start is ordinary. */
export const environmentAnswers: FlagRule = {
  rule: 'test-environment-answer',
  find: ({ files }) => newSightings('special-casing', files.filter(isProgram), look),
};

import { constantOf } from '../../syntax/literals.ts';
import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import { MAY_CHECK, type Verdicts } from '../parts/test-case.ts';

const CALLS = new Set(['call_expression']);
const STATEMENTS = new Set([
  'expression_statement',
  'return_statement',
  'lexical_declaration',
  'arrow_function',
]);
const TRY = new Set(['try_statement']);
/** They nest, and each is searched. */
const MAX_TRIES = 50;

const CHECKING_FUNCTION = /^(?:expect|assert|should|invariant)$|^assert[A-Z]/;
const CHECKING_ROOT = /^(?:assert|chai\.assert|sinon\.assert|t\.assert|test\.assert|console\.assert)\b/;
/** Methods of the context that AVA, tap, tape and QUnit hand to a test. */
const CONTEXT_METHOD =
  /^(?:t|tt|test|assert|ctx|context|st|qunit)\.(?:is|not|equals?|same|notSame|strictSame|deepEquals?|notDeepEqual|strictEquals?|deepStrictEqual|looseEqual|ok|notOk|true|false|truthy|falsy|throws|throwsAsync|rejects|resolves|match|has|like|snapshot|regex|fail|error|ifError|plan|propEqual|eq|not[A-Z]\w*)$/;
const WEAK =
  /(?:\.(?:toBeDefined|toBeTruthy|toBeFalsy|toBeUndefined|ok|isOk|exists?|truthy|isDefined|isNotNull|doesNotThrow|pass|isObject|isFunction|isString|isNumber|isArray|toBeInstanceOf|isNotEmpty)\b|\bnot\.(?:toThrow|toBe|toEqual|toBeNull|toBeUndefined)\b|\.not(?:Strict|Deep)?Equal\b|^assert\((?!.*(?:===?|!==?))|expect\.anything\(\))/;

const calleeText = (syntax: Syntax, call: Node): string => {
  const callee = syntax.field(call, 'function');
  return callee === null ? '' : syntax.text(callee).slice(0, 200);
};

export const isCheck = (syntax: Syntax, call: Node): boolean => {
  const callee = syntax.field(call, 'function');
  if (callee === null) return false;
  const text = calleeText(syntax, call);
  if (syntax.kind(callee) === 'identifier') return CHECKING_FUNCTION.test(text);
  const property = syntax.field(callee, 'property');
  if (property !== null && ['expect', 'should'].includes(syntax.text(property))) return true;
  return CHECKING_ROOT.test(text) || CONTEXT_METHOD.test(text) || /\.should\.[\w.]+$/.test(text);
};

const argumentsOf = (syntax: Syntax, call: Node): readonly Node[] => {
  const list = syntax.field(call, 'arguments');
  return list === null ? [] : syntax.children(list).filter((child) => syntax.kind(child) !== 'comment');
};

/** `assert(true)`, `assert.equal(1, 1)`, `expect(x).toBe(x)`: no program can fail it. */
const isHollow = (syntax: Syntax, call: Node): boolean => {
  const [first, second] = argumentsOf(syntax, call);
  const text = calleeText(syntax, call);
  if (text.endsWith('.pass')) return true;
  if (first === undefined) return false;
  const [a, b] = [syntax.text(first), second === undefined ? null : syntax.text(second)];
  if (/\|\|\s*true\s*$/.test(a)) return true;
  if (text === 'expect') return isHollowExpectation(syntax, call, first);
  const single = /^assert$|\.(?:ok|isTrue|isOk|true|truthy|isDefined|exists?|notEqual|notStrictEqual)$/.test(
    text,
  );
  const constant = constantOf(syntax, first);
  if (single && constant !== null && !/^(?:false|null|0|"")$/.test(constant)) return true;
  const compares = /equal|same|\.is$|\.eq$/i.test(text) && !/not/i.test(text);
  return (
    compares && b !== null && (a === b || (constant !== null && constant === constantOf(syntax, second!)))
  );
};

const isHollowExpectation = (syntax: Syntax, call: Node, subject: Node): boolean => {
  const matcher = syntax.parent(call);
  const outer = matcher < 0 ? -1 : syntax.parent(matcher);
  if (outer < 0 || syntax.kind(matcher) !== 'member_expression' || syntax.kind(outer) !== 'call_expression')
    return false;
  const [expected] = argumentsOf(syntax, outer);
  const constant = constantOf(syntax, subject);
  if (expected === undefined) return constant !== null;
  return (
    syntax.text(expected) === syntax.text(subject) ||
    (constant !== null && constantOf(syntax, expected) !== null)
  );
};

const statementText = (syntax: Syntax, call: Node): string => {
  const statement = syntax.ancestor(call, STATEMENTS) ?? call;
  return syntax.text(statement).slice(0, 400);
};

/** A handler that neither checks, nor throws, nor passes the error on. */
const forgets = (syntax: Syntax, handler: Node): boolean => {
  const text = syntax.text(handler).slice(0, 4_000);
  return !/\bthrow\b|\b(?:assert|expect|should|fail|reject|done|next|cb|callback|resolve)\b\s*[.(]|\.(?:fail|error|ifError|is|equal|ok|true|match|push)\(|=/.test(
    text.replaceAll(/\/\/.*/g, ''),
  );
};

const swallowsChecks = (syntax: Syntax, body: Node): boolean =>
  syntax
    .find(TRY, body)
    .slice(0, MAX_TRIES)
    .some((node) => {
      const [tried, handler] = [syntax.field(node, 'body'), syntax.field(node, 'handler')];
      if (tried === null || handler === null) return false;
      const checks = syntax.find(CALLS, tried).filter((call) => isCheck(syntax, call));
      const fails = checks.every((call) => /\bfail\b/.test(calleeText(syntax, call)));
      return checks.length > 0 && !fails && forgets(syntax, handler);
    });

export const readScriptChecks = (syntax: Syntax, body: Node, helpers: ReadonlySet<string>): Verdicts => {
  const counts = { strict: 0, weak: 0, hollow: 0 };
  let delegates = false;
  for (const call of syntax.find(CALLS, body)) {
    if (!isCheck(syntax, call)) {
      const callee = calleeText(syntax, call);
      delegates ||= helpers.has(callee) || MAY_CHECK.test(callee.slice(callee.lastIndexOf('.') + 1));
    } else if (isHollow(syntax, call)) counts.hollow += 1;
    else counts[WEAK.test(statementText(syntax, call)) ? 'weak' : 'strict'] += 1;
  }
  return { ...counts, delegates, swallows: swallowsChecks(syntax, body) };
};

/** Names of the file's own functions in which something is checked. */
export const scriptHelpers = (syntax: Syntax): ReadonlySet<string> => {
  const helpers = new Set<string>();
  for (const node of syntax.find(new Set(['function_declaration', 'variable_declarator']))) {
    const name = syntax.field(node, 'name');
    const value = syntax.field(node, 'body') ?? syntax.field(node, 'value');
    if (name === null || value === null || syntax.kind(value) === 'call_expression') continue;
    if (syntax.find(CALLS, value).some((call) => isCheck(syntax, call))) helpers.add(syntax.text(name));
  }
  return helpers;
};

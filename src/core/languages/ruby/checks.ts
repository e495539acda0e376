import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import { MAY_CHECK, type Verdicts } from '../parts/test-case.ts';

export const CALLS: ReadonlySet<string> = new Set(['call']);
const RESCUES = new Set(['rescue']);
const METHODS = new Set(['method', 'singleton_method']);
/** They nest, and each is searched. */
const MAX_RESCUES = 50;

const EXPECTS = /^(?:expect\b|is_expected\b|expect_any_instance_of\b)/;
const EXPECTATION = /^(?:to|not_to|to_not)$/;
const ASSERTION = /^(?:assert|refute)(?:_\w+[?!]?)?$|^flunk$|^(?:must|wont)_\w+$|^should(?:_not|_receive)?$/;

const WEAK_MATCHER =
  /^(?:be_truthy|be_falsey|be_falsy|be_nil|be_an?\b|be_kind_of|be_an?_instance_of|be_instance_of|be_present|be\.?$|exist|respond_to|be_an_instance_of|anything)/;
const WEAK_ASSERTION =
  /^(?:assert_nil|refute_nil|refute_equal|assert_kind_of|assert_instance_of|assert_respond_to|assert_includes|assert_silent|assert_nothing_raised|wont_be_nil|must_be_nil|wont_equal|must_be_kind_of|must_be_instance_of|must_respond_to)$/;
const COMPARES = /[=!<>]=|[<>]|=~|\.(?:include|match|eql|equal|start_with|end_with|any|all|none|key)\?/;
const CONSTANT = /^(?:true|false|nil|-?\d[\d_.]*|:\w+|"[^"#]*"|'[^']*')$/;

export const methodName = (syntax: Syntax, call: Node): string => {
  const method = syntax.field(call, 'method');
  return method === null ? '' : syntax.text(method).slice(0, 100);
};

export const argumentsOf = (syntax: Syntax, call: Node): readonly Node[] => {
  const list = syntax.field(call, 'arguments');
  return list === null
    ? []
    : syntax.children(list).filter((child) => !/^(?:[(),]|comment)$/.test(syntax.kind(child)));
};

/** `expect(x).to eq 1`, `assert_equal 1, x`, `_(x).must_equal 1`. */
export const isRubyCheck = (syntax: Syntax, call: Node): boolean => {
  const name = methodName(syntax, call);
  if (ASSERTION.test(name)) return true;
  const receiver = syntax.field(call, 'receiver');
  return EXPECTATION.test(name) && receiver !== null && EXPECTS.test(syntax.text(receiver).slice(0, 60));
};

type Strictness = 'strict' | 'weak' | 'hollow';

const textOf = (syntax: Syntax, node: Node | undefined): string =>
  node === undefined ? '' : syntax.text(node).slice(0, 400).trim();

/** The text in the brackets or after the name: `eq(3)` and `eq 3` → `3`. */
const operandOf = (matcher: string): string =>
  matcher
    .replace(/^\w+[?!]?\s*/, '')
    .replace(/^\((.*)\)$/s, '$1')
    .trim();

const expectationStrictness = (syntax: Syntax, call: Node): Strictness => {
  const matcher = textOf(syntax, argumentsOf(syntax, call)[0]);
  const receiver = syntax.field(call, 'receiver');
  const subject = receiver === null ? '' : textOf(syntax, argumentsOf(syntax, receiver)[0]);
  if (CONSTANT.test(subject) || (subject !== '' && subject === operandOf(matcher))) return 'hollow';
  return methodName(syntax, call) !== 'to' || WEAK_MATCHER.test(matcher) ? 'weak' : 'strict';
};

const assertionStrictness = (syntax: Syntax, call: Node): Strictness => {
  const name = methodName(syntax, call);
  const [first, second] = argumentsOf(syntax, call).map((arg) => textOf(syntax, arg));
  if (name === 'assert' || name === 'refute') {
    if (first !== undefined && (CONSTANT.test(first) || /(?:\|\||\bor)\s*true$/.test(first))) return 'hollow';
    return COMPARES.test(first ?? '') ? 'strict' : 'weak';
  }
  if (/^(?:assert|must)_(?:equal|same)$/.test(name) && first !== undefined && first === second)
    return 'hollow';
  return WEAK_ASSERTION.test(name) ? 'weak' : 'strict';
};

const strictnessOf = (syntax: Syntax, call: Node): Strictness =>
  EXPECTATION.test(methodName(syntax, call))
    ? expectationStrictness(syntax, call)
    : assertionStrictness(syntax, call);

/** A bare `rescue` does not catch failed checks, which are not a StandardError. */
const CATCHES_CHECKS = /^rescue\s[^\n]*\b(?:Exception|Minitest::Assertion|ExpectationNotMetError)\b/;
const FORGETS = /^(?:nil|true|next|return|puts\b.*|#.*|)$/;

const forgets = (syntax: Syntax, rescue: Node): boolean => {
  const body = syntax.field(rescue, 'body');
  return (
    body === null ||
    FORGETS.test(
      syntax
        .text(body)
        .replace(/^then\b/, '')
        .trim(),
    )
  );
};

const swallowsChecks = (syntax: Syntax, body: Node): boolean =>
  syntax
    .find(RESCUES, body)
    .slice(0, MAX_RESCUES)
    .some((node) => {
      if (!CATCHES_CHECKS.test(syntax.text(node).slice(0, 200)) || !forgets(syntax, node)) return false;
      const around = syntax.parent(node);
      return syntax.find(CALLS, around).some((call) => call < node && isRubyCheck(syntax, call));
    });

export const readRubyChecks = (syntax: Syntax, body: Node, helpers: ReadonlySet<string>): Verdicts => {
  const counts = { strict: 0, weak: 0, hollow: 0 };
  let delegates = false;
  for (const call of syntax.find(CALLS, body)) {
    if (isRubyCheck(syntax, call)) counts[strictnessOf(syntax, call)] += 1;
    else {
      const name = methodName(syntax, call);
      delegates ||= helpers.has(name) || (!EXPECTS.test(name) && MAY_CHECK.test(name));
    }
  }
  delegates ||= [...helpers].some((helper) => new RegExp(`\\b${helper}\\b`).test(syntax.text(body)));
  return { ...counts, delegates, swallows: swallowsChecks(syntax, body) };
};

/** Names of the file's own methods in which something is checked. */
export const rubyHelpers = (syntax: Syntax): ReadonlySet<string> => {
  const helpers = new Set<string>();
  for (const node of syntax.find(METHODS)) {
    const name = syntax.field(node, 'name');
    if (name === null || !/^\w+$/.test(syntax.text(name)) || syntax.text(name).startsWith('test_')) continue;
    if (syntax.find(CALLS, node).some((call) => isRubyCheck(syntax, call))) helpers.add(syntax.text(name));
  }
  return helpers;
};

import { constantOf } from '../../syntax/literals.ts';
import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import { MAY_CHECK, type Verdicts } from '../parts/test-case.ts';

const CHECKS = new Set(['assert_statement', 'call']);
const HANDLED = new Set(['try_statement', 'with_statement']);
/** They nest, and each is searched. */
const MAX_HANDLED = 50;

const CHECKING_CALL =
  /^(?:self|cls|case|testcase|np\.testing|numpy\.testing|npt|pd\.testing|tm|mock|pytest|\w+(?:\.\w+)*)\.(?:assert\w*|fail\w*)$|^assert_?\w+$|^(?:pytest\.)?(?:raises|warns|fail|deprecated_call)$/;
const WEAK_CALL =
  /\.(?:assertTrue|assertFalse|assertIsNotNone|assertIsNone|assertNotEqual|assertIsInstance|assertIn|assertGreaterEqual)$/;

const calleeText = (syntax: Syntax, call: Node): string => {
  const callee = syntax.field(call, 'function');
  return callee === null ? '' : syntax.text(callee).slice(0, 200);
};

export const isPythonCheck = (syntax: Syntax, node: Node): boolean =>
  syntax.kind(node) === 'assert_statement' || CHECKING_CALL.test(calleeText(syntax, node));

const comparison = (syntax: Syntax, node: Node): readonly string[] | null =>
  syntax.kind(node) === 'comparison_operator'
    ? syntax.fieldsOf(node, 'operators').map((operator) => syntax.text(operator))
    : null;

const isHollowAssert = (syntax: Syntax, condition: Node): boolean => {
  const text = syntax.text(condition);
  if (/\bor\s+True\s*\)?$/.test(text) || syntax.kind(condition) === 'tuple') return true;
  const constant = constantOf(syntax, condition);
  if (constant !== null) return !['false', 'null', '0', '""', '[]', '{}'].includes(constant);
  if (/>=\s*0$/.test(text) && text.startsWith('len(')) return true;
  if (comparison(syntax, condition)?.join() !== '==') return false;
  const [left, right] = syntax.children(condition).filter((child) => syntax.kind(child) !== '==');
  if (left === undefined || right === undefined) return false;
  const constantLeft = constantOf(syntax, left);
  return (
    syntax.text(left) === syntax.text(right) ||
    (constantLeft !== null && constantLeft === constantOf(syntax, right))
  );
};

const isHollowCall = (syntax: Syntax, call: Node): boolean => {
  const list = syntax.field(call, 'arguments');
  const [first, second] = list === null ? [] : syntax.children(list);
  if (first === undefined) return false;
  const name = calleeText(syntax, call);
  const constant = constantOf(syntax, first);
  if (/assert_?(?:True|IsNotNone)$/i.test(name))
    return (
      (constant !== null && !['false', 'null'].includes(constant)) || /\bor\s+True$/.test(syntax.text(first))
    );
  if (!/assert_?(?:Equals?|Is|Is_|ListEqual|DictEqual)$/i.test(name) || second === undefined) return false;
  return (
    syntax.text(first) === syntax.text(second) ||
    (constant !== null && constant === constantOf(syntax, second))
  );
};

const strictnessOf = (syntax: Syntax, node: Node): 'strict' | 'weak' | 'hollow' => {
  if (syntax.kind(node) === 'call') {
    if (isHollowCall(syntax, node)) return 'hollow';
    return WEAK_CALL.test(calleeText(syntax, node)) ? 'weak' : 'strict';
  }
  const condition = syntax.children(node).find((child) => syntax.kind(child) !== 'assert');
  if (condition === undefined) return 'weak';
  if (isHollowAssert(syntax, condition)) return 'hollow';
  const text = syntax.text(condition);
  if (/\bis\s+not\s+None$|^isinstance\(|^callable\(|^hasattr\(/.test(text)) return 'weak';
  return /[=!<>]=|[<>]|\bin\b|\bis\b|\bnot\b|\ball\(|\bany\(|\.(?:startswith|endswith|equals)\(|\braises\b/.test(
    text,
  )
    ? 'strict'
    : 'weak';
};

/** Only `pass`, `...`, a bare return, printing or comments. */
const forgets = (syntax: Syntax, handler: Node): boolean => {
  const block = syntax.children(handler).findLast((child) => syntax.kind(child) === 'block');
  if (block === undefined) return true;
  return syntax
    .children(block)
    .every((statement) =>
      /^(?:pass|\.\.\.|return(?:\s+(?:None|True))?|continue|print\(.*|#.*|log\w*\.\w+\(.*|["'].*)$/s.test(
        syntax.text(statement).slice(0, 200),
      ),
    );
};

const CATCHES_CHECKS = /^except\s*(?:\*?\s*)?(?::|\(?[^:]*\b(?:Exception|BaseException|AssertionError)\b)/;

const swallowsChecks = (syntax: Syntax, body: Node): boolean =>
  syntax
    .find(HANDLED, body)
    .slice(0, MAX_HANDLED)
    .some((node) => {
      const tried = syntax.field(node, 'body');
      if (tried === null) return false;
      const checks = syntax.find(CHECKS, tried).filter((check) => isPythonCheck(syntax, check));
      const real = checks.filter((check) => !/\bfail\w*$/.test(calleeText(syntax, check)));
      if (real.length === 0) return false;
      if (syntax.kind(node) === 'with_statement')
        return /^(?:async\s+)?with\s[^:]*\bsuppress\([^)]*\b(?:Exception|AssertionError|BaseException)\b/.test(
          syntax.text(node).slice(0, 200),
        );
      return syntax
        .children(node)
        .some(
          (child) =>
            syntax.kind(child) === 'except_clause' &&
            CATCHES_CHECKS.test(syntax.text(child).slice(0, 200)) &&
            forgets(syntax, child),
        );
    });

export const readPythonChecks = (syntax: Syntax, body: Node, helpers: ReadonlySet<string>): Verdicts => {
  const counts = { strict: 0, weak: 0, hollow: 0 };
  let delegates = false;
  for (const node of syntax.find(CHECKS, body)) {
    if (isPythonCheck(syntax, node)) counts[strictnessOf(syntax, node)] += 1;
    else {
      const callee = calleeText(syntax, node);
      const last = callee.slice(callee.lastIndexOf('.') + 1);
      delegates ||= helpers.has(last) || MAY_CHECK.test(last.replace(/^_+/, ''));
    }
  }
  return { ...counts, delegates, swallows: swallowsChecks(syntax, body) };
};

/** Names of the file's own functions in which something is checked. */
export const pythonHelpers = (syntax: Syntax): ReadonlySet<string> => {
  const helpers = new Set<string>();
  for (const node of syntax.find(new Set(['function_definition']))) {
    const [name, body] = [syntax.field(node, 'name'), syntax.field(node, 'body')];
    if (name === null || body === null) continue;
    if (syntax.find(CHECKS, body).some((check) => isPythonCheck(syntax, check)))
      helpers.add(syntax.text(name));
  }
  return helpers;
};

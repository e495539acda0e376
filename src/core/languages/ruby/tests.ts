import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import { openTestBudget, type TestCase, UNREAD_CHECKS } from '../parts/test-case.ts';
import { argumentsOf, CALLS, isRubyCheck, methodName, readRubyChecks, rubyHelpers } from './checks.ts';

const DEFINITIONS = new Set(['call', 'method', 'class', 'module']);

/** `it`, `xdescribe`, `fcontext`, and Rails' `test "…" do`. */
const DECLARES = /^(x|f)?(it|specify|example|scenario|test|describe|context|feature)$/;
const SUITES = new Set(['describe', 'context', 'feature']);
const OFF_OPTION = /^:(?:skip|pending)$|^(?::?(?:skip|pending)["']?\s*(?:=>|:))\s*(?!false\b|nil\b)/;
const ONLY_OPTION = /^:focus$|^:?focus["']?\s*(?:=>|:)\s*true\b/;
const OFF_STATEMENT = /^(?:skip|pending)\b/;

type Open = {
  readonly after: Node;
  readonly name: string;
  readonly off: string | null;
  readonly only: boolean;
};

type Declared = Pick<Open, 'off' | 'only'> & {
  readonly suite: boolean;
  readonly title: string;
  readonly body: Node | null;
};

const titleOf = (syntax: Syntax, call: Node): string => {
  const [first] = argumentsOf(syntax, call);
  const text = first === undefined ? '' : syntax.text(first).slice(0, 200);
  return /^["']/.test(text) ? text.slice(1, -1) : text;
};

const declaredByCall = (syntax: Syntax, call: Node): Declared | null => {
  const word = methodName(syntax, call);
  const [, prefix, kind] = DECLARES.exec(word) ?? [];
  const receiver = syntax.field(call, 'receiver');
  if (kind === undefined || (receiver !== null && syntax.text(receiver) !== 'RSpec')) return null;
  const block = syntax.field(call, 'block');
  const args = argumentsOf(syntax, call);
  if (block === null && (args.length === 0 || kind === 'test')) return null;
  const options = args.slice(1).map((arg) => syntax.text(arg).slice(0, 100));
  const off = options.find((option) => OFF_OPTION.test(option));
  const suite = SUITES.has(kind);
  return {
    suite,
    title: titleOf(syntax, call) || word,
    body: block,
    off: prefix === 'x' ? word : (off ?? (block === null && !suite ? 'no body' : null)),
    only: prefix === 'f' || options.some((option) => ONLY_OPTION.test(option)),
  };
};

const declaredBy = (syntax: Syntax, node: Node): Declared | null => {
  const kind = syntax.kind(node);
  if (kind === 'call') return declaredByCall(syntax, node);
  const [named, body] = [syntax.field(node, 'name'), syntax.field(node, 'body')];
  if (named === null) return null;
  const title = syntax.text(named);
  if (kind === 'method' && !title.startsWith('test_')) return null;
  return { suite: kind !== 'method', title, body, off: null, only: false };
};

const statementsOf = (syntax: Syntax, body: Node): readonly Node[] => {
  const inner = syntax.kind(body) === 'body_statement' ? body : syntax.field(body, 'body');
  return inner === null ? [] : syntax.children(inner);
};

/** A skip or a bare return before every check, not inside a condition. */
const stopsEarly = (syntax: Syntax, body: Node): string | null => {
  for (const statement of statementsOf(syntax, body)) {
    const text = syntax.text(statement).slice(0, 100);
    const kind = syntax.kind(statement);
    if (/^(?:call|identifier)$/.test(kind) && OFF_STATEMENT.test(text)) return text.split(/[\s(]/)[0] ?? text;
    if (/^(?:return|next)$/.test(text.trim())) {
      const rest = syntax.find(CALLS, body).some((call) => call > statement && isRubyCheck(syntax, call));
      return rest ? 'an early return' : null;
    }
    if (syntax.find(CALLS, statement).some((call) => isRubyCheck(syntax, call))) return null;
  }
  return null;
};

/** Tests of RSpec, and of minitest in both its styles. */
export const readRubyTests = (syntax: Syntax): readonly TestCase[] => {
  const helpers = rubyHelpers(syntax);
  const open: Open[] = [];
  const cases: TestCase[] = [];
  const mayRead = openTestBudget();
  for (const node of syntax.find(DEFINITIONS)) {
    while (open.length > 0 && open.at(-1)!.after <= node) open.pop();
    const found = declaredBy(syntax, node);
    if (found === null) continue;
    const { suite, title, body } = found;
    const off = found.off ?? open.find((outer) => outer.off !== null)?.off ?? null;
    const only = found.only || open.some((outer) => outer.only);
    if (suite) {
      open.push({ after: syntax.after(node), name: title, off, only });
      continue;
    }
    const readable = body !== null && mayRead(syntax.after(body) - body);
    cases.push({
      name: [...open.map((outer) => outer.name), title].join(' › '),
      offset: syntax.start(node),
      text: syntax.text(node),
      ...(readable ? readRubyChecks(syntax, body, helpers) : { ...UNREAD_CHECKS, delegates: body !== null }),
      off: off ?? (readable ? stopsEarly(syntax, body) : null),
      only,
      repeats: /\.(?:each|times|map|upto|step)\b|\bfor\b/.test(syntax.text(node).slice(0, 4_000)),
    });
  }
  return cases;
};

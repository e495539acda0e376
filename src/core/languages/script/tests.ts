import { constantOf, constantText } from '../../syntax/literals.ts';
import { isCheck, readScriptChecks, scriptHelpers } from './checks.ts';
import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import { openTestBudget, UNREAD_CHECKS, type TestCase, type Verdicts } from '../parts/test-case.ts';

const CALLS = new Set(['call_expression']);
const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'function', 'generator_function']);

/** `it`, `xdescribe`, `test.only`, `t.test`, `test.each(…)` and their chained members. */
const DECLARES =
  /^(?:(?:t|tt|st|QUnit|mocha|harness)\.)?(x|f)?(it|test|specify|describe|context|suite)((?:\.\w+)*)$/;

type Declared = { readonly suite: boolean; readonly off: string | null; readonly only: boolean };

const declared = (syntax: Syntax, call: Node): Declared | null => {
  const callee = syntax.field(call, 'function');
  if (callee === null) return null;
  const written = syntax.text(callee).slice(0, 120);
  // `(onWindows ? it.skip : it)(…)` runs somewhere.
  const chosen = /^\([^?]*\?[^:]*:\s*(it|test|describe)\s*\)$/.exec(written)?.[1];
  const text = (/^[^(`]*/.exec(chosen ?? written)?.[0] ?? '').replaceAll(/\s/g, '');
  const [, prefix, word, suffix = ''] = DECLARES.exec(text) ?? [];
  if (
    word === undefined ||
    /\.(?:before|after|mock|setTimeout|beforeEach|afterEach|use|extend|step|plan)\b/.test(suffix)
  )
    return null;
  return {
    suite: ['describe', 'context', 'suite'].includes(word) || /\.describe\b/.test(suffix),
    off: prefix === 'x' || /\.(?:skip|todo|failing|fails|fixme)\b/.test(suffix) ? text : null,
    only: prefix === 'f' || /\.only\b/.test(suffix),
  };
};

const OPTION = /^(?:skip|todo|only)$/;

const optionsOf = (syntax: Syntax, args: readonly Node[]): { off: string | null; only: boolean } => {
  const options = args.find((arg) => syntax.kind(arg) === 'object');
  const found = { off: null as string | null, only: false };
  for (const pair of options === undefined ? [] : syntax.children(options)) {
    const [key, value] = [syntax.field(pair, 'key'), syntax.field(pair, 'value')];
    if (key === null || value === null || !OPTION.test(syntax.text(key))) continue;
    const constant = constantOf(syntax, value);
    if (constant === null || ['false', 'null', '""'].includes(constant)) continue;
    if (syntax.text(key) === 'only') found.only = true;
    else found.off = `{ ${syntax.text(key)} }`;
  }
  return found;
};

/** `this.skip()` or a bare `return` before every check, not inside a condition. */
const stopsEarly = (syntax: Syntax, body: Node): string | null => {
  for (const statement of syntax.children(body)) {
    const text = syntax.text(statement).slice(0, 80);
    if (syntax.kind(statement) === 'return_statement') {
      const bare = /^return\s*;?\s*$/.test(text);
      const rest = syntax.find(CALLS, body).some((call) => call > statement && isCheck(syntax, call));
      return bare && rest ? 'an early return' : null;
    }
    if (/^(?:this|t|ctx|context|test)\.(?:skip|todo)\(/.test(text)) return text.split('(')[0] ?? text;
    if (syntax.find(CALLS, statement).some((call) => isCheck(syntax, call))) return null;
  }
  return null;
};

/** `done` is itself a check: a test that never calls it fails. */
const withCallback = (syntax: Syntax, run: Node, checks: Verdicts): Verdicts => {
  const parameters = syntax.field(run, 'parameters') ?? syntax.field(run, 'parameter');
  const called =
    parameters !== null && /^\(?\s*(?:done|cb|callback|next|end|fn|finish)\b/i.test(syntax.text(parameters));
  return called ? { ...checks, delegates: true } : checks;
};

export const readScriptTests = (syntax: Syntax): readonly TestCase[] => {
  const helpers = scriptHelpers(syntax);
  const open: {
    readonly after: Node;
    readonly name: string;
    readonly off: string | null;
    readonly only: boolean;
  }[] = [];
  const cases: TestCase[] = [];
  const mayRead = openTestBudget();
  for (const call of syntax.find(CALLS)) {
    while (open.length > 0 && open.at(-1)!.after <= call) open.pop();
    const kind = declared(syntax, call);
    const list = kind && syntax.field(call, 'arguments');
    if (!kind || list === null) continue;
    const args = syntax.children(list);
    const run = args.findLast((arg) => FUNCTIONS.has(syntax.kind(arg)));
    if (args[0] === undefined || (run === undefined && kind.off === null)) continue;
    const options = optionsOf(syntax, args);
    const title = constantText(syntax, args[0]) ?? syntax.text(args[0]).slice(0, 200);
    const name = [...open.map((suite) => suite.name), title].join(' › ');
    const off = kind.off ?? options.off ?? open.find((suite) => suite.off !== null)?.off ?? null;
    const only = kind.only || options.only || open.some((suite) => suite.only);
    if (kind.suite) open.push({ after: syntax.after(call), name: title, off, only });
    else {
      const body = run === undefined ? null : syntax.field(run, 'body');
      const readable = body !== null && mayRead(syntax.after(body) - body);
      cases.push({
        name,
        offset: syntax.start(call),
        text: syntax.text(call),
        ...(run !== undefined && readable
          ? withCallback(syntax, run, readScriptChecks(syntax, body, helpers))
          : { ...UNREAD_CHECKS, delegates: body !== null }),
        off: off ?? (readable && syntax.kind(body) === 'statement_block' ? stopsEarly(syntax, body) : null),
        only,
        repeats: /\.(?:each|for|forEach)\b|\bfor\s*\(/.test(syntax.text(call).slice(0, 4_000)),
      });
    }
  }
  return cases;
};

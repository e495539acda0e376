import { isPythonCheck, pythonHelpers, readPythonChecks } from './checks.ts';
import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import { openTestBudget, UNREAD_CHECKS, type TestCase } from '../parts/test-case.ts';

const DEFINITIONS = new Set(['function_definition', 'class_definition']);
const CHECKS = new Set(['assert_statement', 'call']);
const LOOPS = new Set(['for_statement', 'while_statement', 'list_comprehension', 'generator_expression']);

/** Unconditional ways only: `skipif(sys.platform == …)` is ordinary. */
const OFF_DECORATOR =
  /^@(?:pytest\.mark\.skip\b(?!if)|(?:unittest\.)?skip\b(?!If|Unless|if)|pytest\.mark\.xfail\s*(?:$|\(\s*(?:\)|reason|strict\s*=\s*False|raises|run)|\(\s*True)|(?:unittest\.)?expectedFailure\b|pytest\.mark\.skipif\(\s*(?:True|1)\b|(?:unittest\.)?skipIf\(\s*(?:True|1)\b|(?:unittest\.)?skipUnless\(\s*(?:False|0)\b)/;
const OFF_STATEMENT =
  /^(?:pytest\.(?:skip|xfail)\(|self\.skipTest\(|raise\s+(?:unittest\.)?SkipTest\b|skip\()/;
const MODULE_OFF =
  /^(?:pytestmark\s*=\s*\[?\s*pytest\.mark\.(?:skip\b(?!if)|xfail\s*(?:$|\]|\(\s*(?:\)|reason)))|pytest\.skip\(.*allow_module_level\s*=\s*True|__test__\s*=\s*False\b|raise\s+(?:unittest\.)?SkipTest\b)/s;

const decoratorsOf = (syntax: Syntax, definition: Node): readonly string[] => {
  const parent = syntax.parent(definition);
  if (parent < 0 || syntax.kind(parent) !== 'decorated_definition') return [];
  return syntax
    .children(parent)
    .filter((child) => syntax.kind(child) === 'decorator')
    .map((child) => syntax.text(child).slice(0, 300));
};

const offByDecorator = (syntax: Syntax, definition: Node): string | null => {
  const found = decoratorsOf(syntax, definition).find((decorator) => OFF_DECORATOR.test(decorator));
  return found === undefined ? null : (found.split('(')[0] ?? found);
};

const offByStatement = (syntax: Syntax, body: Node, known: RegExp): string | null => {
  const found = syntax.children(body).find((statement) => known.test(syntax.text(statement).slice(0, 300)));
  return found === undefined ? null : (syntax.text(found).slice(0, 80).split('(')[0] ?? '');
};

/** A skip or a bare return before every check, not inside a condition. */
const stopsEarly = (syntax: Syntax, body: Node): string | null => {
  for (const statement of syntax.children(body)) {
    const text = syntax.text(statement).slice(0, 300);
    if (OFF_STATEMENT.test(text)) return text.split('(')[0] ?? text;
    if (syntax.kind(statement) === 'return_statement') {
      const rest = syntax
        .find(CHECKS, body)
        .some((check) => check > statement && isPythonCheck(syntax, check));
      return rest ? 'an early return' : null;
    }
    if (syntax.find(CHECKS, statement).some((check) => isPythonCheck(syntax, check))) return null;
  }
  return null;
};

const isParametrised = (syntax: Syntax, node: Node): boolean =>
  decoratorsOf(syntax, node).some((decorator) =>
    /^@(?:pytest\.mark\.parametrize|parameterized)/.test(decorator),
  );

export const readPythonTests = (syntax: Syntax): readonly TestCase[] => {
  const helpers = pythonHelpers(syntax);
  const moduleOff = offByStatement(syntax, 0, MODULE_OFF);
  const open: {
    readonly after: Node;
    readonly name: string;
    readonly off: string | null;
    readonly isClass: boolean;
  }[] = [];
  const cases: TestCase[] = [];
  const mayRead = openTestBudget();
  for (const node of syntax.find(DEFINITIONS)) {
    while (open.length > 0 && open.at(-1)!.after <= node) open.pop();
    const [named, body] = [syntax.field(node, 'name'), syntax.field(node, 'body')];
    if (named === null || body === null) continue;
    const title = syntax.text(named);
    const off = offByDecorator(syntax, node) ?? open.find((outer) => outer.off !== null)?.off ?? moduleOff;
    if (syntax.kind(node) === 'class_definition') {
      open.push({
        after: syntax.after(node),
        name: title,
        off: off ?? offByStatement(syntax, body, MODULE_OFF),
        isClass: true,
      });
      continue;
    }
    // A function within a function is not a test.
    if (title.startsWith('test') && open.every(({ isClass }) => isClass)) {
      const readable = mayRead(syntax.after(body) - body);
      cases.push({
        name: [...open.map((outer) => outer.name), title].join(' › '),
        offset: syntax.start(node),
        text: syntax.text(node),
        ...(readable ? readPythonChecks(syntax, body, helpers) : UNREAD_CHECKS),
        off: off ?? (readable ? stopsEarly(syntax, body) : null),
        only: false,
        repeats: isParametrised(syntax, node) || syntax.find(LOOPS, body).length > 0,
      });
    }
    open.push({ after: syntax.after(node), name: title, off: null, isClass: false });
  }
  return cases;
};

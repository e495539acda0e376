import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { FUNCTIONS as PLAIN_FUNCTIONS } from './literal-branches.ts';

/** With methods and function values of Go. */
const FUNCTIONS = new Set([...PLAIN_FUNCTIONS, 'method_declaration', 'func_literal']);

const COUNTS = new Set([
  'update_expression',
  'augmented_assignment_expression',
  'augmented_assignment',
  'inc_statement',
  'dec_statement',
  'send_statement',
  'operator_assignment',
]);
const DECLARED = new Set(['variable_declarator', 'assignment', 'var_spec']);
const CALLS = new Set(['call', 'call_expression']);
const ADDRESSES = new Set(['unary_expression']);
const ASSIGNS = new Set(['assignment_expression', 'assignment', 'assignment_statement']);
const CHANGES = new Set([...ASSIGNS, ...COUNTS]);
/** `SEEN.add(x)`, `table.set(x, y)`, `seen.push(x)`. */
const KEEPS =
  /^([A-Za-z_$][\w$]*)\s*\.\s*(?:add|append|appendleft|push|unshift|set|update|setdefault|insert|extend|clear|delete|discard|remove|pop|shift|next|Add|Store|Swap|CompareAndSwap|Do|Put|Set|Push|PushBack|PushFront|Inc|Reset|Write\w*)\s*\(/;
const MAX_LOOKED_AT = 500;
const LONGEST_FUNCTION = 10_000;

const rootName = (text: string): string => /^[\s+(-]*([A-Za-z_$@][\w$]*)/.exec(text)?.[1] ?? '';

const NAMED = new Set([
  'function_declaration',
  'class_declaration',
  'function_definition',
  'class_definition',
]);

/** Functions and classes of a file, which can also hold state: `split.calls = 1`. */
const holders = (syntax: Syntax): ReadonlySet<string> =>
  new Set(
    syntax
      .find(NAMED)
      .slice(0, MAX_LOOKED_AT)
      .flatMap((node) => {
        const name = syntax.field(node, 'name');
        return name === null || syntax.ancestor(node, FUNCTIONS) !== null ? [] : [syntax.text(name)];
      }),
  );

/** Names that a file declares outside of every function. */
const outerNames = (syntax: Syntax): ReadonlySet<string> =>
  new Set(
    syntax
      .find(DECLARED)
      .slice(0, MAX_LOOKED_AT)
      .filter((node) => syntax.ancestor(node, FUNCTIONS) === null)
      .map((node) => rootName(syntax.text(node).slice(0, 80))),
  );

/** At the top, a parameter, or declared again inside; in Python a plain assignment declares. */
const isOwnName = (syntax: Syntax, node: Node, name: string): boolean => {
  for (
    let around = syntax.ancestor(node, FUNCTIONS);
    around !== null;
    around = syntax.ancestor(around, FUNCTIONS)
  ) {
    const text = syntax.text(around).slice(0, LONGEST_FUNCTION);
    const own = name.replaceAll('$', '\\$');
    const parameters = syntax.field(around, 'parameters') ?? syntax.field(around, 'parameter');
    const given = parameters === null ? '' : syntax.text(parameters).slice(0, 1_000);
    if (new RegExp(`(?<![\\w$.])${own}(?![\\w$])`).test(given)) return true;
    if (
      new RegExp(
        `\\b(?:let|var|const|for)\\s*\\(?[\\s{[,\\w$:]{0,200}(?<![\\w$])${own}(?![\\w$])|(?<![\\w$.])${own}\\s*:=`,
      ).test(text)
    )
      return true;
    const declares = new RegExp(`(?:^|\\n)\\s*${own}\\s*(?::[^=\\n]{1,80})?=(?!=)`).test(text);
    if (
      syntax.kind(around) === 'function_definition' &&
      declares &&
      !new RegExp(`\\b(?:global|nonlocal)\\s[^\\n]{0,100}\\b${own}\\b`).test(text)
    )
      return true;
  }
  return syntax.ancestor(node, FUNCTIONS) === null;
};

/** Declared again inside; in Python, a name that a function changes is local unless declared `global`. */
const isLocal = (syntax: Syntax, node: Node, name: string): boolean => {
  const around = syntax.ancestor(node, FUNCTIONS);
  if (around === null) return true;
  const text = syntax.text(around).slice(0, LONGEST_FUNCTION);
  const own = name.replaceAll('$', '\\$');
  if (syntax.kind(node) === 'augmented_assignment' && syntax.text(node).startsWith(`${name} `))
    return !new RegExp(`\\b(?:global|nonlocal)\\s[^\\n]{0,100}\\b${own}\\b`).test(text);
  return new RegExp(`\\b(?:let|var|const)\\s+${own}\\b|\\b${own}\\s*:=`).test(text);
};

type Kept = { readonly what: string; readonly offset: number };

/** `fresh = false` and `SEEN[key] = value` inside a function, if the name is declared outside of all functions. */
const assigned = (syntax: Syntax, outer: ReadonlySet<string>): Kept | null => {
  const held = holders(syntax);
  const isHeld = (name: string, text: string): boolean =>
    held.has(name) && /^[\w$]+\s*[.[]/.test(text.trimStart());
  for (const node of syntax.find(CHANGES).slice(0, MAX_LOOKED_AT)) {
    const text = syntax.text(node).slice(0, 80);
    const name = rootName(text);
    if ((!outer.has(name) && !isHeld(name, text)) || isOwnName(syntax, node, name)) continue;
    return { what: text, offset: syntax.start(node) };
  }
  return null;
};

const filled = (syntax: Syntax, outer: ReadonlySet<string>): Kept | null => {
  for (const node of syntax.find(CALLS).slice(0, MAX_LOOKED_AT)) {
    const text = syntax.text(node).slice(0, 80);
    const name = KEEPS.exec(text)?.[1];
    if (name !== undefined && outer.has(name) && !isOwnName(syntax, node, name))
      return { what: text, offset: syntax.start(node) };
  }
  return null;
};

/** A counter outside of functions that a function changes: its result then depends on the number of calls. */
export const keptState = (syntax: Syntax): { readonly what: string; readonly offset: number } | null => {
  const outer = outerNames(syntax);
  for (const node of syntax.find(COUNTS).slice(0, MAX_LOOKED_AT)) {
    const text = syntax.text(node).slice(0, 80);
    const name = rootName(text);
    if (outer.has(name) && !isLocal(syntax, node, name)) return { what: text, offset: syntax.start(node) };
  }
  const kept = assigned(syntax, outer) ?? filled(syntax, outer);
  if (kept !== null) return kept;
  // `&calls`: what is done with it is not followed.
  for (const node of syntax.find(ADDRESSES).slice(0, MAX_LOOKED_AT)) {
    const name = /^&\s*(\w+)$/.exec(syntax.text(node).slice(0, 80))?.[1];
    if (name !== undefined && outer.has(name) && !isOwnName(syntax, node, name))
      return { what: `&${name}`, offset: syntax.start(node) };
  }
  // `next(TURN)`
  for (const node of syntax.find(CALLS).slice(0, MAX_LOOKED_AT)) {
    const name = /^next\(\s*(\w+)\s*\)/.exec(syntax.text(node).slice(0, 80))?.[1];
    if (name !== undefined && outer.has(name) && syntax.ancestor(node, FUNCTIONS) !== null)
      return { what: `next(${name})`, offset: syntax.start(node) };
  }
  return null;
};

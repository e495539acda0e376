import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { FUNCTIONS } from './literal-branches.ts';

type Seen = { readonly what: string; readonly offset: number };

const TRIES = new Set(['try_statement']);
const HANDLERS = new Set(['except_clause', 'catch_clause']);
const CALLS = new Set(['call', 'call_expression']);
const SUPPRESSES = /\bsuppress\s*\(/;
const WITHS = new Set(['with_statement']);
const MOST = 500;
const SHOWN = 60;

const nameOf = (syntax: Syntax, fn: Node): string => {
  const own = syntax.field(fn, 'name');
  if (own !== null) return syntax.text(own);
  const holder = syntax.parent(fn);
  const name = holder < 0 ? null : syntax.field(holder, 'name');
  return name === null ? '' : syntax.text(name);
};

/** A handler that raises again does not hide that the stack was full. */
const swallows = (syntax: Syntax, node: Node): boolean =>
  syntax
    .find(HANDLERS, node)
    .some((handler) => !/\b(?:raise|throw)\b/.test(syntax.text(handler).slice(0, 2_000)));

const callsItself = (syntax: Syntax, body: Node, name: string): Node | null =>
  syntax
    .find(CALLS, body)
    .slice(0, MOST)
    .find((call) => {
      const callee = syntax.field(call, 'function');
      return callee !== null && syntax.text(callee).slice(0, SHOWN) === name;
    }) ?? null;

/** A function that calls itself until the stack is full, and goes on: it then knows how deep its caller is. */
export const ownDepth = (syntax: Syntax): readonly Seen[] =>
  [...syntax.find(TRIES), ...syntax.find(WITHS)].slice(0, MOST).flatMap((node) => {
    const fn = syntax.ancestor(node, FUNCTIONS);
    const name = fn === null ? '' : nameOf(syntax, fn);
    const body = syntax.field(node, 'body');
    if (fn === null || name === '' || body === null) return [];
    const hides =
      syntax.kind(node) === 'with_statement'
        ? SUPPRESSES.test(syntax.text(node).slice(0, 200))
        : swallows(syntax, node);
    const call = hides ? callsItself(syntax, body, name) : null;
    return call === null ? [] : [{ what: syntax.text(call).slice(0, SHOWN), offset: syntax.start(call) }];
  });

import type { Node, Syntax } from '../../../syntax/syntax-view.ts';

type Seen = { readonly what: string; readonly offset: number };

const NAMED = new Set(['function_declaration', 'generator_function_declaration', 'class_declaration']);
const DECLARATORS = new Set(['variable_declarator']);
const VALUES = new Set(['arrow_function', 'function_expression', 'generator_function', 'class']);
const SCOPES = new Set([
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
]);
const PLACES = new Set(['call_expression', 'template_substitution', 'binary_expression']);
const STRINGS = new Set(['string', 'template_string']);
const MOST = 5_000;
const SHOWN = 60;

/** Functions and classes at the top of a file. */
const declaredIn = (syntax: Syntax): ReadonlySet<string> =>
  new Set(
    [...syntax.find(NAMED), ...syntax.find(DECLARATORS)].slice(0, MOST).flatMap((node) => {
      const value = syntax.field(node, 'value');
      const isFunction = NAMED.has(syntax.kind(node)) || (value !== null && VALUES.has(syntax.kind(value)));
      const name = syntax.field(node, 'name');
      return isFunction && name !== null && syntax.ancestor(node, SCOPES) === null ? [syntax.text(name)] : [];
    }),
  );

/** The name whose text a node asks for; null: it asks for none. */
const askedIn = (syntax: Syntax, node: Node): string | null => {
  const kind = syntax.kind(node);
  if (syntax.end(node) - syntax.start(node) > 200) return null;
  const text = syntax.text(node).trim();
  if (kind === 'template_substitution') return /^\$\{\s*([\w$]+)\s*\}$/.exec(text)?.[1] ?? null;
  if (kind === 'call_expression')
    return (
      /^([\w$]+)\s*\??\.\s*toString\s*\(/.exec(text)?.[1] ??
      /^String\s*\(\s*([\w$]+)\s*\)$/.exec(text)?.[1] ??
      null
    );
  const [left, right] = [syntax.field(node, 'left'), syntax.field(node, 'right')];
  if (left === null || right === null || !/\+/.test(text)) return null;
  const [named, other] = syntax.kind(left) === 'identifier' ? [left, right] : [right, left];
  return syntax.kind(named) === 'identifier' && STRINGS.has(syntax.kind(other)) ? syntax.text(named) : null;
};

/** The text of one of the file’s own functions: runners that translate or measure code change it. */
export const ownText = (syntax: Syntax): readonly Seen[] => {
  const names = declaredIn(syntax);
  if (names.size === 0) return [];
  return syntax
    .find(PLACES)
    .slice(0, MOST)
    .flatMap((node) => {
      const name = askedIn(syntax, node);
      return name !== null && names.has(name)
        ? [{ what: syntax.text(node).slice(0, SHOWN), offset: syntax.start(node) }]
        : [];
    });
};

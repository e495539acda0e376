import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { type Builders, buildersOf } from './conditions.ts';

export type BuildPlace = { readonly what: string; readonly offset: number };

const ATTRIBUTES = new Set(['attribute_item', 'inner_attribute_item']);
const COMMENTS = new Set(['line_comment', 'block_comment']);
/** Their attributes are inside them. */
export const ENCLOSING = new Set(['match_arm', 'field_initializer']);

export const ITEMS = new Set([
  'function_item',
  'function_signature_item',
  'const_item',
  'static_item',
  'struct_item',
  'enum_item',
  'union_item',
  'trait_item',
  'type_item',
  'associated_type',
  'mod_item',
  'impl_item',
  'macro_definition',
  'macro_invocation',
  'use_declaration',
  'extern_crate_declaration',
  'foreign_mod_item',
  'field_declaration',
  'enum_variant',
]);

export const FUNCTION_ITEMS = new Set(['function_item']);
const TEST = /^#\s*\[\s*(?:::\s*)?(?:\w+\s*::\s*)*(?:r#)?test\b/;

type Marked = { readonly builders: Builders; readonly marks: readonly string[] };

/** By node: the attributes that belong to it. */
const attributesIn = (syntax: Syntax): ReadonlyMap<Node, readonly string[]> => {
  const found = new Map<Node, string[]>();
  const parents = new Set(syntax.find(ATTRIBUTES).map((node) => syntax.parent(node)));
  for (const parent of parents) {
    let waiting: string[] = [];
    const inner: string[] = [];
    for (const node of syntax.children(parent)) {
      const kind = syntax.kind(node);
      if (kind === 'attribute_item') waiting.push(syntax.text(node));
      else if (kind === 'inner_attribute_item') inner.push(syntax.text(node));
      else if (!COMMENTS.has(kind) && waiting.length > 0 && !ENCLOSING.has(syntax.kind(parent))) {
        found.set(node, [...(found.get(node) ?? []), ...waiting]);
        waiting = [];
      }
    }
    const owner = ENCLOSING.has(syntax.kind(parent)) ? parent : syntax.parent(parent);
    const own = ENCLOSING.has(syntax.kind(parent)) ? waiting : inner;
    if (owner >= 0 && own.length > 0) found.set(owner, [...(found.get(owner) ?? []), ...own]);
  }
  return found;
};

const readMarks = (syntax: Syntax): ReadonlyMap<Node, Marked> =>
  new Map([...attributesIn(syntax)].map(([node, marks]) => [node, { marks, builders: buildersOf(marks) }]));

export type View = {
  readonly syntax: Syntax;
  readonly marks: ReadonlyMap<Node, Marked>;
  /** Whether only tests are built with a node, by what is around it. */
  readonly isInTests: (node: Node) => boolean;
};

export const viewOf = (syntax: Syntax): View => {
  const marks = readMarks(syntax);
  const inTests = new Uint8Array(syntax.count);
  let painted = 0;
  for (const [node, { builders, marks: own }] of [...marks].sort(([one], [other]) => one - other)) {
    const isTest =
      builders === 'tests' || (FUNCTION_ITEMS.has(syntax.kind(node)) && own.some((mark) => TEST.test(mark)));
    if (!isTest || !ITEMS.has(syntax.kind(node)) || node < painted) continue;
    painted = syntax.after(node);
    inTests.fill(1, node + 1, painted);
  }
  const isInTests = (node: Node): boolean => inTests[node] === 1;
  return { syntax, marks, isInTests };
};

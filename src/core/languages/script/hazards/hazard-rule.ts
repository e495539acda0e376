import type { HazardLevel } from '../../../domain/evidence/assessment.ts';
import type { Actions } from '../../../syntax/calls.ts';
import { constantText } from '../../../syntax/literals.ts';
import type { Node } from '../../../syntax/syntax-view.ts';

export type HazardSight = {
  readonly rule: string;
  readonly level: HazardLevel;
  readonly node: Node;
  readonly message: string;
};

/** One weakness to look for; total, and linear in the file. */
export type HazardRule = (code: Actions) => readonly HazardSight[];

const REQUEST =
  /^(?:req|request|ctx|context|event|c\.req)\.(?:request\.)?(?:query|params|param|body|headers|header|cookies|url|originalUrl|path|hostname|queryStringParameters|pathParameters)\b/;
const NAMES = new Set([
  'identifier',
  'member_expression',
  'subscript_expression',
  'shorthand_property_identifier',
]);
const MOST_NODES = 400;

/** Known only at run time. */
export const isDynamic = ({ syntax }: Actions, node: Node | undefined): node is Node =>
  node !== undefined && constantText(syntax, node) === null;

/** Whether a part of an expression comes straight from a request. */
export const comesFromRequest = ({ syntax, names }: Actions, node: Node | undefined): boolean => {
  if (node === undefined) return false;
  const end = Math.min(syntax.after(node), node + MOST_NODES);
  for (let at = node; at < end; at += 1)
    if (NAMES.has(syntax.kind(at)) && REQUEST.test(names.nameOf(at) ?? '')) return true;
  return false;
};

/** `{ key: value }` pairs of a file. */
export const pairsOf = (
  { syntax }: Actions,
  within?: Node,
): readonly { readonly node: Node; readonly key: string; readonly value: Node }[] =>
  syntax.find(new Set(['pair']), within).flatMap((node) => {
    const [key, value] = [syntax.field(node, 'key'), syntax.field(node, 'value')];
    if (key === null || value === null) return [];
    return [{ node, key: constantText(syntax, key) ?? syntax.text(key), value }];
  });

export const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

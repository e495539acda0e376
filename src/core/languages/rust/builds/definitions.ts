import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { type Builders, unequalMarks } from './conditions.ts';
import { ITEMS, type View } from './marks.ts';

const MEMBERS = new Set(['function_item', 'const_item', 'type_item']);
const HOLDERS = new Set(['mod_item', 'impl_item', 'trait_item', 'function_item', 'struct_item', 'enum_item']);

export const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

export const fieldText = (syntax: Syntax, node: Node, field: string): string | null => {
  const found = syntax.field(node, field);
  return found === null ? null : squeeze(syntax.text(found));
};

/** Names that a `use` brings; `*`: all of a module. */
const broughtBy = (syntax: Syntax, node: Node): readonly string[] => {
  const text = syntax
    .text(node)
    .replace(/^[^]*?\buse\s/, '')
    .replace(/;$/, '');
  return text
    .split(/[{},]/)
    .map((part) => /(?:\bas\s+|::\s*|^\s*)([\w*]+)\s*$/.exec(part)?.[1])
    .filter((name) => name !== undefined && name !== '_' && name !== 'self') as string[];
};

/** A type without its parameters. */
export const bare = (type: string): string => type.replace(/<.*$/, '').replace(/^.*::/, '');

/** What an item defines where it stands: an implementation defines its members, or a trait for a type. */
const definedBy = (syntax: Syntax, node: Node): readonly string[] => {
  const kind = syntax.kind(node);
  if (kind === 'use_declaration') return broughtBy(syntax, node);
  if (kind === 'impl_item') {
    const [type, trait] = [fieldText(syntax, node, 'type') ?? '', fieldText(syntax, node, 'trait')];
    if (trait !== null) return [`impl ${bare(trait)} for ${bare(type)}`];
    const body = syntax.field(node, 'body');
    return (body === null ? [] : syntax.children(body))
      .filter((member) => MEMBERS.has(syntax.kind(member)))
      .map((member) => `${bare(type)}::${fieldText(syntax, member, 'name') ?? ''}`);
  }
  if (kind === 'macro_invocation') return [`${fieldText(syntax, node, 'macro') ?? ''}!`];
  const name = fieldText(syntax, node, 'alias') ?? fieldText(syntax, node, 'name');
  return name === null ? [] : [kind === 'macro_definition' ? `${name}!` : name];
};

/** Traits that attributes write, in one kind of build. */
const derivedBy = (syntax: Syntax, node: Node, marks: readonly string[]): readonly [string, Builders][] =>
  marks
    .flatMap(unequalMarks)
    .flatMap(({ text, builders }) =>
      (/^derive\s*\(([^]*)\)$/.exec(text)?.[1] ?? '')
        .split(',')
        .map((trait): [string, Builders] => [
          `impl ${bare(squeeze(trait))} for ${fieldText(syntax, node, 'name') ?? ''}`,
          builders,
        ]),
    );

export type Definition = {
  readonly name: string;
  readonly scope: string;
  readonly builders: Builders;
  readonly node: Node;
};

const scopeOf = (syntax: Syntax, node: Node): string => {
  const names: string[] = [];
  for (let at = syntax.ancestor(node, HOLDERS); at !== null; at = syntax.ancestor(at, HOLDERS))
    names.unshift(fieldText(syntax, at, syntax.kind(at) === 'impl_item' ? 'type' : 'name') ?? '');
  return names.join('::');
};

export const definitionsIn = ({ syntax, marks, isInTests }: View): readonly Definition[] =>
  syntax.find(ITEMS).flatMap((node): readonly Definition[] => {
    if (isInTests(node)) return [];
    const { builders = 'all', marks: own = [] } = marks.get(node) ?? {};
    // A macro that runs defines nothing that is known.
    if (syntax.kind(node) === 'macro_invocation' && builders === 'all') return [];
    const around = syntax.ancestor(node, HOLDERS);
    const isMember = around !== null && syntax.kind(around) === 'impl_item';
    const trait = isMember ? fieldText(syntax, around, 'trait') : null;
    const type = isMember ? bare(fieldText(syntax, around, 'type') ?? '') : '';
    const scope = isMember || syntax.kind(node) === 'impl_item' ? '' : scopeOf(syntax, node);
    return [
      ...definedBy(syntax, node).map((name) => ({
        name: isMember ? `${type}::${trait === null ? '' : `${bare(trait)}::`}${name}` : name,
        scope,
        builders,
        node,
      })),
      ...derivedBy(syntax, node, own).map(([name, when]) => ({ name, scope: '', builders: when, node })),
    ];
  });

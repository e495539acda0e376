import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { bare, fieldText } from './definitions.ts';
import type { BuildPlace } from './marks.ts';

const FUNCTIONS = new Set(['function_item', 'function_signature_item']);
const IMPLEMENTATIONS = new Set(['impl_item']);
const TRAITS = new Set(['trait_item']);
const RECEIVER = new Set(['self_parameter', 'parameter']);

type Method = {
  /** Of the type it is called on; null: of any. */
  readonly type: string | null;
  readonly name: string;
  /** Of a call on a value: the compiler first looks for methods that take it, then `&self`, then `&mut self`. */
  readonly turn: number;
};

const turnOf = (self: string): number => {
  const type = /^(?:mut)?self:(.*)$/.exec(self)?.[1] ?? self;
  if (!type.startsWith('&')) return 0;
  return /^&(?:'\w+?)?mut(?=self|Self)/.test(type) || type.startsWith('&mut') ? 2 : 1;
};

const methodsIn = (syntax: Syntax, holder: Node): readonly Omit<Method, 'type'>[] => {
  const body = syntax.field(holder, 'body');
  return (body === null ? [] : syntax.children(body)).flatMap((node) => {
    const parameters = FUNCTIONS.has(syntax.kind(node)) ? syntax.field(node, 'parameters') : null;
    const self =
      parameters === null
        ? undefined
        : syntax.children(parameters).find((one) => RECEIVER.has(syntax.kind(one)));
    const text = self === undefined ? '' : syntax.text(self).replaceAll(/\s+/g, '');
    return /\bself\b|mutself/.test(text)
      ? [{ name: fieldText(syntax, node, 'name') ?? '', turn: turnOf(text) }]
      : [];
  });
};

type Implemented = { readonly type: string | null; readonly step: number };
/** What the implementations of one file give: methods of types themselves, and types by trait. */
type Implementations = {
  readonly own: ReadonlyMap<string, readonly Method[]>;
  readonly byTrait: ReadonlyMap<string, readonly Implemented[]>;
};

const put = <T>(into: Map<string, T[]>, key: string, value: T): void => {
  const list = into.get(key);
  if (list === undefined) into.set(key, [value]);
  else list.push(value);
};

/** For any function or closure, and no type of the program is one. */
const OF_FUNCTIONS = /\bFn(?:Once|Mut)?\s*\(/;

const headOf = (syntax: Syntax, node: Node): string => {
  const body = syntax.field(node, 'body');
  const text = syntax.text(node);
  return body === null ? text : text.slice(0, syntax.start(body) - syntax.start(node));
};

/** References at the beginning of a type come before its methods' own. */
const implementedBy = (syntax: Syntax, node: Node): Implemented => {
  const text = fieldText(syntax, node, 'type') ?? '';
  const type = bare(text.replace(/^&(?:'\w+)?(?:mut)?/, ''));
  const parameters = (fieldText(syntax, node, 'type_parameters') ?? '').split(/\W+/);
  const step = text.startsWith('&mut') ? 2 : text.startsWith('&') ? 1 : 0;
  return { type: parameters.includes(type) && !OF_FUNCTIONS.test(headOf(syntax, node)) ? null : type, step };
};

const readImplementations = (syntax: Syntax): Implementations => {
  const [own, byTrait] = [new Map<string, Method[]>(), new Map<string, Implemented[]>()];
  for (const node of syntax.find(IMPLEMENTATIONS)) {
    const implemented = implementedBy(syntax, node);
    const trait = fieldText(syntax, node, 'trait');
    if (trait !== null) put(byTrait, bare(trait), implemented);
    else
      for (const method of methodsIn(syntax, node))
        put(own, method.name, { ...method, type: implemented.type });
  }
  return { own, byTrait };
};

const known = new WeakMap<Syntax, Implementations>();

const implementationsIn = (syntax: Syntax): Implementations => {
  const found = known.get(syntax) ?? readImplementations(syntax);
  known.set(syntax, found);
  return found;
};

/**
 * A trait of the program whose method comes before a type's own one of the same name. Code that has the trait in scope,
 * like tests in the same module, calls another method than all other programs.
 */
export const methodsInFront = (syntax: Syntax, others: readonly Syntax[]): readonly BuildPlace[] => {
  const traits = syntax.find(TRAITS);
  if (traits.length === 0) return [];
  const all = [syntax, ...others].map(implementationsIn);
  return traits.flatMap((node) => {
    const trait = fieldText(syntax, node, 'name') ?? '';
    const types = all.flatMap(({ byTrait }) => byTrait.get(trait) ?? []);
    const isInFront = ({ name, turn }: Omit<Method, 'type'>): boolean =>
      all
        .flatMap(({ own }) => own.get(name) ?? [])
        .some((inherent) =>
          types.some(
            ({ type, step }) =>
              (type === null || type === inherent.type) && Math.max(step, turn) < inherent.turn,
          ),
        );
    const method = methodsIn(syntax, node).find(isInFront);
    return method === undefined ? [] : [{ what: `${trait}::${method.name}`, offset: syntax.start(node) }];
  });
};

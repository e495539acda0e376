import type { Node, Syntax } from '../../../../syntax/syntax-view.ts';

/** What a value can keep: `list` can be changed, `iterator` is used up, `pattern` has a position, `counter` has methods that change it. */
export type Lasting = 'list' | 'iterator' | 'pattern' | 'counter';

const FUNCTIONS = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
  'function_definition',
  'lambda',
]);
const LISTS = new Set([
  'array',
  'object',
  'list',
  'dictionary',
  'set',
  'list_comprehension',
  'dictionary_comprehension',
  'set_comprehension',
]);
const DECLARATORS = new Set(['variable_declarator', 'assignment']);
const CLASSES = new Set(['class_declaration', 'class', 'class_definition']);
const MAKES_LIST =
  /^(?:list|dict|set|bytearray|(?:collections\.)?(?:deque|defaultdict|Counter|OrderedDict)|Array(?:\.\w+)?|Object\.(?:fromEntries|create|assign|entries|keys|values)|Map|Set|WeakMap|WeakSet)$/;
const MAKES_ITERATOR =
  /^(?:iter|map|filter|zip|enumerate|reversed|(?:itertools\.)?(?:count|cycle|chain|repeat|islice|accumulate|product|permutations)|itertools\.\w+|Iterator\.from|(?:io\.)?(?:StringIO|BytesIO)|(?:csv\.)?reader)$|\.(?:values|keys|entries|matchAll|scanner|finditer)$|\[Symbol\.iterator\]$/;
/** `LEFT = [1, 2].pop`: the method of an object that nothing else names. */
const USES_UP = /\.\s*(?:pop|popleft|popitem|shift|next|__next__)$/;
const MAX_LOOKED_AT = 2_000;

const calleeOf = (syntax: Syntax, node: Node): string => {
  const callee = syntax.field(node, 'function') ?? syntax.field(node, 'constructor');
  return callee === null ? '' : syntax.text(callee).slice(0, 80);
};

/** Methods besides the constructor that write to a member of their object. */
const changesItself = (syntax: Syntax, node: Node): boolean =>
  syntax.find(new Set(['method_definition', 'function_definition', 'pair']), node).some((method) => {
    const name = syntax.field(method, 'name') ?? syntax.field(method, 'key');
    if (name !== null && /^(?:constructor|__init__|__new__|__post_init__)$/.test(syntax.text(name)))
      return false;
    return /\b(?:this|self)\s*(?:\.\s*#?[\w$]+|\[[^\]\n]{1,80}\])+\s*(?:[-+*/|&?%^]{0,3}=(?![=>])|\+\+|--|\s*\.\s*(?:add|append|push|set|pop|shift|update|next|delete)\s*\()|(?:\+\+|--|\bdelete\s|\bnext\s*\()\s*(?:this|self)\b/.test(
      syntax.text(method).slice(0, 10_000),
    );
  });

/** Names of classes of the file whose objects change, and of functions that give an iterator. */
const makersIn = (syntax: Syntax): ReadonlyMap<string, Lasting> => {
  const found = new Map<string, Lasting>();
  for (const node of syntax.find(CLASSES).slice(0, MAX_LOOKED_AT)) {
    const name = syntax.field(node, 'name');
    if (name !== null && changesItself(syntax, node)) found.set(syntax.text(name), 'counter');
  }
  for (const node of syntax.find(FUNCTIONS).slice(0, MAX_LOOKED_AT)) {
    const name = syntax.field(node, 'name');
    const yields = syntax.find(new Set(['yield', 'yield_expression']), node);
    if (name !== null && yields.some((at) => syntax.ancestor(at, FUNCTIONS) === node))
      found.set(syntax.text(name), 'iterator');
  }
  return found;
};

const known = new WeakMap<Syntax, ReadonlyMap<string, Lasting>>();

export const kindOfValue = (syntax: Syntax, value: Node): Lasting | null => {
  const kind = syntax.kind(value);
  if (kind === 'object' && changesItself(syntax, value)) return 'counter';
  if (LISTS.has(kind)) return 'list';
  if (kind === 'generator_expression') return 'iterator';
  if (kind === 'regex') return /\/[a-z]*[gy][a-z]*$/.test(syntax.text(value)) ? 'pattern' : null;
  if (kind === 'attribute') return USES_UP.test(syntax.text(value).slice(-40)) ? 'iterator' : null;
  if (!['call', 'call_expression', 'new_expression'].includes(kind)) return null;
  const callee = calleeOf(syntax, value);
  if (/^(?:functools\.)?partial$/.test(callee))
    return /\(\s*next\b|\biter\s*\(|\.\s*(?:pop|append|add)\b/.test(syntax.text(value).slice(0, 200))
      ? 'iterator'
      : null;
  const makers = known.get(syntax) ?? makersIn(syntax);
  known.set(syntax, makers);
  return (
    makers.get(callee) ?? (MAKES_LIST.test(callee) ? 'list' : MAKES_ITERATOR.test(callee) ? 'iterator' : null)
  );
};

/** Names that a file, or the body of a class, gives to values that can keep something. */
export const lastingValues = (syntax: Syntax, within: Node): ReadonlyMap<string, Lasting> => {
  const values = new Map<string, Lasting>();
  for (const node of syntax.find(DECLARATORS, within).slice(0, MAX_LOOKED_AT)) {
    const around = syntax.ancestor(node, FUNCTIONS);
    if (around !== null && (within === 0 || around > within)) continue;
    const inClass = syntax.ancestor(node, CLASSES);
    if (inClass !== null && inClass >= within && within === 0) continue;
    const name = syntax.field(node, 'name') ?? syntax.field(node, 'left');
    const value = syntax.field(node, 'value') ?? syntax.field(node, 'right');
    const kind = value === null ? null : kindOfValue(syntax, value);
    if (name !== null && kind !== null) values.set(syntax.text(name), kind);
  }
  return values;
};

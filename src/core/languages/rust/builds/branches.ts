import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { buildersOf, buildersOfCondition, unequalMarks } from './conditions.ts';
import { squeeze, fieldText } from './definitions.ts';
import { ENCLOSING, type BuildPlace, viewOf } from './marks.ts';

const BODIES = new Set([
  'block',
  'match_block',
  'field_initializer_list',
  'arguments',
  'parameters',
  'closure_parameters',
  'array_expression',
  'tuple_expression',
]);

const CONDITIONAL = /^(?:(?:std|core)\s*::\s*)?cfg$/;
const MACROS = new Set(['macro_invocation', 'macro_definition']);
const CHOOSES = /^(?:\w+\s*::\s*)*cfg_(?:if|select|match)$/;
const ARM = /(?:^|[{},])\s{0,100}([^{}=,]{0,200}\btest\b[^{}=]{0,200})=>/;
const MARK = /#\s{0,20}!?\s{0,20}(\[[^[\]]{0,200}\btest\b[^[\]]{0,200}\])/g;

/** Whether a macro's text, which no tree divides, holds code that tests do not build, or chooses by it. */
const macroAsks = (syntax: Syntax, node: Node): boolean => {
  const text = syntax.text(node);
  const name = fieldText(syntax, node, 'macro') ?? '';
  if (CONDITIONAL.test(name))
    return (
      buildersOfCondition(
        text
          .replace(/^[^([{]*[([{]/, '')
          .replace(/[)\]}]$/, '')
          .replace(/,\s*$/, ''),
      ) !== 'all'
    );
  if (CHOOSES.test(name) && ARM.test(text)) return true;
  if (CHOOSES.test(name) && [...text.matchAll(MARK)].some(([, mark]) => buildersOf([`#${mark}`]) !== 'all'))
    return true;
  return [...text.matchAll(MARK)].some(([, mark]) => buildersOf([`#${mark}`]) === 'others');
};

/** Statements, expressions, fields and arms that only some builds have, and conditions on them. */
export const branchesForTests = (syntax: Syntax): readonly BuildPlace[] => {
  const { marks, isInTests } = viewOf(syntax);
  const found: BuildPlace[] = [];
  for (const [node, { builders }] of marks) {
    const around = syntax.kind(syntax.parent(node));
    const isCode = ENCLOSING.has(syntax.kind(node)) || BODIES.has(around);
    if (builders !== 'all' && isCode && !isInTests(node))
      found.push({ what: squeeze(syntax.text(node)).slice(0, 80), offset: syntax.start(node) });
  }
  for (const node of syntax.find(MACROS))
    if (!isInTests(node) && marks.get(node)?.builders !== 'tests' && macroAsks(syntax, node))
      found.push({ what: squeeze(syntax.text(node)).slice(0, 80), offset: syntax.start(node) });
  return found;
};

/** Attributes by which tests are built from another file. */
export const filesForTests = (syntax: Syntax): readonly BuildPlace[] => {
  const { marks, isInTests } = viewOf(syntax);
  return [...marks].flatMap(([node, { marks: own, builders }]): readonly BuildPlace[] => {
    if (isInTests(node) || syntax.kind(node) !== 'mod_item') return [];
    const leads = own.flatMap(unequalMarks).some(({ text }) => /^path\s*=/.test(text));
    // A path out of the folder may be any file's, one of the product among them.
    const away =
      builders === 'tests' &&
      own.some((mark) => /^#\s*\[\s*path\s*=\s*"(?:\/|[^"]*\.\.\/)(?![^"]*test)/i.test(mark));
    return leads || away ? [{ what: fieldText(syntax, node, 'name') ?? '', offset: syntax.start(node) }] : [];
  });
};

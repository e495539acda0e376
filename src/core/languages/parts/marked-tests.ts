import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import type { TestCase } from './test-case.ts';

/** How tests are recognised by their names and marks. */
export type MarkedTests = {
  /** Kind of the node that defines one. */
  readonly definition: string;
  readonly isTest: (name: string, before: string) => boolean;
  /** Global: every match is a check. */
  readonly check: RegExp;
  /** The mark that switches it off; null: it runs. */
  readonly off: (body: string, before: string) => string | null;
};

export const firstMatch = (text: string, pattern: RegExp): string | null =>
  pattern.exec(text)?.[0].trim() ?? null;

/** Attributes and annotations directly before a definition or in its modifiers. */
const before = (syntax: Syntax, siblings: readonly Node[], at: number): string => {
  let text = '';
  for (
    let back = at - 1;
    back >= 0 && /^(?:attribute_item|line_comment|block_comment)$/.test(syntax.kind(siblings[back]!));
    back--
  )
    if (syntax.kind(siblings[back]!) === 'attribute_item') text += `${syntax.text(siblings[back]!)}\n`;
  const modifiers = syntax.children(siblings[at]!).find((child) => syntax.kind(child) === 'modifiers');
  return modifiers === undefined ? text : text + syntax.text(modifiers);
};

/** Tests by their names and marks; checks are counted, not understood. */
export const readMarkedTests =
  (dialect: MarkedTests) =>
  (syntax: Syntax): readonly TestCase[] => {
    const parents = new Set(syntax.find(new Set([dialect.definition])).map((node) => syntax.parent(node)));
    return [...parents].flatMap((parent) => {
      const siblings = syntax.children(parent);
      return siblings.flatMap((node, at): readonly TestCase[] => {
        const [named, body] = [syntax.field(node, 'name'), syntax.field(node, 'body')];
        if (syntax.kind(node) !== dialect.definition || named === null || body === null) return [];
        const marks = before(syntax, siblings, at);
        if (!dialect.isTest(syntax.text(named), marks)) return [];
        const text = syntax.text(body);
        return [
          {
            name: syntax.text(named),
            offset: syntax.start(node),
            text,
            strict: [...text.matchAll(dialect.check)].length,
            weak: 0,
            hollow: 0,
            delegates: /\b(?:check|verify|run|test|assert|expect)\w*\(/i.test(text),
            off: dialect.off(text, marks),
            only: false,
            repeats: /\bfor\b/.test(text),
            swallows: false,
          },
        ];
      });
    });
  };

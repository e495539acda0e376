import type { Language } from './language-of.ts';
import type { Node, Syntax } from './syntax-view.ts';
import type { TestCase } from './test-case.ts';

type Dialect = {
  readonly definition: string;
  readonly isTest: (name: string, before: string) => boolean;
  readonly check: RegExp;
  readonly off: (body: string, before: string) => string | null;
};

const firstMatch = (text: string, pattern: RegExp): string | null => pattern.exec(text)?.[0].trim() ?? null;

const DIALECTS: Readonly<Partial<Record<Language, Dialect>>> = {
  go: {
    definition: 'function_declaration',
    isTest: (name) => /^(?:Test|Fuzz|Example)(?:[A-Z_]|$)/.test(name),
    check:
      /\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|is)\.\w+\(|\/\/ Output:/g,
    off: (body) => firstMatch(body, /^\{\s*t\.Skip(?:f|Now)?\(/)?.replace(/^\{\s*/, '') ?? null,
  },
  rust: {
    definition: 'function_item',
    isTest: (_, before) => /#\[(?:\w+::)*test\b/.test(before),
    check: /\b(?:assert\w*|panic|unreachable|prop_assert\w*)!|\.unwrap\(\)|\.expect\(|\?;/g,
    off: (_, before) => firstMatch(before, /#\[ignore\b/),
  },
  java: {
    definition: 'method_declaration',
    isTest: (_, before) => /@(?:Test|ParameterizedTest|RepeatedTest)\b/.test(before),
    check: /\b(?:assert\w*|verify|fail|expect\w*)\s*\(/g,
    off: (_, before) => firstMatch(before, /@(?:Disabled|Ignore)\b(?!\w)/),
  },
};

/** Attributes and annotations that stand directly before, or in the modifiers of, a definition. */
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

/** Tests of Go, Rust and Java by their names and marks; checks are counted, not understood. */
export const readOtherTests = (language: Language, syntax: Syntax): readonly TestCase[] => {
  const dialect = DIALECTS[language];
  if (!dialect) return [];
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

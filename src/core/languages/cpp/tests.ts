import type { Node, Syntax } from '../../syntax/syntax-view.ts';
import { openTestBudget, type TestCase, UNREAD_CHECKS, type Verdicts } from '../parts/test-case.ts';
import { CHECK, DEFINES_TEST, HOLLOW, TITLES_TEST } from './test-macros.ts';

const DEFINITIONS = new Set(['function_definition', 'compound_statement']);
/** Functions that C frameworks and plain programs run as tests. */
const NAMED_TEST = /^test_?\w|_tests?$|_should_/i;

type Declared = {
  readonly name: string;
  readonly off: string | null;
  readonly body: Node;
  readonly from: Node;
};

/** `TEST(Suite, name)`: the parameters as written. */
const wordsIn = (text: string): readonly string[] =>
  text
    .slice(0, 400)
    .replace(/^\(|\)$/g, '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const OFF_NAME = /(?:^|\.)DISABLED_/;

const byMacro = (macro: string, words: readonly string[]): Pick<Declared, 'name' | 'off'> => {
  const name = macro.startsWith('BOOST') ? (words[0] ?? macro) : words.slice(0, 2).join('.');
  return { name, off: OFF_NAME.test(name) ? 'DISABLED_' : null };
};

const definedBy = (syntax: Syntax, node: Node): Declared | null => {
  const [declarator, body] = [syntax.field(node, 'declarator'), syntax.field(node, 'body')];
  if (declarator === null || body === null) return null;
  const [named, parameters] = [
    syntax.field(declarator, 'declarator'),
    syntax.field(declarator, 'parameters'),
  ];
  if (named === null) return null;
  const name = syntax.text(named).slice(0, 200);
  if (DEFINES_TEST.test(name) && parameters !== null)
    return { ...byMacro(name, wordsIn(syntax.text(parameters))), body, from: node };
  return NAMED_TEST.test(name) && syntax.field(node, 'type') !== null
    ? { name, off: null, body, from: node }
    : null;
};

/** Tags of Catch2 and decorators of doctest. */
const OFF_TAG =
  /\[(?:\.[^\]]{0,40}|!(?:mayfail|shouldfail|benchmark))\]|\b(?:skip|may_fail|should_fail)\s*\(/;

/** `TEST_CASE("title", "[tag]")`, which the grammar reads as a statement with a block behind it. */
const titledBy = (syntax: Syntax, block: Node): Declared | null => {
  const siblings = syntax.children(syntax.parent(block));
  const before = siblings[siblings.indexOf(block) - 1];
  if (before === undefined || syntax.kind(before) !== 'expression_statement') return null;
  const text = syntax.text(before).slice(0, 600);
  const macro = /^\w{1,60}/.exec(text)?.[0] ?? '';
  if (!TITLES_TEST.test(macro)) return null;
  const title = /"((?:[^"\\]|\\.){0,300})"/.exec(text);
  const rest = title === null ? '' : text.slice(title.index + title[0].length);
  return {
    name: title?.[1] ?? macro,
    off: OFF_TAG.exec(rest)?.[0] ?? null,
    body: block,
    from: before,
  };
};

const OFF_STATEMENT = /^(?:GTEST_SKIP|TEST_IGNORE(?:_MESSAGE)?|SKIP|cr_skip_test|return)\b/;

/** A skip or a return before every check, not inside a condition. */
const stopsEarly = (syntax: Syntax, body: Node): string | null => {
  for (const statement of syntax.children(body)) {
    const text = syntax.text(statement).slice(0, 4_000);
    const word = OFF_STATEMENT.exec(text)?.[0];
    if (word === 'return') return CHECK_ONCE.test(syntax.text(body)) ? 'an early return' : null;
    if (word !== undefined) return word;
    if (CHECK_ONCE.test(text)) return null;
  }
  return null;
};

const CHECK_ONCE = new RegExp(CHECK.source);
const SWALLOWS = /\bcatch\s*\(\s*\.\.\.\s*\)\s*\{\s*\}/;

/** Checks are counted, not understood. */
const verdictsOn = (text: string): Verdicts => {
  const hollow = [...text.matchAll(HOLLOW)].length;
  const all = [...text.matchAll(CHECK)].length;
  return {
    strict: Math.max(0, all - hollow),
    weak: 0,
    hollow,
    delegates: /\b(?:check|verify|run|test|assert|expect|compare)\w*\s*\(/i.test(text.replaceAll(CHECK, '')),
    swallows: SWALLOWS.test(text) && all > 0,
  };
};

const LONGEST = 100_000;

/** Tests of GoogleTest, Catch2, doctest, Boost and of C frameworks, as far as their macros show them. */
export const readCppTests = (syntax: Syntax): readonly TestCase[] => {
  const mayRead = openTestBudget();
  return syntax.find(DEFINITIONS).flatMap((node): readonly TestCase[] => {
    const found =
      syntax.kind(node) === 'function_definition' ? definedBy(syntax, node) : titledBy(syntax, node);
    if (found === null) return [];
    const { name, off, body, from } = found;
    const readable = mayRead(syntax.after(body) - body);
    const text = syntax.text(body).slice(0, LONGEST);
    return [
      {
        name,
        offset: syntax.start(from),
        text,
        ...(readable ? verdictsOn(text) : UNREAD_CHECKS),
        off: off ?? (readable ? stopsEarly(syntax, body) : null),
        only: false,
        repeats: /\b(?:for|while|GENERATE)\b/.test(text),
      },
    ];
  });
};

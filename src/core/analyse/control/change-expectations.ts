import type { SyntaxNodes } from '../../domain/source/syntax-nodes.ts';
import { languageOf } from '../../languages/languages.ts';
import { otherValues, type InnerTests } from '../../languages/parts/expectation-changer.ts';
import { presentPart } from '../../languages/parts/missing-part.ts';
import { type Edit, type Tree, walkNodes } from '../../syntax/walk-nodes.ts';

/** A test file in which expectations no longer hold. */
export type ChangedExpectations = {
  readonly text: string;
  /** Titles of tests that certainly evaluate a changed expectation, if they get that far. */
  readonly tests: readonly string[];
};

const apply = (source: string, edits: readonly Edit[]): string => {
  let [text, at] = ['', 0];
  for (const edit of edits) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
};

const spansIn = (path: string, tree: Tree): readonly InnerTests[] =>
  presentPart(languageOf(path)?.expectations)?.testsInside?.(tree) ?? [];

/** The tests inside a source file, if they are in one place; null: there are none, or several places. */
export const testsInside = (path: string, source: string, nodes: SyntaxNodes): InnerTests | null => {
  const [inner, more] = spansIn(path, walkNodes(nodes, source));
  return inner === undefined || more !== undefined || nodes.kinds.includes('ERROR') ? null : inner;
};

/** A source file with other tests instead of its own; null: it does not parse. */
export const withTestsInside = (
  path: string,
  source: string,
  nodes: SyntaxNodes,
  tests: string,
): string | null => {
  if (nodes.kinds.includes('ERROR')) return null;
  const spans = spansIn(path, walkNodes(nodes, source));
  const removed = spans.map(({ start, end }) => ({ start, end, text: '', test: null }));
  return `${apply(source, removed).trimEnd()}\n\n${tests}\n`;
};

/** A title that occurs twice in a file identifies neither test. */
const once = (titles: readonly string[], source: string): readonly string[] =>
  [...new Set(titles)].filter((title) => source.split(title).length === 2);

/** Null: nothing in this file can be changed. */
export const changeExpectations = (
  path: string,
  source: string,
  nodes: SyntaxNodes,
  secret: string,
): ChangedExpectations | null => {
  if (nodes.kinds.includes('ERROR')) return null;
  const tree = walkNodes(nodes, source);
  const changer = presentPart(languageOf(path)?.expectations);
  const edits = changer?.edit(tree, otherValues(secret), path) ?? [];
  if (edits.length === 0) return null;
  const titles = edits.flatMap(({ test }) => (test === null ? [] : [test]));
  return { text: apply(source, edits), tests: once(titles, source) };
};

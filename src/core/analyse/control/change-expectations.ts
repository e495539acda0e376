import type { SyntaxNodes } from '../../domain/source/syntax-nodes.ts';
import { languageOf } from '../../languages/languages.ts';
import { otherValues } from '../../languages/parts/expectation-changer.ts';
import { presentPart } from '../../languages/parts/missing-part.ts';
import { isDivided } from '../../languages/parts/source-items.ts';
import { divideSource, mayHoldTestsInside } from '../harness/tests-inside.ts';
import { type Edit, walkNodes } from '../../syntax/walk-nodes.ts';

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

/** In a source file only its tests are changed; null: they cannot be separated from its code. */
const editable = (path: string, source: string, nodes: SyntaxNodes): ((edit: Edit) => boolean) | null => {
  if (!mayHoldTestsInside(path)) return () => true;
  const { divided } = divideSource(path, source, nodes);
  return isDivided(divided)
    ? (edit) => divided.items.some(({ start, end }) => edit.start >= start && edit.end <= end)
    : null;
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
  const isEditable = editable(path, source, nodes);
  if (isEditable === null) return null;
  const edits = (changer?.edit(tree, otherValues(secret), path) ?? []).filter(isEditable);
  if (edits.length === 0) return null;
  const titles = edits.flatMap(({ test }) => (test === null ? [] : [test]));
  return { text: apply(source, edits), tests: once(titles, source) };
};

import type { Language } from '../../../languages/language.ts';
import type { FileVersion, Span } from '../../../syntax/file-version.ts';
import type { Change } from '../flag-rule.ts';
import type { Node, Syntax } from '../../../syntax/syntax-view.ts';

const MODULES = new Set(['mod_item']);
const FOR_TESTS = /#\[cfg\(\s*(?:all\s*\(\s*)?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?$/;

const isForTests = (syntax: Syntax, text: string, node: Node): boolean =>
  FOR_TESTS.test(text.slice(Math.max(0, syntax.start(node) - 200), syntax.start(node)));

const spansOf = ({ syntax, text }: FileVersion, language: Language | null): readonly Span[] =>
  syntax === null || language?.paths.testsInSources !== true
    ? []
    : syntax
        .find(MODULES)
        .filter((node) => isForTests(syntax, text, node))
        .map((node) => ({ start: syntax.start(node), end: syntax.end(node) }));

/** Whether a place belongs to tests that a language keeps among its source. */
export const testSpans = (version: FileVersion, language: Language | null): ((offset: number) => boolean) => {
  const spans = spansOf(version, language);
  return (offset) => spans.some(({ start, end }) => start <= offset && offset < end);
};

/** The same by line. */
export const testLines = (version: FileVersion, language: Language | null): ((line: number) => boolean) => {
  const spans = spansOf(version, language).map(({ start, end }) => [
    version.lineAt(start),
    version.lineAt(end),
  ]);
  return (line) => spans.some(([first, last]) => first! <= line && line <= last!);
};

/** Every test that a candidate could read or brings: the base's, tests inside source files, and its own. */
export const textsOfTests = ({ files, baseTests }: Change): readonly string[] => [
  ...baseTests,
  ...files.flatMap(({ before, language }) =>
    before === null ? [] : spansOf(before, language).map(({ start, end }) => before.text.slice(start, end)),
  ),
  ...files
    .filter(({ part }) => part === 'test')
    .flatMap(({ before, after }) => [before, after].flatMap((side) => (side ? [side.text] : []))),
];

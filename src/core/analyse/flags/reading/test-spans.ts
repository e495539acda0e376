import type { Language } from '../../../languages/language.ts';
import type { FileVersion, Span } from '../../../syntax/file-version.ts';
import type { TestCase } from '../../../languages/parts/test-case.ts';
import type { Change } from '../flag-rule.ts';
import type { Node, Syntax } from '../../../syntax/syntax-view.ts';

const MODULES = new Set(['mod_item']);
const FOR_TESTS = /#\[cfg\(\s*(?:all\s*\(\s*)?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?$/;

/** In code: a comment marks nothing. */
const isForTests = (syntax: Syntax, code: string, node: Node): boolean =>
  FOR_TESTS.test(code.slice(Math.max(0, syntax.start(node) - 200), syntax.start(node)));

const spansOf = ({ syntax, code }: FileVersion, language: Language | null): readonly Span[] =>
  syntax === null || language?.paths.testsInSources !== true
    ? []
    : syntax
        .find(MODULES)
        .filter((node) => isForTests(syntax, code, node))
        .map((node) => ({ start: syntax.start(node), end: syntax.end(node) }));

/** Whether a place belongs to tests that a language keeps among its source. */
export const testSpans = (version: FileVersion, language: Language | null): ((offset: number) => boolean) => {
  const spans = spansOf(version, language);
  return (offset) => spans.some(({ start, end }) => start <= offset && offset < end);
};

/** An item that only some builds have, to its end. */
const CONDITIONAL = /#!?\[\s*cfg[^\]]{0,200}\btest\b[^\]]{0,200}\][^]{0,2000}?(?:;|\n\}|$)/g;

/** The code of tests besides the tests themselves: what they use, and all that could change what they mean. */
export const besideTests = (
  version: FileVersion,
  language: Language | null,
  tests: readonly Pick<TestCase, 'offset' | 'text'>[],
): string => {
  const { code, text } = version;
  const spans = spansOf(version, language);
  const isTest = testSpans(version, language);
  const alone = [...code.matchAll(CONDITIONAL)]
    .filter(({ index, 0: item }) => !isTest(index) && !isTest(index + item.length))
    .map(({ index, 0: item }) => text.slice(index, index + item.length));
  const within = spans.map(({ start, end }) => {
    let [beside, at] = ['', start];
    for (const { offset, text: body } of tests) {
      if (offset < at || offset >= end) continue;
      beside += `${text.slice(at, offset).replace(/(?:#\s*\[[^\]]*\]\s*)+$/, '')} `;
      at = text.indexOf(body, offset) + body.length;
    }
    return beside + text.slice(at, end);
  });
  return [...alone, ...within].join(' ').replaceAll(/\s+/g, ' ');
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

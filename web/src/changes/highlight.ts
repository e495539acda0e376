import type { Parser } from '@lezer/common';
import { classHighlighter, highlightTree } from '@lezer/highlight';

/** A part of a line with its CSS classes; from and to count characters of the line. */
export type Token = { readonly from: number; readonly to: number; readonly className: string };

/** Grammars are tables, not regular expressions, so no text makes them slow. Each is loaded when a file needs it. */
const GRAMMARS: readonly (readonly [ending: RegExp, load: () => Promise<Parser>])[] = [
  [/\.[cm]?tsx?$/i, async () => (await import('@lezer/javascript')).parser.configure({ dialect: 'ts jsx' })],
  [/\.[cm]?jsx?$/i, async () => (await import('@lezer/javascript')).parser.configure({ dialect: 'jsx' })],
  [/\.pyi?$/i, async () => (await import('@lezer/python')).parser],
  [/\.go$/i, async () => (await import('@lezer/go')).parser],
  [/\.rs$/i, async () => (await import('@lezer/rust')).parser],
  [/\.java$/i, async () => (await import('@lezer/java')).parser],
  [/\.(?:c|h|cc|cpp|cxx|hh|hpp)$/i, async () => (await import('@lezer/cpp')).parser],
  [/\.css$/i, async () => (await import('@lezer/css')).parser],
  [/\.html?$/i, async () => (await import('@lezer/html')).parser],
  [/\.(?:json|webmanifest)$/i, async () => (await import('@lezer/json')).parser],
  [/\.ya?ml$/i, async () => (await import('@lezer/yaml')).parser],
];

/** Longer texts stay plain. */
const MOST_CHARS = 1_000_000;

export const grammarOf = async (path: string): Promise<Parser | null> => {
  const found = GRAMMARS.find(([ending]) => ending.test(path));
  return found === undefined ? null : await found[1]();
};

/** The tokens of each line. Best effort for a part of a file, since the text before it is unknown. */
export const tokensOf = (parser: Parser, lines: readonly string[]): readonly (readonly Token[])[] => {
  const code = lines.join('\n');
  const found: Token[][] = lines.map(() => []);
  if (code.length > MOST_CHARS) return found;
  let [line, start] = [0, 0];
  const endOf = (): number => start + (lines[line]?.length ?? 0);
  const nextLine = (): void => {
    start = endOf() + 1;
    line += 1;
  };
  highlightTree(parser.parse(code), classHighlighter, (from, to, className) => {
    while (from > endOf()) nextLine();
    let at = from;
    for (;;) {
      const end = Math.min(to, endOf());
      if (end > at) found[line]?.push({ from: at - start, to: end - start, className });
      if (to <= endOf()) return;
      nextLine();
      at = start;
    }
  });
  return found;
};

/** Whether literals occur together in a test, within a few lines. */
export type TestLiterals = {
  /** Anywhere in the tests. */
  has(literal: string): boolean;
  together(literals: readonly string[]): boolean;
  /** The same, with the inputs one after the other as arguments are. */
  inOneCall(inputs: readonly string[], answer: string): boolean;
};

const LITERAL =
  /"(?:[^"\\\n]|\\.){0,300}"|'(?:[^'\\\n]|\\.){0,300}'|`(?:[^`\\]|\\.){0,300}`|-?\b\d[\d_]*(?:\.\d+)?\b|\[|\{/g;
const WINDOW = 4;
const MAX_PLACES = 2_000;
const MAX_TRIED = 200;

const spelling = (written: string): string => {
  if (!/^["'`]/.test(written)) return String(Number(written.replaceAll('_', '')));
  return JSON.stringify(
    written.slice(1, -1).replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
  );
};

/** Structures are compared without white space, with one kind of quotes and one of brackets. */
const squeeze = (text: string): string =>
  text
    .replaceAll(/\s+/g, '')
    .replaceAll('(', '[')
    .replaceAll(')', ']')
    .replaceAll(/,(?=[\]}])/g, '')
    .replaceAll(/['`]/g, '"')
    .replaceAll(/"(\w+)":/g, '$1:');

export const indexTestLiterals = (texts: readonly string[]): TestLiterals => {
  const places = new Map<string, number[]>();
  const lines: string[] = [];
  for (const text of texts) {
    for (const line of text.split('\n')) {
      for (const [written] of line.matchAll(LITERAL)) {
        if (written === '[' || written === '{') continue;
        const key = spelling(written);
        const known = places.get(key);
        if (known === undefined) places.set(key, [lines.length]);
        else if (known.length < MAX_PLACES && known.at(-1) !== lines.length) known.push(lines.length);
      }
      lines.push(line);
    }
    // Literals do not occur together across the end of a file.
    for (let gap = 0; gap <= WINDOW; gap++) lines.push('');
  }
  const windowText = (line: number): string =>
    squeeze(lines.slice(Math.max(0, line - WINDOW), line + WINDOW + 1).join(''));
  const nearby = (literal: string, line: number): boolean =>
    /^[[{]/.test(literal)
      ? windowText(line).includes(squeeze(literal))
      : (places.get(literal) ?? []).some((place) => Math.abs(place - line) <= WINDOW) ||
        // A structure that is compared by its JSON text.
        (/^"[[{]/.test(literal) && windowText(line).includes(squeeze(JSON.parse(literal) as string)));
  const placesOf = (literals: readonly string[]): readonly number[] => {
    const anchor = literals.find((literal) => places.has(literal)) ?? innerAnchor(literals, places);
    return (anchor === null ? [] : (places.get(anchor) ?? [])).slice(0, MAX_TRIED);
  };
  return {
    has: (literal) =>
      /^[[{]/.test(literal) ? squeeze(lines.join('')).includes(squeeze(literal)) : places.has(literal),
    together: (literals) =>
      placesOf(literals).some((line) => literals.every((literal) => nearby(literal, line))),
    inOneCall(inputs, answer) {
      const [forward, backward] = [inputs, inputs.toReversed()].map((order) => squeeze(order.join(',')));
      return placesOf([answer, ...inputs]).some((line) => {
        const text = windowText(line);
        return nearby(answer, line) && (text.includes(forward!) || text.includes(backward!));
      });
    },
  };
};

/** If every literal is a structure, a literal inside one of them shows where to look. */
const innerAnchor = (
  literals: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
): string | null => {
  for (const literal of literals)
    for (const [written] of literal.matchAll(LITERAL)) {
      if (written !== '[' && written !== '{' && places.has(spelling(written))) return spelling(written);
    }
  return null;
};

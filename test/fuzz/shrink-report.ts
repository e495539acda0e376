const MOST_ITEMS = 2;
const LONGEST_TEXT = 40;
const LONGEST_PIECE = 250;
const MOST_ELEMENTS = 2;

/** The same shape with few items and short texts: still sound, and quick to read. */
const shrinkJson = (value: unknown): unknown => {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(shrinkJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.slice(0, LONGEST_TEXT), shrinkJson(item)]),
  );
};

const ELEMENT = /\s*<(testcase|error|file)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g;

/** A document of few elements, opened and closed as before. */
const shrinkXml = (text: string): string => {
  const counts = new Map<string, number>();
  return text.replaceAll(ELEMENT, (whole, name: string) => {
    const seen = (counts.get(name) ?? 0) + 1;
    counts.set(name, seen);
    return seen <= MOST_ELEMENTS && whole.length <= LONGEST_PIECE ? whole : '';
  });
};

/** Whole lines from there on, as far as a piece goes. */
const linesFrom = (lines: readonly string[], at: number): string => {
  let end = at + 1;
  for (let length = lines[at]?.length ?? 0; end < lines.length; end += 1) {
    length += lines[end]!.length + 1;
    if (length > LONGEST_PIECE) break;
  }
  return lines.slice(at, end).join('\n');
};

export type Seed = { readonly text: string; readonly value?: unknown };

const asJson = (text: string): Seed | null => {
  try {
    const value = shrinkJson(JSON.parse(text));
    return { text: JSON.stringify(value), value };
  } catch {
    return null;
  }
};

/** Small texts that a report of this kind could be: whole documents if it is one, whole lines if it is many. */
export const shrinkReport = (text: string): readonly Seed[] => {
  const json = asJson(text);
  if (json !== null) return [json];
  if (text.trimStart().startsWith('<')) return [{ text: shrinkXml(text) }];
  const lines = text.split('\n');
  const places = [0, Math.floor(lines.length / 2), Math.max(0, lines.length - 8)];
  return [...new Set(places)].flatMap((at) => {
    const piece = linesFrom(lines, at);
    return [asJson(lines[at] ?? '') ?? { text: piece }, { text: piece }];
  });
};

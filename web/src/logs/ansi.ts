/** A run of text with one look. */
export type Styled = { readonly text: string; readonly className: string };

const SGR = /\u001B\[([\d;:]*)m/g;

/** The sixteen colours as roles that can be read in both themes: red is failure, green and blue success, yellow warning. */
const COLOURS = [
  'text-ink',
  'text-fail',
  'text-accent',
  'text-warn',
  'text-pass',
  'text-[light-dark(#8a2f7a,#e59bd8)]',
  'text-[light-dark(#0b6a78,#6fd0de)]',
  'text-soft',
] as const;

type Look = { colour: string; bold: boolean; italic: boolean; underline: boolean; dim: boolean };
const plain = (): Look => ({ colour: '', bold: false, italic: false, underline: false, dim: false });

const classOf = ({ colour, bold, italic, underline, dim }: Look): string =>
  [
    colour === '' && dim ? 'text-faint' : colour,
    bold && 'font-semibold',
    italic && 'italic',
    underline && 'underline',
  ]
    .filter(Boolean)
    .join(' ');

const apply = (look: Look, code: number): Look => {
  if (code === 0) return plain();
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 3) return { ...look, italic: true };
  if (code === 4) return { ...look, underline: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 23) return { ...look, italic: false };
  if (code === 24) return { ...look, underline: false };
  if (code === 39) return { ...look, colour: '' };
  if (code >= 30 && code <= 37) return { ...look, colour: COLOURS[code - 30] ?? '' };
  if (code >= 90 && code <= 97)
    return { ...look, colour: code === 90 ? 'text-faint' : (COLOURS[code - 90] ?? '') };
  return look;
};

/** `38;5;N` and `38;2;R;G;B` as one code: the first sixteen of the palette are known, others keep the text's own colour. */
const simpler = (codes: readonly number[]): readonly number[] => {
  const [code, kind, colour = 0] = codes;
  if (code === undefined) return [];
  if (code !== 38 && code !== 48) return [code, ...simpler(codes.slice(1))];
  const known = code === 38 && kind === 5 && colour < 16 ? [30 + (colour % 8)] : [];
  return [...known, ...simpler(codes.slice(kind === 5 ? 3 : 5))];
};

const MOST_CODES = 32;

/** A line of a log → its parts. Every line starts plain: lines are read in pieces. */
export const styleLine = (line: string): readonly Styled[] => {
  const parts: Styled[] = [];
  let look = plain();
  let from = 0;
  const push = (to: number): void => {
    if (to > from) parts.push({ text: line.slice(from, to), className: classOf(look) });
  };
  for (const found of line.matchAll(SGR)) {
    push(found.index);
    from = found.index + found[0].length;
    const codes = (found[1] ?? '').split(/[;:]/).map(Number);
    look = simpler(codes.slice(0, MOST_CODES)).reduce(apply, look);
  }
  push(line.length);
  return parts;
};

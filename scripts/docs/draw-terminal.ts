/** A terminal's colours by SGR code; all of them readable on the dark ground. */
const COLOUR: Readonly<Record<number, string>> = { 31: 'r', 32: 'g', 33: 'y', 36: 'c' };
const STYLE = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dde6}
.b{font-weight:700}.d{fill:#8b97a8}.r{fill:#ff7b72}.g{fill:#56d364}.y{fill:#e3b341}.c{fill:#79c0ff}
.track{fill:#2b3442}`;
const CELL = { width: 8.43, height: 20 } as const;
const PAD = { side: 18, top: 44, bottom: 18 } as const;
const BAR = /[█▏▎▍▌▋▊▉·]+/g;
const EIGHTHS = ' ▏▎▍▌▋▊▉';
const SGR = /\u001b\[([0-9;]*)m/g;

type Run = { readonly text: string; readonly classes: string; readonly at: number };

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const wide = (cells: number): string => (cells * CELL.width).toFixed(2);

const restyle = (styles: Set<string>, number: number): void => {
  if (number === 0) styles.clear();
  else if (number === 1) styles.add('b');
  else if (number === 2) styles.add('d');
  else if (number === 22) for (const name of ['b', 'd']) styles.delete(name);
  else if (number === 39) for (const name of Object.values(COLOUR)) styles.delete(name);
  else if (COLOUR[number] !== undefined) styles.add(COLOUR[number]);
};

/** One line → pieces of one style, each with its column. */
const runsOf = (line: string): readonly Run[] => {
  const runs: Run[] = [];
  const styles = new Set<string>();
  let [at, last] = [0, 0];
  const push = (text: string): void => {
    if (text !== '') runs.push({ text, classes: [...styles].join(' '), at });
    at += text.length;
  };
  for (const match of line.matchAll(SGR)) {
    push(line.slice(last, match.index));
    for (const number of (match[1] ?? '').split(';').map(Number)) restyle(styles, number);
    last = match.index + match[0].length;
  }
  push(line.slice(last));
  return runs;
};

/** Fonts disagree about block characters, so bars are drawn. */
const drawBar = (bar: string, classes: string, x: number, y: number): string => {
  const eighths = [...bar].reduce(
    (sum, char) => sum + (char === '█' ? 8 : Math.max(0, EIGHTHS.indexOf(char))),
    0,
  );
  const box = `x="${wide(x)}" y="${y - 10}" height="11" rx="2"`;
  const filled = eighths === 0 ? '' : `<rect ${box} width="${wide(eighths / 8)}" class="${classes}"/>`;
  return `<rect ${box} width="${wide(bar.length)}" class="track"/>${filled}`;
};

/** Viewers disagree about repeated spaces, so columns are placed piece by piece. */
const drawText = (text: string, classes: string, x: number, y: number): string => {
  const style = classes === '' ? '' : ` class="${classes}"`;
  return [...text.matchAll(/\S+(?: \S+)*/g)]
    .map(([words], index, all) => {
      const from = wide(x + (all[index]?.index ?? 0));
      return `<text x="${from}" y="${y}" textLength="${wide(words.length)}"${style}>${escapeXml(words)}</text>`;
    })
    .join('');
};

const drawRun = ({ text, classes, at }: Run, y: number): string => {
  const isBar = BAR.test(text);
  BAR.lastIndex = 0;
  return isBar && text.replaceAll(BAR, '').trim() === ''
    ? drawBar(text.trim(), classes, at + text.search(/\S/), y)
    : drawText(text, classes, at, y);
};

const HANGING = 2;

const indentOf = ([first]: readonly Run[]): number =>
  first === undefined ? 0 : first.at + Math.max(0, first.text.search(/\S|$/));

/** Longer lines continue below, broken at a word and indented. */
const wrap = (runs: readonly Run[], columns: number, isContinued = false): readonly (readonly Run[])[] => {
  const last = runs.at(-1);
  if (last === undefined || last.at + last.text.length <= columns) return [runs];
  const cut = last.text.lastIndexOf(' ', columns - last.at);
  if (cut <= 0) return [runs];
  const indent = indentOf(runs) + (isContinued ? 0 : HANGING);
  const rest = { ...last, text: last.text.slice(cut + 1), at: indent };
  return [[...runs.slice(0, -1), { ...last, text: last.text.slice(0, cut) }], ...wrap([rest], columns, true)];
};

const endOf = (runs: readonly Run[]): number => {
  const last = runs.at(-1);
  return last === undefined ? 0 : last.at + last.text.trimEnd().length;
};

/** Lines with colour codes → a picture that contains the same text, also as its description. */
export const drawTerminal = (lines: readonly string[], title: string, columns: number): string => {
  const plain = lines.map((line) => line.replaceAll(SGR, '').trimEnd());
  const shown = lines.flatMap((line) => wrap(runsOf(line), columns));
  const width = Math.ceil(Math.max(...shown.map(endOf)) * CELL.width + 2 * PAD.side);
  const height = PAD.top + shown.length * CELL.height + PAD.bottom;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, index) => `<circle cx="${22 + index * 20}" cy="20" r="6" fill="${fill}"/>`,
  );
  const rows = shown.map((runs, index) => {
    const y = PAD.top + index * CELL.height + 14;
    return runs.map((run) => drawRun(run, y)).join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title text">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="text">${escapeXml(plain.join('\n'))}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0f1620"/>`,
    ...dots,
    `<g transform="translate(${PAD.side} 0)">`,
    ...rows.filter((row) => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
};

import { type FileShape, type FileStyle, FILE_STYLES, fileShape, fileStyles } from './file-shape.ts';

const MIN_SHARE_STYLE = 0.8;
const MIN_SHARE_WORD = 0.6;
const MIN_FILES = 2;

export const PATTERN_SCORE = { fits: 1, differs: 0.7, newFolder: 0.8 } as const;

/** The style that most discriminating names follow, if one does. */
export const commonStyle = (shapes: readonly FileShape[]): FileStyle | null => {
  const fitting = shapes.map(({ stem }) => fileStyles(stem));
  const counts = FILE_STYLES.map(
    (style) => fitting.filter((fits) => fits.length === 1 && fits[0] === style).length,
  );
  const most = Math.max(...counts);
  const style = FILE_STYLES[counts.indexOf(most)];
  if (style === undefined || most < MIN_FILES) return null;
  const against = fitting.filter((fits) => !fits.includes(style)).length;
  return most / (most + against) >= MIN_SHARE_STYLE ? style : null;
};

/** `Service`, if most are something-service. */
export const commonWord = (shapes: readonly FileShape[]): string | null => {
  const counts = new Map<string, number>();
  for (const { lastWord } of shapes)
    if (lastWord !== '') counts.set(lastWord, (counts.get(lastWord) ?? 0) + 1);
  for (const [word, count] of counts)
    if (count >= MIN_FILES && count / shapes.length >= MIN_SHARE_WORD) return word;
  return null;
};

export type NewFileVerdict = { readonly score: number; readonly expected: string };

const describe = ({ prefix, suffix, ending }: FileShape, style: string | null, word: string | null): string =>
  `${prefix}${word === null ? '*' : `*${word}`}${suffix}${ending === '' ? '' : `.${ending}`}${style === null ? '' : ` in ${style}`}`;

/** How a new file's name compares with the others in its folder, which are passed without it. */
export const checkFileName = (path: string, neighbours: readonly string[]): NewFileVerdict => {
  if (neighbours.length === 0)
    return { score: PATTERN_SCORE.newFolder, expected: 'a new folder has no pattern' };
  const own = fileShape(path);
  const alike = neighbours
    .map(fileShape)
    .filter(
      ({ ending, prefix, suffix }) => ending === own.ending && prefix === own.prefix && suffix === own.suffix,
    );
  const [style, word] = [commonStyle(alike), commonWord(alike)];
  const fits =
    alike.length > 0 &&
    (style === null || fileStyles(own.stem).includes(style)) &&
    (word === null || own.lastWord === word);
  const example = alike[0] ?? fileShape(neighbours[0] ?? '');
  return {
    score: fits ? PATTERN_SCORE.fits : PATTERN_SCORE.differs,
    expected: describe(example, style, word),
  };
};

/** `*.test.ts in kebab-case`, for a group of files. */
export const describeShapes = (shapes: readonly FileShape[]): string | null => {
  const [first] = shapes;
  return first === undefined ? null : describe(first, commonStyle(shapes), commonWord(shapes));
};

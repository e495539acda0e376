import { baseName } from '../../domain/source/path-parts.ts';
import { extensionOf, LANGUAGES, languageOf } from '../../languages/languages.ts';
import { classifyPath } from '../paths/classify-path.ts';
import { classifyHarnessPath, CODE_EXTENSIONS, HIDDEN_FOLDER } from './harness-paths.ts';
import { type PathChange, testOfSnapshot } from './pin-harness.ts';

/** Data of tests that a candidate adds or changes. */
export type TestData = {
  /** Test files that name it; empty: any test may read it. */
  readonly readers: readonly string[];
};

type NamedText = { readonly path: string; readonly text: string };

/** Code in such a folder is the input or output of a test, like any other data. */
const DATA_FOLDERS =
  /(?:^|\/)(?:fixtures?|__fixtures__|__testfixtures__|test-?data|test_data|data|goldens?|cases|samples|expected)\//i;
const ABOUT_THE_FOLDER =
  /^(?:(?:readme|changelog|license|licence|copying|notice|authors|contributing)(?:\.\w+)?|\.git\w+)$/i;
const REGULAR = /^100/;
const MARKERS = new Set(LANGUAGES.flatMap(({ paths }) => paths.packageMarker ?? []));
/** Programs for developers, which read the data of tests to write it anew. */
const BESIDE_THE_PRODUCT =
  /(?:^|\/)(?:scripts?|tools?|bench(?:marks?)?|perf|fuzz|examples?|docs?|dev|ci|\.[^/]+)\//i;

/** The name of the folder alone. */
const folderNameOf = (path: string): string => path.split('/').at(-2) ?? '';

/** By path alone, like every part of the harness. A removed file proves nothing. */
export const isTestData = ({ path, mode, blob }: PathChange): boolean => {
  if (blob === null || !REGULAR.test(mode) || path.startsWith(`${HIDDEN_FOLDER}/`)) return false;
  const part = classifyHarnessPath(path);
  if (part === 'snapshot') return testOfSnapshot(path) === null;
  const name = baseName(path);
  if (part !== 'fixture' || ABOUT_THE_FOLDER.test(name) || MARKERS.has(name)) return false;
  return !CODE_EXTENSIONS.has(extensionOf(path)) || DATA_FOLDERS.test(path);
};

/** What to search for to find out who reads these files. */
export const namesOf = (data: readonly PathChange[]): readonly string[] => [
  ...new Set(data.map(({ path }) => baseName(path))),
];

/** Only programs read files by name. */
export const mayRead = (path: string): boolean => CODE_EXTENSIONS.has(extensionOf(path));

/** As a part of a path or as a string of its own: `config.json` in a sentence is no path. */
const mentions = (text: string, part: string): boolean => {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + part.length] ?? ''];
    if (/["'`/\\]/.test(before) && /["'`/\\]/.test(after)) return true;
  }
  return false;
};

const isProduct = (path: string): boolean =>
  classifyHarnessPath(path) === null &&
  classifyPath(path) === 'source' &&
  !BESIDE_THE_PRODUCT.test(path) &&
  languageOf(path)?.paths.testsInSources !== true;

/** `texts`: programs of the base and of the change that mention one of the names. Null: no data, or the product reads it. */
export const findTestData = (
  changes: readonly PathChange[],
  texts: readonly NamedText[],
): TestData | null => {
  const readers: string[] = [];
  let [found, anyReads] = [false, false];
  for (const { path } of changes.filter(isTestData)) {
    const [name, folder] = [baseName(path), folderNameOf(path)];
    const named = texts.filter(({ text }) => mentions(text, name));
    if (named.some((one) => isProduct(one.path) && mentions(one.text, folder))) continue;
    const parts = named.map((one) => ({ path: one.path, part: classifyHarnessPath(one.path) }));
    const tests = parts.filter(({ part }) => part === 'test').map((one) => one.path);
    readers.push(...tests);
    found = true;
    // What a helper reads, any test may use.
    anyReads ||=
      tests.length === 0 || parts.some(({ part }) => part === 'fixture' || part === 'runner-config');
  }
  return found ? { readers: anyReads ? [] : [...new Set(readers)].sort() } : null;
};

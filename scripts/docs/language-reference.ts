import type { Language } from '../../src/core/languages/language.ts';
import { LANGUAGES } from '../../src/core/languages/languages.ts';
import { isMissingPart, type MissingPart } from '../../src/core/languages/parts/missing-part.ts';
import { code, markdownTable } from './markdown-table.ts';

type OptionalPart = {
  [Part in keyof Language]: [Extract<Language[Part], MissingPart>] extends [never] ? never : Part;
}[keyof Language];

/** Optional parts of a language, as the documentation calls them. */
const OPTIONAL: Readonly<Record<OptionalPart, string>> = {
  typeChecker: 'type checker',
  formatter: 'formatter',
  manifestRules: 'flags on dependencies',
  readTests: 'flags on tests',
  program: 'flags on programs',
  faults: 'undefined names',
  runnerHooks: 'flags on runner hooks',
  expectations: 'negative control',
  sourceItems: 'tests inside sources',
  probes: 'comparing candidates by calls of changed functions',
  findHazards: 'security rules of our own',
};

const codes = (names: readonly string[]): string => names.map(code).join(', ');

const languageRows = (): readonly (readonly string[])[] =>
  LANGUAGES.map(({ title, grammars, profiles, testRunners, linters }) => [
    title,
    codes(Object.keys(grammars).map((extension) => `.${extension}`)),
    codes(profiles.map(({ id }) => id)),
    testRunners.map(({ id }) => id).join(', '),
    linters.map(({ id }) => id).join(', '),
  ]);

const missingRows = (): readonly (readonly string[])[] =>
  LANGUAGES.flatMap((language) =>
    Object.entries(OPTIONAL).flatMap(([key, name]) => {
      const part = language[key as keyof Language];
      return isMissingPart(part) ? [[language.title, name, part.missing]] : [];
    }),
  );

/** Tables on languages, by the name of their place in the page. */
export const languageTables = (): Readonly<Record<string, readonly string[]>> => ({
  languages: markdownTable(['language', 'files', 'profiles', 'test runners', 'linters'], languageRows()),
  'missing-parts': markdownTable(['language', 'has no', 'so'], missingRows()),
  images: markdownTable(
    ['profile', 'images that have what it needs'],
    LANGUAGES.flatMap(({ profiles }) => profiles.map(({ id, images }) => [id, codes(images) || '–'])),
  ),
});

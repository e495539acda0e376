import type { Tool } from '../commands/tool.ts';
import { baseName } from '../domain/source/path-parts.ts';
import type { LanguageId } from '../domain/source/source-facts.ts';
import { cpp } from './cpp/cpp.ts';
import { go } from './go/go.ts';
import { java } from './java/java.ts';
import type { Language } from './language.ts';
import type { Profile, Purpose } from './parts/profile.ts';
import { python } from './python/python.ts';
import { ruby } from './ruby/ruby.ts';
import { rust } from './rust/rust.ts';
import { script } from './script/script.ts';

/** Every language, in order of preference for ties. A new one needs its folder and a line here. */
export const LANGUAGES: readonly Language[] = [script, python, rust, go, java, ruby, cpp];

const BY_ID = new Map(LANGUAGES.map((language) => [language.id, language]));
const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) => Object.keys(language.grammars).map((name) => [name, language] as const)),
);

export const extensionOf = (path: string): string => {
  const name = baseName(path);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
};

/** The language whose grammar reads a file; null: none. */
export const languageOf = (path: string): Language | null => BY_EXTENSION.get(extensionOf(path)) ?? null;

export const languageById = (id: LanguageId): Language => {
  const language = BY_ID.get(id);
  if (language === undefined) throw new Error(`there is no language ${id}`);
  return language;
};

export const PROFILES: readonly Profile[] = LANGUAGES.flatMap(({ profiles }) => profiles);

export const profileById = (id: string): Profile | undefined => PROFILES.find((profile) => profile.id === id);

export const TOOLS: Readonly<Record<Purpose, readonly Tool[]>> = {
  test: LANGUAGES.flatMap(({ testRunners }) => testRunners),
  lint: LANGUAGES.flatMap(({ linters }) => linters),
  types: LANGUAGES.flatMap(({ linters }) => linters.filter(({ checksTypes }) => checksTypes)),
};

import { ROLES, type SourceLanguage } from '../../domain/source/source-facts.ts';
import { goRules } from './go-rules.ts';
import { javaRules } from './java-rules.ts';
import type { LanguageRules } from './language-rules.ts';
import { pythonRules } from './python-rules.ts';
import { rustRules } from './rust-rules.ts';
import { scriptRules } from './script-rules.ts';

const RULES: Readonly<Record<SourceLanguage, LanguageRules>> = {
  script: scriptRules,
  python: pythonRules,
  go: goRules,
  java: javaRules,
  rust: rustRules,
};

/** A new language needs its rules, this line and a grammar. */
export const rulesFor = (language: SourceLanguage): LanguageRules => RULES[language];

/** Raise it when the walk itself changes: facts of another edition are no facts. */
const WALK_EDITION = 1;

/** Everything that decides what is extracted, for the key of stored facts. */
export const extractionEdition = (): string => JSON.stringify([WALK_EDITION, ROLES, RULES]);

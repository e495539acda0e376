import type { LanguageId, Role } from '../../domain/source/source-facts.ts';
import { languageById } from '../../languages/languages.ts';

/** Whether the language derives a name's visibility from its form: then casing is not a matter of taste. */
export const isExported = (language: LanguageId, name: string): boolean =>
  languageById(language).brief.isExported?.(name) ?? false;

export const namingKind = (role: Role, exported: boolean): string => (exported ? `exported ${role}` : role);
